package samplers_test

import (
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/algos/samplers"
)

// TestConformance runs the conformance tests on explorers of the methods that need no profile.
func TestConformance(t *testing.T) {
	for _, name := range []string{"random-walk", "pos", "rff"} {
		m, _ := samplers.Lookup(name)
		t.Run(name, func(t *testing.T) {
			algostest.RunAlgorithm(t, catalog.Algorithm{
				Name: m.Name, Paper: m.Paper, Doc: m.Doc, Samples: true, StoreBuffers: true, Commuting: true, Awaits: true, AwaitsApplied: true,
				New: func(o algos.Options) algos.Explorer {
					return samplers.New(o, func() samplers.Sampler { return m.New(nil) }, 50)
				},
			})
		})
	}
}

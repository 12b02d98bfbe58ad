package run

import (
	"testing"

	"github.com/spf13/pflag"

	"dporbench/harness/internal/shared/campaign"
	"dporbench/harness/internal/shared/program"
)

// TestFlagsMeetABound: an exploration within a bound is no run that is measured, so each flag of run alone is refused beside --preemptions, or heeded.
func TestFlagsMeetABound(t *testing.T) {
	heeded := map[string]string{
		"preemptions":      "it is the bound",
		"fail-on":          "outcomes of an exploration within a bound are judged, too",
		"checkpoint-every": "it says how --checkpoint works, which is refused",
	}
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := runCommand{Flags: campaign.NewFlags(r)}
	m.Registry, m.Algorithms = r, r.Algorithms()[:1]
	refused := map[string]bool{}
	for _, c := range m.conflicts(nil) {
		if c.A.Name == "--preemptions" {
			refused[c.B.Name] = true
		}
	}
	set := pflag.NewFlagSet("run", pflag.ContinueOnError)
	m.registerOwn(set)
	set.VisitAll(func(f *pflag.Flag) {
		if _, ok := heeded[f.Name]; ok == refused["--"+f.Name] {
			t.Errorf("--%s: must either be refused beside --preemptions or be heeded there, and not both", f.Name)
		}
	})
}

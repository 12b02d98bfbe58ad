package swarm

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"dporswarm": func() { Main() }})
}

// TestScripts runs the scripts in testdata/script.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("the scripts explore in earnest")
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/script", RequireExplicitExec: true})
}

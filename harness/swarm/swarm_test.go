package swarm

import (
	"net"
	"os"
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
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return err
			}
			defer l.Close()
			_, port, err := net.SplitHostPort(l.Addr().String())
			e.Setenv("PORT", port) // which is not in use
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"another-build": anotherBuild, "flip": flip},
	})
}

// anotherBuild makes the files look as if written by another build.
func anotherBuild(ts *testscript.TestScript, _ bool, files []string) {
	for _, name := range files {
		path := ts.MkAbs(name)
		part, err := ReadPart(path)
		ts.Check(err)
		part.Job.Build = "another"
		ts.Check(writeSealed(partKind, path, part))
	}
}

// flip flips a bit in the middle of files.
func flip(ts *testscript.TestScript, _ bool, files []string) {
	for _, name := range files {
		path := ts.MkAbs(name)
		data, err := os.ReadFile(path)
		ts.Check(err)
		data[len(data)/2] ^= 1
		ts.Check(os.WriteFile(path, data, 0o666))
	}
}

package loading

import (
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

// config returns the configuration of the go command. Queries about the command itself run outside of modules, where it refuses a GOFLAGS
// with -modfile; so that becomes a flag of the queries about packages.
func config(mode packages.LoadMode, folder string, tests bool) *packages.Config {
	c := &packages.Config{Mode: mode, Dir: folder, Tests: tests}
	var others []string
	for _, flag := range strings.Fields(os.Getenv("GOFLAGS")) {
		if strings.HasPrefix(strings.TrimLeft(flag, "-"), "modfile=") {
			c.BuildFlags = append(c.BuildFlags, flag)
		} else {
			others = append(others, flag)
		}
	}
	if c.BuildFlags != nil {
		c.Env = append(os.Environ(), "GOFLAGS="+strings.Join(others, " "))
	}
	return c
}

// Package version says which version of the laboratory is running, so that
// figures can be traced to the source that measured them.
package version

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// Number is the version of the module; CHANGELOG.md has what changed in it.
const Number = "v0.1.0"

// linkedCommit is set by the linker; see the Makefile.
var linkedCommit string

// Commit is the revision of the source this executable was built from, with
// -dirty if the source had been changed; empty if that is not known.
func Commit() string {
	if linkedCommit != "" {
		return linkedCommit
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	revision := settings["vcs.revision"]
	if revision != "" && settings["vcs.modified"] == "true" {
		revision += "-dirty"
	}
	return revision
}

// Line is the version, the commit and the version of Go.
func Line() string {
	return fmt.Sprintf("%s, commit %s, %s", Number, cmp.Or(Commit(), "unknown"), runtime.Version())
}

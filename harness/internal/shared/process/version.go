package process

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"dporbench/internal/version"
)

// Version is the version of the module.
const Version = version.Version

// These are set by the linker; see the Makefile.
var (
	linkedCommit string
	linkedSource string
)

// Source identifies the source of this executable: two executables with the same Source
// were built from the same source. It is empty if unknown.
func Source() string {
	if linkedSource != "" {
		return linkedSource
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || slices.ContainsFunc(info.Deps, isLocal) {
		return ""
	}
	if commit := Commit(); commit != "" && !strings.HasSuffix(commit, "-dirty") {
		return commit
	}
	return info.Main.Sum
}

// isLocal reports whether a module is in a local folder, where it may change at any time.
func isLocal(m *debug.Module) bool {
	return m.Version == "(devel)" || m.Replace != nil && m.Replace.Version == ""
}

// Commit is the revision of the source this executable was built from, with -dirty if
// the source had been changed; empty if unknown.
func Commit() string {
	if linkedCommit != "" {
		return linkedCommit
	}
	revision, changed := version.Revision()
	if revision != "" && changed {
		revision += "-dirty"
	}
	return revision
}

// VersionLine is the version, the commit and the version of Go.
func VersionLine() string {
	return fmt.Sprintf("%s, commit %s, %s", Version, cmp.Or(Commit(), "unknown"), runtime.Version())
}

package harness

import "runtime/debug"

// linkedCommit is set by the linker; see the Makefile.
var linkedCommit string

// commit is the revision of the source this executable was built from, with
// -dirty if the source had been changed; empty if that is not known.
func commit() string {
	if linkedCommit != "" {
		return linkedCommit
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision, suffix := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			suffix = "-dirty"
		}
	}
	if revision == "" {
		return ""
	}
	return revision + suffix
}

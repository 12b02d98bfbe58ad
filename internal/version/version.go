// Package version has the version of the module, and the revision of its source, for the commands and for the page.
package version

import "runtime/debug"

// Version is the version of the module; CHANGELOG.md lists its changes.
const Version = "v0.2.0"

// Revision returns the revision of the source that this executable was built from, and whether the source had been changed; "" if that is not
// known.
func Revision() (revision string, changed bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", false
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			changed = s.Value == "true"
		}
	}
	return revision, changed
}

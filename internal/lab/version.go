package lab

import (
	"runtime/debug"
	"strings"

	"dporbench/internal/version"
)

// built is the version of the laboratory with the revision of its source, if that is known, and the address of its repository, which is "" if the
// path of the module has no host.
func built() (text, repository string) {
	text = version.Version
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return text, ""
	}
	if revision, changed := version.Revision(); revision != "" {
		text += ", commit " + revision[:min(12, len(revision))]
		if changed {
			text += " with changes"
		}
	}
	if host, _, _ := strings.Cut(info.Main.Path, "/"); strings.Contains(host, ".") {
		repository = "https://" + info.Main.Path
	}
	return text, repository
}

// Package files has functions and tests that use files of their folder.
package files

import "embed"

//go:embed testdata/a.txt
var text string

//go:embed "testdata/a.txt"
var raw []byte

var (
	//go:embed testdata pages/*.html
	tree embed.FS

	//go:embed pages
	visible embed.FS
	//go:embed all:pages
	all embed.FS
)

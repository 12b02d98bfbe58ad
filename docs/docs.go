// Package docs has the pages that the laboratory shows to learners, with their figures.
package docs

import "embed"

// Pages are Markdown files, and the figures in them.
//
//go:embed dpor-in-twenty-minutes.md exercises.md glossary.md figures/twenty-*.svg
var Pages embed.FS

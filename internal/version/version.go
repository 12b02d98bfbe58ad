// Package version has the version of the module, for the commands and for the page.
package version

// Version is the version of the module; CHANGELOG.md lists its changes.
const Version = "v0.2.0"

//go:build measured

package main

import "dporbench/harness/measured"

// Built with -tags measured, this is the smaller executable in which mylab measures.
func main() { measured.Main(own()) }

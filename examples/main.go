//go:build !measured

// Command mylab is dporbench with a program and an algorithm of its own.
package main

import "dporbench/harness"

func main() { harness.Main(own()) }

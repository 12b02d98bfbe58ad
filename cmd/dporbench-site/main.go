// Command dporbench-site is started by dporbench serve; see package site.
package main

import "dporbench/harness/site"

func main() { site.Main() }

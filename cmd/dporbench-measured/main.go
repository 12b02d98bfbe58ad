// Command dporbench-measured is started by dporbench for each run that it measures;
// see package measured.
package main

import "dporbench/harness/measured"

func main() { measured.Main() }

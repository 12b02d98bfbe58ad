// Command dporbench explores concurrent programs with dynamic partial order reduction
// algorithms, checks the algorithms against each other and measures them. It is
// [harness.Main] with the programs and algorithms of this module.
package main

import "dporbench/harness"

func main() { harness.Main() }

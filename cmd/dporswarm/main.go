// Command dporswarm explores one program on many machines. It is [swarm.Main] with the programs and
// algorithms of this module.
package main

import "dporbench/harness/swarm"

func main() { swarm.Main() }

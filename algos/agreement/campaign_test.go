package agreement_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// campaign tries programs one after the other, each by its number.
type campaign struct {
	explorers []explorer
	seed      uint64
	kinds     []smallprog.LargeKind
	memory    memory.Model
	atMost    int64 // executions, or the program is skipped
	log       func(format string, args ...any)

	preemptions int // the largest bound, or -1 for none

	begun, reported time.Time
	tried           [int(smallprog.LargeNestedAwaiting) + 1]int // by kind
	skipped         int
	uncompared      int   // all but one explorer refuse them
	executions      int64 // of the first explorer
	largest         int64
	found           map[string]int // differences, by the kind and the wrong explorers
	refused         map[string]int // programs, by explorer
}

// inFull is the number of findings of each sort that are shrunk and shown.
const inFull = 3

// program returns the program with that number, and how to explore it.
func (c *campaign) program(number int) (smallprog.Program, smallprog.LargeKind, algos.Options) {
	r := rand.New(rand.NewPCG(c.seed, uint64(number)))
	kind := c.kinds[r.IntN(len(c.kinds))]
	o := algos.Options{Order: algos.Orders()[r.IntN(len(algos.Orders()))], Seed: r.Uint64N(1 << 16), Memory: c.memory}
	if c.preemptions >= 0 { // in a random order, nothing is left out before the end
		o.Preemptions, o.Order = algos.AtMost(r.IntN(c.preemptions+1)), algos.Orders()[r.IntN(2)]
	}
	return smallprog.Large(r, kind), kind, o
}

// begin begins a campaign.
func (c *campaign) begin() *campaign {
	c.begun, c.reported, c.found, c.refused = time.Now(), time.Now(), map[string]int{}, map[string]int{}
	return c
}

// try makes all explorers explore the program with that number. It returns nil if they agree, or if enough such
// findings are known.
func (c *campaign) try(number int) *finding {
	p, kind, o := c.program(number)
	v := compare(c.explorers, p, o, c.atMost)
	if v.tooMany {
		c.skipped++
		return nil
	}
	for _, x := range v.refused {
		c.refused[x]++
	}
	if len(v.refused) >= len(c.explorers)-1 {
		c.uncompared++
		return nil
	}
	c.tried[kind]++
	c.executions += v.executions
	c.largest = max(c.largest, v.executions)
	if time.Since(c.reported) > time.Minute {
		c.report(number + 1)
	}
	if v.agree() {
		return nil
	}
	sort := fmt.Sprintf("%s with %v", strings.Join(v.wrong, " and "), kind)
	origin := fmt.Sprintf("program %d of seed %d, %v, shrunk from %v", number, c.seed, kind, p)
	if c.found[sort]++; c.found[sort] > inFull {
		return nil
	}
	return find(c.explorers, p, o, c.atMost, origin)
}

// report logs how much has been tried before the program with the number next.
func (c *campaign) report(next int) {
	c.reported = time.Now()
	tried := 0
	var byKind []string
	for k, n := range c.tried {
		if tried += n; n > 0 {
			byKind = append(byKind, fmt.Sprintf("%d %v", n, smallprog.LargeKind(k)))
		}
	}
	elapsed := time.Since(c.begun)
	c.log("next is %d of seed %d: tried %d programs (%s), %d classes, at most %d, %d programs too large, %d uncompared, refused: %v, differences: %v, %v, %.0f programs/s",
		next, c.seed, tried, strings.Join(byKind, ", "), c.executions, c.largest, c.skipped, c.uncompared, c.refused, c.found,
		elapsed.Round(time.Second), float64(tried)/elapsed.Seconds())
}

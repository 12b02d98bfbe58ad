// Package claims holds what the POP paper says of the algorithms it compares
// against what has been measured here. Every verdict is computed from the rows,
// and comes with the figures it rests on.
package claims

import (
	"dporbench/benchmarks"
	"dporbench/results"
)

// Outcome is what the figures say of a claim.
type Outcome string

// The outcomes.
const (
	Confirmed       Outcome = "confirmed"
	NotConfirmed    Outcome = "not confirmed"
	Undistinguished Outcome = "not distinguishable" // the differences are within the spread
	NotMeasured     Outcome = "not measured"
)

// Verdict is a claim and what became of it.
type Verdict struct {
	Claim   string
	Outcome Outcome
	Figures []string // a line each
}

// claim is something the paper says. Judge fills in the rest of the verdict.
type claim struct {
	text  string
	judge func(table) (Outcome, []string)
}

// list is all claims, in the order of section 6 of the paper.
var list = []claim{
	{"TruSt, Optimal and POP visit the same executions, as many as the paper has, and begin nothing redundant", sameCounts},

	{"all three need constant memory on circular-buffer, fib-bench and linuxrwlocks",
		every(constant(trust, firstGroup...), constant(optimal, firstGroup...), constant(pop, firstGroup...))},
	{"POP is fastest on circular-buffer", every(faster(pop, optimal, 1, "circular-buffer"), faster(pop, trust, 1, "circular-buffer"))},
	{"TruSt is fastest on fib-bench and linuxrwlocks",
		every(faster(trust, pop, 1, "fib-bench", "linuxrwlocks"), faster(trust, optimal, 1, "fib-bench", "linuxrwlocks"))},

	{"Optimal's memory explodes on filesystem", explodes(optimal, "filesystem")},
	{"Optimal's memory explodes on indexer", explodes(optimal, "indexer")},
	{"POP is about twice as fast as Optimal on filesystem and indexer", faster(pop, optimal, 2, "filesystem", "indexer")},
	{"POP is about twice as fast as TruSt on filesystem and indexer", faster(pop, trust, 2, "filesystem", "indexer")},

	{"Optimal's memory explodes on lastzero", explodes(optimal, "lastzero")},
	{"Optimal's memory explodes on exp-mem3", explodes(optimal, "exp-mem3")},
	{"POP is about twice as fast as Optimal on lastzero and exp-mem3", faster(pop, optimal, 2, "lastzero", "exp-mem3")},
	{"TruSt is 2 to 5 times as fast as POP on lastzero and exp-mem3", faster(trust, pop, 2, "lastzero", "exp-mem3")},

	{"Optimal's memory explodes on dispatcher", explodes(optimal, "dispatcher")},
	{"Optimal's memory explodes on poke", explodes(optimal, "poke")},
	{"TruSt is a bit faster than POP on dispatcher", faster(trust, pop, 1, "dispatcher")},
	{"POP is faster than TruSt on poke", faster(pop, trust, 1, "poke")},

	{"on long executions POP and Optimal are ahead of TruSt",
		every(aheadAtTheEnd(pop, trust, "length-param"), aheadAtTheEnd(optimal, trust, "length-param"))},
	{"POP needs less memory than Optimal on length-param", leaner(pop, optimal, "length-param")},

	{"POP needs constant memory, however many executions there are", constant(pop, manyExecutions()...)},
	{"TruSt needs constant memory, however many executions there are", constant(trust, manyExecutions()...)},
	{"POP is never slower than Optimal", never(pop, optimal)},
}

// The algorithms that the paper compares.
const (
	trust   = "trust"
	optimal = "optimal"
	pop     = "pop"
)

var firstGroup = []string{"circular-buffer", "fib-bench", "linuxrwlocks"}

// manyExecutions are the benchmarks of Table 1 in which not the executions
// become longer but more.
func manyExecutions() []string {
	var names []string
	for _, row := range benchmarks.PaperTable() {
		if n := len(names); row.Benchmark != "length-param" && (n == 0 || names[n-1] != row.Benchmark) {
			names = append(names, row.Benchmark)
		}
	}
	return names
}

// Evaluate holds all claims against the cells.
func Evaluate(cells []results.Cell) []Verdict {
	t := newTable(cells)
	var verdicts []Verdict
	for _, c := range list {
		outcome, figures := c.judge(t)
		verdicts = append(verdicts, Verdict{c.text, outcome, figures})
	}
	return verdicts
}

// every makes one judgement of several: the worst of them, and the figures of
// all.
func every(judges ...func(table) (Outcome, []string)) func(table) (Outcome, []string) {
	return func(t table) (Outcome, []string) {
		var outcomes []Outcome
		var all []string
		for _, judge := range judges {
			outcome, figures := judge(t)
			outcomes, all = append(outcomes, outcome), append(all, figures...)
		}
		return worst(outcomes), all
	}
}

// worst is what can be said if all of these have to hold.
func worst(outcomes []Outcome) Outcome {
	for _, bad := range []Outcome{NotConfirmed, NotMeasured, Undistinguished} {
		for _, o := range outcomes {
			if o == bad {
				return bad
			}
		}
	}
	if len(outcomes) == 0 {
		return NotMeasured
	}
	return Confirmed
}

// Package claims checks the POP paper's claims about the algorithms it compares
// against the measurements made here. Every verdict is computed from the rows,
// and lists the figures it rests on.
package claims

import (
	"slices"

	"dporbench/benchmarks"
	"dporbench/results"
)

// Outcome is how far the figures support a claim.
type Outcome string

// The outcomes.
const (
	Confirmed       Outcome = "confirmed"
	Exceeded        Outcome = "exceeded" // more so than the paper says
	NotConfirmed    Outcome = "not confirmed"
	Undistinguished Outcome = "not distinguishable" // the differences are not significant
	NotMeasured     Outcome = "not measured"
)

// Verdict is a claim and its outcome.
type Verdict struct {
	Claim   string
	Rule    string // how the outcome is decided
	Outcome Outcome
	Figures []string // one line each
}

type claim struct {
	text string
	rule
}

type rule struct {
	text  string
	judge func(measuredTable) (Outcome, []string)
}

// list has all claims, in the order of section 6 of the paper.
var list = []claim{
	{"TruSt, Optimal and POP visit the same executions, as many as the paper has, and begin nothing redundant",
		rule{"every run that finished has the published number of executions and nothing redundant", sameCounts}},

	{"all three need constant memory on circular-buffer, fib-bench and linuxrwlocks",
		every(constant(trust, firstGroup...), constant(optimal, firstGroup...), constant(pop, firstGroup...))},
	{"POP is fastest on circular-buffer", every(faster(pop, optimal, "circular-buffer"), faster(pop, trust, "circular-buffer"))},
	{"TruSt is fastest on fib-bench and linuxrwlocks",
		every(faster(trust, pop, "fib-bench", "linuxrwlocks"), faster(trust, optimal, "fib-bench", "linuxrwlocks"))},

	{"Optimal's memory explodes on filesystem", explodes(optimal, "filesystem")},
	{"Optimal's memory explodes on indexer", explodes(optimal, "indexer")},
	{"POP is about twice as fast as Optimal on filesystem and indexer", times(pop, optimal, 1.5, 3, "filesystem", "indexer")},
	{"POP is about twice as fast as TruSt on filesystem and indexer", times(pop, trust, 1.5, 3, "filesystem", "indexer")},

	{"Optimal's memory explodes on lastzero", explodes(optimal, "lastzero")},
	{"Optimal's memory explodes on exp-mem3", explodes(optimal, "exp-mem3")},
	{"POP is about twice as fast as Optimal on lastzero and exp-mem3", times(pop, optimal, 1.5, 3, "lastzero", "exp-mem3")},
	{"TruSt is 2 to 5 times as fast as POP on lastzero and exp-mem3", times(trust, pop, 1.5, 5.5, "lastzero", "exp-mem3")},

	{"Optimal's memory explodes on dispatcher", explodes(optimal, "dispatcher")},
	{"Optimal's memory explodes on poke", explodes(optimal, "poke")},
	{"TruSt is a bit faster than POP on dispatcher", times(trust, pop, 1, 1.5, "dispatcher")},
	{"POP is faster than TruSt on poke", faster(pop, trust, "poke")},

	{"on long executions POP and Optimal are ahead of TruSt",
		every(aheadAtTheEnd(pop, trust, "length-param"), aheadAtTheEnd(optimal, trust, "length-param"))},
	{"POP needs less memory than Optimal on length-param", leaner(pop, optimal, "length-param")},

	{"POP needs constant memory, however many executions there are", constant(pop, manyExecutions()...)},
	{"TruSt needs constant memory, however many executions there are", constant(trust, manyExecutions()...)},
	{"POP is never slower than Optimal", never(pop, optimal)},
}

// others are claims of this laboratory about other tools, for results that have some of their rows. The time of a tool
// includes its compiler.
var others = []claim{
	{"POP is never slower here than in the tool of its authors", never(pop, "nidhugg-pop")},
	{"Optimal is never slower here than in Nidhugg", never(optimal, "nidhugg")},
	{"TruSt is never slower here than in GenMC", never(trust, "genmc")},
}

// The algorithms that the paper compares.
const (
	trust   = "trust"
	optimal = "optimal"
	pop     = "pop"
)

var firstGroup = []string{"circular-buffer", "fib-bench", "linuxrwlocks"}

// manyExecutions returns the benchmarks whose parameter adds executions, and not only longer ones.
func manyExecutions() []string {
	var names []string
	for _, row := range benchmarks.PaperTable() {
		if n := len(names); row.Benchmark != "length-param" && (n == 0 || names[n-1] != row.Benchmark) {
			names = append(names, row.Benchmark)
		}
	}
	return names
}

// Evaluate checks all claims against the cells, and those about other tools where they have been measured.
func Evaluate(cells []results.Cell) []Verdict {
	t := newTable(cells)
	var verdicts []Verdict
	for _, c := range list {
		outcome, figures := c.judge(t)
		verdicts = append(verdicts, Verdict{c.text, c.rule.text, outcome, figures})
	}
	for _, c := range others {
		if outcome, figures := c.judge(t); outcome != NotMeasured {
			verdicts = append(verdicts, Verdict{c.text, c.rule.text, outcome, figures})
		}
	}
	return verdicts
}

// every combines several rules with the same text into one: its outcome is the worst
// of theirs, and its figures are all of theirs.
func every(rules ...rule) rule {
	return rule{rules[0].text, func(t measuredTable) (Outcome, []string) {
		var outcomes []Outcome
		var all []string
		for _, r := range rules {
			outcome, figures := r.judge(t)
			outcomes, all = append(outcomes, outcome), append(all, figures...)
		}
		return worst(outcomes), all
	}}
}

func each(names []string, text string, judge func(t measuredTable, name string) (Outcome, []string)) rule {
	var rules []rule
	for _, name := range names {
		rules = append(rules, rule{text, func(t measuredTable) (Outcome, []string) { return judge(t, name) }})
	}
	return every(rules...)
}

// worst is the outcome of a claim about several programs: it is exceeded only where it is on each.
func worst(outcomes []Outcome) Outcome {
	for _, o := range []Outcome{NotConfirmed, NotMeasured, Undistinguished, Confirmed, Exceeded} {
		if slices.Contains(outcomes, o) {
			return o
		}
	}
	return NotMeasured
}

package errata_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/pop/algorithm2"
	"dporbench/frontends/smallprog"

	"github.com/google/go-cmp/cmp"
)

var writePage = flag.Bool("update", false, "TestPage: write the page")

const page = "../../../reference/errata/errata.md"

// TestPage checks that the code below generates the page; with -update, it writes the page.
func TestPage(t *testing.T) {
	got := newPage(t)
	if *writePage {
		if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("the page is not what is generated; -update writes it (-have +want):\n%s", d)
	}
}

const introduction = `### Errata of Algorithm 2

What Algorithm 2 prints, and what has to be done instead. Everything in the table is computed, from a plain
transcription of the algorithm (` + "`algos/pop/algorithm2`" + `) in which each correction is a switch: with none of them made it is the
algorithm as printed; with all of them it explores each class of every program tried once, and the same executions in
the same order as package pop, which has no expressions. Races and schedules are those of Algorithm 1 in all columns.

The columns give the number of executions, and where that is not right, how many classes are lost and how many
executions repeat one. Threads are tried in their order, p first, unless the order is named as random, with its seed.
Numbers 5 to 7 of our corrections are about locks and about threads that start others; they concern races, and not
Algorithm 2: 5 is rules R1 and R2 of [the rulebook](../../docs/rules.md), 6 is R3, 7 is R5. The paper has no CompareAndSwap,
which writes if it finds the expected value and only reads otherwise: 8 to 12 are needed for it, and are not errors of the
paper. 13 is needed for it, and without it where threads branch.

For 5 and 6 the smallest programs, among all of loads, stores, Locks and Unlocks, are these; they were found by
` + "`dporbench exhaust --alphabet mutex --rearrange --stop-at-first`" + `, built with the rule undone: ` + "`p: lock l; unlock l | q: lock l`" + `
(2 classes) loses one if Locks do not race, and visits an execution of no class if what happens before a Lock includes the
Unlock before it; ` + "`p: lock l | q: lock l`" + ` (2 classes) loses one if pending Locks are not reversed. 7 concerns threads that are started and
joined, which those programs do not do; ` + "`p: go { x=1 }; join; a=x`" + ` needs it.

`

// legend follows the table.
const legend = `
In the paragraphs below, e and e' are the events of the race E1·e·E2 that a schedule σ reverses, and x their variable. On smaller
programs the need of a correction was looked for in every order of their threads and in 3 to 100 random orders, by ` + "`TestSearch`" + `
of that package; a CompareAndSwap is an access.
`

func newPage(t *testing.T) string {
	var b strings.Builder
	b.WriteString(introduction)
	b.WriteString("| | Correction | Program | Classes | As printed | All but this one | All |\n|---|---|---|--:|--:|--:|--:|\n")
	for _, e := range errata {
		for i, example := range append([]example{e.example}, e.more...) {
			title := e.title
			if i > 0 {
				title = "as before"
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", e.correction, title, row(t, e.correction, example))
		}
	}
	b.WriteString(random(t) + legend)
	for _, e := range errata {
		fmt.Fprintf(&b, "\n**%s: %s.** %s\n\n- On the program: %s\n- Instead: %s\n- Smaller programs: %s\n",
			e.correction, e.title, e.printed, e.wrong, e.instead, e.smaller)
	}
	return b.String()
}

// row is the example with the results of its explorations.
func row(t *testing.T, c algorithm2.Corrections, e example) string {
	classes, err := algostest.Oracle(smallprog.MustBuild(e.program))
	if err != nil {
		t.Fatal(err)
	}
	cells := []string{
		fmt.Sprintf("`%s`%s", strings.ReplaceAll(e.program, "|", `\|`), orderOf(e.order)),
		fmt.Sprint(len(classes)),
	}
	for _, made := range []algorithm2.Corrections{0, algorithm2.All &^ c, algorithm2.All} {
		cells = append(cells, e.explore(made).cell(classes))
	}
	if e.explore(algorithm2.All&^c).errors(classes) == "" {
		t.Errorf("%s: %s: nothing is wrong without it", c, e.program)
	}
	if d := e.explore(algorithm2.All).errors(classes); d != "" {
		t.Errorf("%s: %s: with all corrections: %s", c, e.program, d)
	}
	return strings.Join(cells, " | ")
}

func orderOf(o algos.Options) string {
	if o.Order != algos.RandomThread {
		return ""
	}
	return fmt.Sprintf(", %v order, seed %d", o.Order, o.Seed)
}

// random reports how often the algorithm as printed is wrong.
func random(t *testing.T) string {
	const programs = 1000
	r := rand.New(rand.NewPCG(1, 0))
	compared, lost, repeated := 0, 0, 0
	for range programs {
		p := smallprog.Accesses(r)
		right := explore(algorithm2.All, p, algos.Options{})
		if right.executions > 500 {
			continue
		}
		compared++
		d := explore(0, p, algos.Options{})
		if d.lost(right.visits) > 0 {
			lost++
		}
		if d.repeated() > 0 {
			repeated++
		}
	}
	if lost == 0 {
		t.Error("nothing is lost on random programs")
	}
	return fmt.Sprintf("\nOf %d random programs of loads, stores and updates (`smallprog.Accesses`: up to 5 threads and 9 accesses; of those made, the ones with "+
		"at most 500 classes), the algorithm as printed loses classes of %d, and repeats classes of %d.\n",
		compared, lost, repeated)
}

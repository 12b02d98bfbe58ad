package estimate

import (
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"dporbench/algos"
	"dporbench/algos/sampling"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

var intervals = flag.Int("intervals", 0, "number of random programs to estimate, to write reference/intervals.csv and the page from scratch")

const intervalsFile = "../../../reference/intervals.csv"

// guess is an estimate for a program whose number of executions is known.
type guess struct {
	program string
	budget  int64
	truth   float64
	sampling.Estimate
}

// held reports whether the estimate is true: the interval contains the number, or the number is at least Low.
func (g guess) held() bool {
	const rounding = 1e-6
	return g.Low <= g.truth*(1+rounding) && (g.High == 0 || g.truth*(1-rounding) <= g.High)
}

// kind is the kind of the estimate.
func (g guess) kind() string {
	switch {
	case g.Exact:
		return "counted"
	case g.High > 0:
		return "interval"
	}
	return "at least"
}

// known is a program whose number of executions is known.
type known struct {
	name    string
	program *model.Program
	truth   float64
}

// wide returns a program of threads that access one variable each: a store, or two loads. The n stores to a variable come in
// any order, and a thread's first load of it in any of n+1 places, and its second there or later.
func wide(c *rand.Rand) known {
	k := known{program: model.NewProgram("wide"), truth: 1}
	for range 1 + c.IntN(3) {
		x := k.program.Var("x", 0)
		stores, loads := 1+c.IntN(7), c.IntN(8)
		k.name += fmt.Sprintf(" %d:%d", stores, loads)
		for n := range stores {
			k.program.Thread("store", func(t *model.Thread) { t.Store(x, int64(n)) })
			k.truth *= float64(n + 1)
		}
		for range loads {
			k.program.Thread("load", func(t *model.Thread) { t.Load(x); t.Load(x) })
			k.truth *= float64((stores + 1) * (stores + 2) / 2)
		}
	}
	k.name = "wide" + k.name
	return k
}

// grown returns one to three copies of a random program that have no variable in common, if one copy can be
// counted. TestExact compares the count with an exploration.
func grown(c *rand.Rand) (k known, ok bool) {
	const variables = 6
	copies := 1 + c.IntN(3)
	one := smallprog.Program{Threads: make([][]smallprog.Statement, 2+c.IntN(9/copies))}
	ops := [][]smallprog.Op{
		{smallprog.Load, smallprog.Store},
		{smallprog.Load, smallprog.Load, smallprog.Store, smallprog.StoreRegister, smallprog.Update},
		{smallprog.Load, smallprog.Load, smallprog.Store, smallprog.CAS, smallprog.CAS},
	}[c.IntN(3)]
	shared := 1 + c.IntN(variables/copies)
	for range 6 + c.IntN(24/copies) {
		s := smallprog.Statement{Op: ops[c.IntN(len(ops))], Object: c.IntN(shared), Register: c.IntN(2), A: int64(c.IntN(3)), B: int64(c.IntN(3))}
		if c.IntN(5) == 0 {
			s = smallprog.Statement{Op: smallprog.If, Register: c.IntN(2), A: int64(c.IntN(2)), Body: []smallprog.Statement{s}}
		}
		t := c.IntN(len(one.Threads))
		one.Threads[t] = append(one.Threads[t], s)
	}
	counted, err := sampling.Executions(context.Background(), algos.Options{}, one.Build(), sampling.Effort{Executions: 20_000})
	if err != nil || !counted.Exact {
		return known{}, false
	}
	all := one
	for n := 1; n < copies; n++ {
		all.Threads = append(slices.Clip(all.Threads), moved(one, n*shared).Threads...)
	}
	return known{all.String(), all.Build(), math.Pow(counted.Executions, float64(copies))}, true
}

// moved is p with other variables.
func moved(p smallprog.Program, by int) smallprog.Program {
	var move func([]smallprog.Statement) []smallprog.Statement
	move = func(body []smallprog.Statement) []smallprog.Statement {
		body = slices.Clone(body)
		for i := range body {
			body[i].Object += by
			body[i].Body = move(body[i].Body)
		}
		return body
	}
	q := smallprog.Program{}
	for _, body := range p.Threads {
		q.Threads = append(q.Threads, move(body))
	}
	return q
}

// benchmark returns a benchmark with a closed form, derived from Table 1.
func benchmark(c *rand.Rand) known {
	name, n, truth := "lastzero", 10+c.IntN(46), 0.0
	truth = float64(n+3) * math.Pow(2, float64(n-2))
	if c.IntN(2) == 0 {
		name, n, truth = "exp-mem3", 6+c.IntN(14), 2
		for i := range n {
			truth *= float64(i + 1)
		}
	}
	b, _ := benchmarks.Lookup(name)
	p, _ := b.Program(n)
	return known{fmt.Sprint(name, " ", n), p, truth}
}

// TestClosedForms: the true numbers of executions, computed in closed form, agree with Table 1.
func TestClosedForms(t *testing.T) {
	compared := 0
	for seed := range uint64(200) {
		k := benchmark(rand.New(rand.NewPCG(seed, 0)))
		var name string
		var n int
		fmt.Sscan(k.name, &name, &n)
		if published, ok := benchmarks.Expected(name, []int{n}); ok {
			compared++
			if float64(published.Executions) != k.truth {
				t.Errorf("%s: %v executions, published are %d", k.name, k.truth, published.Executions)
			}
		}
	}
	if compared == 0 {
		t.Error("no number was compared")
	}
}

// guesses estimates the given number of programs with between 10^3 and 10^19 executions, with several budgets.
func guesses(t *testing.T, programs int, budgets []int64) (all []guess) {
	for seed := uint64(1); programs > 0; seed++ {
		c := rand.New(rand.NewPCG(seed, 2))
		k, ok := known{}, true
		switch seed % 4 {
		case 0:
			k = wide(c)
		case 1:
			k = benchmark(c)
		default:
			k, ok = grown(c)
		}
		if !ok || k.truth < 1e3 || k.truth > 1e19 {
			continue
		}
		programs--
		for _, budget := range budgets {
			e, err := sampling.Executions(t.Context(), algos.Options{}, k.program, sampling.Effort{Executions: budget, Seed: seed})
			if err != nil {
				t.Fatalf("%s: %v", k.name, err)
			}
			all = append(all, guess{k.name, budget, k.truth, e})
		}
	}
	return all
}

// TestIntervals: as many intervals and lower bounds hold as claimed. The page must agree with the file of many
// intervals. With -intervals both are made from scratch.
func TestIntervals(t *testing.T) {
	programs, budgets := 40, []int64{100, 500, 2500}
	if testing.Short() {
		programs, budgets = 20, budgets[:2]
	}
	checkGuesses(t, guesses(t, programs, budgets))
	if *intervals > 0 {
		writeGuesses(t, guesses(t, *intervals, []int64{100, 300, 1000, 3000}))
	}
	all := readGuesses(t)
	checkGuesses(t, all)
	var shown bytes.Buffer
	drawGuesses(&shown, all)
	page, err := os.ReadFile(estimatesPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := bytes.Cut(page, []byte("| size |"))
	_, after, found := bytes.Cut(rest, []byte("\n\n"))
	want := slices.Concat(before, shown.Bytes(), []byte("\n"), after)
	if *intervals > 0 && found {
		if err := os.WriteFile(estimatesPage, want, 0o666); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(page, want) {
		t.Errorf("%s does not show what %s says:\n%s", estimatesPage, intervalsFile, shown.Bytes())
	}
}

// checkGuesses fails if as few estimates hold as would by chance in less than one case of a hundred if 95 % were to
// hold, or if hardly any are of some kind.
func checkGuesses(t *testing.T, all []guess) {
	for _, kind := range []string{"counted", "interval", "at least"} {
		n, held := 0, 0
		for _, g := range all {
			if g.kind() != kind {
				continue
			}
			n++
			if g.held() {
				held++
			} else {
				t.Logf("%s, budget %d: %v to %v, of %v", g.program, g.budget, g.Low, g.High, g.truth)
			}
		}
		t.Logf("%s: %d of %d held", kind, held, n)
		if n < len(all)/30 {
			t.Errorf("%s: only %d of %d estimates", kind, n, len(all))
		}
		if kind == "counted" && held < n || chanceOf(n, held) < 0.01 {
			t.Errorf("%s: only %d of %d held", kind, held, n)
		}
	}
}

// chanceOf is the probability that at most held of n estimates hold, if each does with 95 %.
func chanceOf(n, held int) (sum float64) {
	ways := func(n int) float64 { x, _ := math.Lgamma(float64(n + 1)); return x }
	for k := range held + 1 {
		sum += math.Exp(ways(n) - ways(k) - ways(n-k) + float64(k)*math.Log(0.95) + float64(n-k)*math.Log(0.05))
	}
	return sum
}

var guessColumns = []string{"program", "budget", "executions", "low", "high", "exact", "passes", "doubt"}

func writeGuesses(t *testing.T, all []guess) {
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	w.Write(guessColumns)
	for _, g := range all {
		w.Write([]string{g.program, fmt.Sprint(g.budget), fmt.Sprint(g.truth), fmt.Sprint(g.Low), fmt.Sprint(g.High), fmt.Sprint(g.Exact), fmt.Sprint(g.Passes), g.Doubt})
	}
	w.Flush()
	if err := os.WriteFile(intervalsFile, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

func readGuesses(t *testing.T) (all []guess) {
	file, err := os.Open(intervalsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil || len(lines) < 2 || !slices.Equal(lines[0], guessColumns) {
		t.Fatalf("%s: not a file of intervals: %v", intervalsFile, err)
	}
	for i, line := range lines[1:] {
		var numbers [5]float64
		for j, column := range []int{1, 2, 3, 4, 6} {
			if numbers[j], err = strconv.ParseFloat(line[column], 64); err != nil {
				t.Fatalf("%s:%d: %v", intervalsFile, i+2, err)
			}
		}
		all = append(all, guess{line[0], int64(numbers[0]), numbers[1], sampling.Estimate{
			Low: numbers[2], High: numbers[3], Exact: line[5] == "true", Passes: int(numbers[4]), Doubt: line[7]}})
	}
	return all
}

// drawGuesses draws a row for programs of each size.
func drawGuesses(w io.Writer, all []guess) {
	fmt.Fprint(w, "| size | estimates | counted | interval | of these hold | median width | at least | of these hold |\n|---|---:|---:|---:|---:|---:|---:|---:|\n")
	row := func(name string, from, to float64) {
		number, held := map[string]int{}, map[string]int{}
		var widths []float64
		for _, g := range all {
			if g.truth < from || g.truth >= to {
				continue
			}
			number[g.kind()]++
			if g.held() {
				held[g.kind()]++
			}
			if g.kind() == "interval" {
				widths = append(widths, (g.High-g.Low)/g.truth)
			}
		}
		width := "none"
		if slices.Sort(widths); len(widths) > 0 {
			width = percent(widths[len(widths)/2])
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %s | %d | %d |\n", name, number["counted"]+number["interval"]+number["at least"],
			number["counted"], number["interval"], held["interval"], width, number["at least"], held["at least"])
	}
	for from := 3; from < 18; from += 3 {
		row(fmt.Sprintf("10^%d to 10^%d", from, from+3), math.Pow10(from), math.Pow10(from+3))
	}
	row("more, to 10^19", 1e18, math.Inf(1))
	row("all", 0, math.Inf(1))
}

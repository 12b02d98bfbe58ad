package sample

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/samplers"
	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/flags"
	"dporbench/model"
)

const (
	trialsFile = "../../../reference/trials.csv"
	trialsPage = "../../../reference/trials.md"
)

// Our trials: their number for each program and sampler, and the maximum runs and events of each.
const (
	ourTrials = 20
	ourRuns   = 10_000
	ourEvents = 500_000
)

// TestPublishedTrials compares how many runs it takes to the first failure with the figures published by the
// authors of RFF, program by program: reference/trials.md must agree with reference/trials.csv. If CPROG_SUITES
// names a folder with checkouts of SCTBench (sctbench) and RFF (rff), both files are made from scratch.
func TestPublishedTrials(t *testing.T) {
	if root := os.Getenv("CPROG_SUITES"); root != "" {
		rows := compareTrials(t, root)
		writeTrials(t, rows)
	}
	rows := readTrials(t)
	var shown bytes.Buffer
	drawTrials(&shown, rows)
	page, err := os.ReadFile(trialsPage)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(page, shown.Bytes()) {
		t.Errorf("%s does not show what %s says:\n%s", trialsPage, trialsFile, shown.Bytes())
	}
}

// trialRow is the result of trials with one program.
type trialRow struct {
	program, source, configuration string
	trials, found                  int
	mean, median                   float64 // of the runs to the first failure, of the trials that had one
}

var trialsHeader = []string{"program", "source", "configuration", "trials", "found", "mean", "median"}

func rowOf(program, source, configuration string, trials int, firsts []float64) trialRow {
	r := trialRow{program: program, source: source, configuration: configuration, trials: trials, found: len(firsts)}
	if len(firsts) == 0 {
		return r
	}
	slices.Sort(firsts)
	for _, n := range firsts {
		r.mean += n / float64(len(firsts))
	}
	r.median = (firsts[len(firsts)/2] + firsts[(len(firsts)-1)/2]) / 2
	return r
}

// fileOf is the SCTBench file of a program of RFF, or "".
func fileOf(root, program string) string {
	folder, name, _ := strings.Cut(program, "/")
	var patterns []string
	switch folder {
	case "CS":
		patterns = []string{"concurrent-software-benchmarks/" + name + "_bad.c"}
	case "Inspect_benchmarks":
		patterns = []string{"inspect_examples/" + name + ".c", "inspect_benchmarks/" + name + ".c"}
	}
	for _, p := range patterns {
		path := filepath.Join(root, "sctbench/benchmarks", p)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

func compareTrials(t *testing.T, root string) (rows []trialRow) {
	published := readPublished(t, filepath.Join(root, "rff/scripts/data-analysis/full-data.csv"))
	for _, program := range inOrder(published) {
		file := fileOf(root, program)
		if file == "" {
			continue
		}
		ours, err := ourTrialsOf(program, file)
		t.Logf("%s: %v, error %v", program, ours, err)
		if err != nil {
			continue
		}
		configurations := published[program]
		for _, configuration := range inOrder(configurations) {
			all := configurations[configuration]
			found := slices.DeleteFunc(slices.Clone(all), func(n float64) bool { return n == 0 })
			rows = append(rows, rowOf(program, "published", configuration, len(all), found))
		}
		rows = append(rows, ours...)
	}
	return rows
}

// readPublished reads how many schedules each trial took until a bug, 0 for none, by program and configuration.
// The file's first two columns, without names, are the configuration and the program; the number of the trial
// comes next, and then the columns with names.
func readPublished(t *testing.T, path string) map[string]map[string][]float64 {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	reader := csv.NewReader(file)
	reader.FieldsPerRecord = -1
	records, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(records[0], "scheds_to_bug")
	all := map[string]map[string][]float64{}
	for _, r := range records[1:] {
		if len(r) <= at {
			continue
		}
		if all[r[1]] == nil {
			all[r[1]] = map[string][]float64{}
		}
		n, _ := strconv.ParseFloat(r[at], 64)
		all[r[1]][r[0]] = append(all[r[1]][r[0]], n)
	}
	return all
}

func inOrder[V any](m map[string]V) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// ourTrialsOf returns our trials, with a bound on loops if they do not end otherwise.
func ourTrialsOf(program, file string) (rows []trialRow, err error) {
	for _, bound := range []int{0, 8} {
		p, loadErr := cprog.Load(file, cprog.Options{Nondet: cprog.Range{From: 0, To: 1}, Unroll: bound})
		if err = loadErr; err != nil {
			continue
		}
		if rows, err = trialsOf(program, p); err == nil {
			return rows, nil
		}
	}
	return nil, err
}

func trialsOf(program string, p *model.Program) (rows []trialRow, err error) {
	ctx, o := context.Background(), algos.Options{Seed: 1, MaxSteps: 20_000}
	profile, err := samplers.NewProfile(ctx, o, p)
	if err != nil {
		return nil, err
	}
	for _, m := range allMethods() {
		var firsts []float64
		o.Places = m.Placed
		for trial := range uint64(ourTrials) {
			o.Seed = trial + 1
			first, err := firstFailure(ctx, o, p, func() samplers.Sampler { return m.New(profile) })
			if err != nil {
				return nil, err
			}
			if first > 0 {
				firsts = append(firsts, float64(first))
			}
		}
		rows = append(rows, rowOf(program, "here", m.Name, ourTrials, firsts))
	}
	return rows, nil
}

// firstFailure is the number of the first run that fails, or 0.
func firstFailure(ctx context.Context, o algos.Options, p *model.Program, s func() samplers.Sampler) (first int, err error) {
	runs, events := 0, 0
	_, err = samplers.New(o, s, ourRuns).Explore(ctx, p, func(e *model.Execution) error {
		runs++
		events += len(e.Events())
		if slices.Contains(flags.Failures(), e.Outcome()) {
			first = runs
		}
		if first > 0 || events > ourEvents {
			return algos.ErrStop
		}
		return nil
	})
	return first, err
}

func writeTrials(t *testing.T, rows []trialRow) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(trialsHeader)
	for _, r := range rows {
		w.Write([]string{r.program, r.source, r.configuration, strconv.Itoa(r.trials), strconv.Itoa(r.found),
			strconv.FormatFloat(r.mean, 'f', 1, 64), strconv.FormatFloat(r.median, 'f', 1, 64)})
	}
	w.Flush()
	var page bytes.Buffer
	drawTrials(&page, rows)
	if err := errors.Join(w.Error(), os.WriteFile(trialsFile, b.Bytes(), 0o666), os.WriteFile(trialsPage, page.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
}

func readTrials(t *testing.T) (rows []trialRow) {
	file, err := os.Open(trialsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil || !slices.Equal(records[0], trialsHeader) {
		t.Fatalf("%s: error %v, columns %v", trialsFile, err, records[0])
	}
	for _, f := range records[1:] {
		r := trialRow{program: f[0], source: f[1], configuration: f[2]}
		var errs [4]error
		r.trials, errs[0] = strconv.Atoi(f[3])
		r.found, errs[1] = strconv.Atoi(f[4])
		r.mean, errs[2] = strconv.ParseFloat(f[5], 64)
		r.median, errs[3] = strconv.ParseFloat(f[6], 64)
		if err := errors.Join(errs[:]...); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

const trialsIntroduction = `# Runs to the first failure

The published trials of RFF (Wolff et al., ASPLOS 2024; github.com/dylanjwolff/RFF, scripts/data-analysis/full-data.csv:
59 programs, of which 20 trials each under 10 configurations) against ours, on those of the programs that are files of
SCTBench (github.com/mc-imperial/sctbench) in C. The mean number of schedules to the first bug, over the trials that found it;
in brackets how many trials did, unless all. Of theirs, PCT is ` + "`pct-no-rff-always-rand-schedfuzz`" + `, POS
` + "`pos-only-schedfuzz`" + `, RFF ` + "`power-coe-always-rand-schedfuzz`" + `, and best the least of all ten.
[trials.csv](trials.csv) has all of them, with medians. Ours are 20 trials, each of 10,000 runs or 500,000 events at most.

The figures are not of the same machines: theirs run compiled code, with an event for each instruction that accesses
memory; ours runs the source, with an event for each access to a variable that threads share, and rand returns 0 or 1. Their
mutator can also read the pairs of writes and reads that there may be from a file; ours pairs the accesses that it has seen.
Files that do not load here, such as qsort_mt, and variants that SCTBench does not have, such as reorder_50, are left out.

`

// drawTrials writes the page.
func drawTrials(w *bytes.Buffer, rows []trialRow) {
	w.WriteString(trialsIntroduction)
	w.WriteString("| program | published: PCT | POS | RFF | best | here:")
	for i, name := range samplers.Names() {
		fmt.Fprintf(w, "%s%s", []string{" ", " | "}[min(i, 1)], name)
	}
	w.WriteString(" |\n|---" + strings.Repeat("|---:", 4+len(samplers.Names())) + "|\n")
	var programs []string
	for _, r := range rows {
		if !slices.Contains(programs, r.program) {
			programs = append(programs, r.program)
		}
	}
	for _, program := range programs {
		fmt.Fprintf(w, "| %s |", program)
		for _, configuration := range []string{"pct-no-rff-always-rand-schedfuzz", "pos-only-schedfuzz", "power-coe-always-rand-schedfuzz"} {
			fmt.Fprintf(w, " %s |", trialCell(rows, program, "published", configuration))
		}
		fmt.Fprintf(w, " %s |", best(rows, program))
		for _, name := range samplers.Names() {
			fmt.Fprintf(w, " %s |", trialCell(rows, program, "here", name))
		}
		w.WriteString("\n")
	}
}

func trialCell(rows []trialRow, program, source, configuration string) string {
	for _, r := range rows {
		if r.program == program && r.source == source && r.configuration == configuration {
			return r.String()
		}
	}
	return "–"
}

func (r trialRow) String() string {
	switch {
	case r.found == 0:
		return "none"
	case r.found < r.trials:
		return fmt.Sprintf("%s (%d)", meanOf(r.mean), r.found)
	}
	return meanOf(r.mean)
}

func meanOf(x float64) string {
	if x < 100 {
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return number(x)
}

// best is the published row with the most trials that found the bug and, among these, the smallest mean.
func best(rows []trialRow, program string) string {
	var least *trialRow
	for i, r := range rows {
		if r.program != program || r.source != "published" || r.found == 0 {
			continue
		}
		if least == nil || r.found > least.found || r.found == least.found && r.mean < least.mean {
			least = &rows[i]
		}
	}
	if least == nil {
		return "none"
	}
	return least.String()
}

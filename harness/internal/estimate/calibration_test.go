package estimate

import (
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/sampling"
	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/table"
)

var estimates = flag.Int("calibrate", 0, "number of estimates of each row of Table 1, to write reference/estimates.csv and the page from scratch")

const (
	estimatesFile = "../../../reference/estimates.csv"
	estimatesPage = "../../../reference/estimates.md"
)

// TestCalibration compares estimates of the number of executions with the numbers of Table 1, and their cost with
// the cost of exploring. The page must agree with the file. With -calibrate both are made from scratch.
func TestCalibration(t *testing.T) {
	if *estimates > 0 {
		calibrate(t)
	}
	trials, err := readTrials(estimatesFile)
	if err != nil {
		t.Fatal(err)
	}
	var shown bytes.Buffer
	drawCalibration(&shown, summarise(trials))
	page, err := os.ReadFile(estimatesPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := bytes.Cut(page, []byte("| row |"))
	_, after, found := bytes.Cut(rest, []byte("hold the number.\n"))
	want := slices.Concat(before, shown.Bytes(), after)
	if *estimates > 0 && found {
		if err := os.WriteFile(estimatesPage, want, 0o666); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(page, want) {
		t.Errorf("%s does not show what %s says:\n%s", estimatesPage, estimatesFile, shown.Bytes())
	}
}

func calibrate(t *testing.T) {
	file, err := os.Create(estimatesFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := newWriter(file)
	a, _ := catalog.Lookup("pop")
	if err := measureTrials(t.Context(), a, *estimates, w.add); err != nil {
		t.Fatal(err)
	}
}

// share is the fraction of the executions that an estimate may use.
const share = 0.02

// trial is one estimate with a budget of as many events as Budget executions have or, if that is 0, the whole
// exploration.
type trial struct {
	Row    benchmarks.PaperRow
	Seed   uint64
	Budget int64
	sampling.Estimate
	Seconds float64 // time taken
}

// name is the name of the row.
func (t trial) name() string { return fmt.Sprint(t.Row.Benchmark, t.Row.Params) }

// error is the relative error.
func (t trial) error() float64 {
	truth := float64(t.Row.Executions)
	return math.Abs(t.Executions-truth) / truth
}

// held reports whether the interval contains the number, which is whole.
func (t trial) held() bool {
	truth := float64(t.Row.Executions)
	return t.High > 0 && t.Low-0.5 <= truth && truth <= t.High+0.5
}

// measureTrials explores each row, and makes the given number of estimates of it from share of its executions. It calls found
// with each.
func measureTrials(ctx context.Context, a catalog.Algorithm, estimates int, found func(trial) error) error {
	for _, row := range benchmarks.PaperTable() {
		b, _ := benchmarks.Lookup(row.Benchmark)
		p, err := b.Program(row.Params...)
		if err != nil {
			return err
		}
		begin := time.Now()
		s, err := a.New(algos.Options{}).Explore(ctx, p, nil)
		if err != nil {
			return err
		}
		n := float64(s.Executions)
		whole := trial{Row: row, Estimate: sampling.Estimate{Executions: n, Low: n, High: n, Exact: true, Passes: 1, Visited: n}, Seconds: time.Since(begin).Seconds()}
		if err := found(whole); err != nil {
			return err
		}
		budget := int64(math.Ceil(share * float64(row.Executions)))
		for seed := range uint64(estimates) {
			t := trial{Row: row, Seed: seed, Budget: budget}
			begin := time.Now()
			if t.Estimate, err = sampling.Executions(ctx, algos.Options{}, p, sampling.Effort{Executions: budget, Seed: seed}); err != nil {
				return fmt.Errorf("%s: %w", t.name(), err)
			}
			t.Seconds = time.Since(begin).Seconds()
			if err := found(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// rowSummary summarises the estimates of a row. Shares are of the whole exploration.
type rowSummary struct {
	Row     benchmarks.PaperRow
	Error   float64 // median, relative
	Worst   float64
	Visited float64 // mean share of the events
	Time    float64 // median share of the time
	Counted int     // exact estimates
	Bounded int     // estimates with an interval
	Held    int     // intervals that contain the number
	Of      int     // estimates
}

// good reports whether the estimates of the row are good enough.
func (s rowSummary) good() bool { return s.Error <= 0.05 && s.Visited <= 1.1*share }

// summarise summarises the estimates of each row.
func summarise(trials []trial) (all []rowSummary) {
	for i := 0; i < len(trials); {
		n := 1
		for i+n < len(trials) && trials[i+n].name() == trials[i].name() {
			n++
		}
		all = append(all, summary(trials[i:i+n]))
		i += n
	}
	return all
}

func summary(trials []trial) rowSummary {
	truth := float64(trials[0].Row.Executions)
	s := rowSummary{Row: trials[0].Row}
	var errors, times []float64
	whole := 0.0
	for _, t := range trials {
		if t.Budget == 0 {
			whole = t.Seconds
			continue
		}
		s.Of++
		errors, times = append(errors, t.error()), append(times, t.Seconds)
		s.Visited += t.Visited / truth
		if t.Exact {
			s.Counted++
		}
		if t.High > 0 {
			s.Bounded++
		}
		if t.held() {
			s.Held++
		}
	}
	slices.Sort(errors)
	slices.Sort(times)
	s.Visited /= float64(s.Of)
	s.Time = times[len(times)/2] / whole
	s.Error, s.Worst = errors[len(errors)/2], errors[len(errors)-1]
	return s
}

var columns = []string{"benchmark", "params", "seed", "budget", "executions", "estimate", "low", "high", "exact", "passes", "spread", "visited", "seconds"}

// trialWriter writes trials as CSV.
type trialWriter struct{ *csv.Writer }

// newWriter returns a trialWriter that has written the names of the columns.
func newWriter(w io.Writer) trialWriter {
	out := trialWriter{csv.NewWriter(w)}
	out.Write(columns)
	return out
}

// add writes a trial.
func (w trialWriter) add(t trial) error {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }
	w.Write([]string{
		t.Row.Benchmark, strings.Trim(fmt.Sprint(t.Row.Params), "[]"), fmt.Sprint(t.Seed), fmt.Sprint(t.Budget), fmt.Sprint(t.Row.Executions),
		number(t.Executions), number(t.Low), number(t.High), fmt.Sprint(t.Exact), fmt.Sprint(t.Passes), number(t.Spread), number(t.Visited), number(t.Seconds),
	})
	w.Flush()
	return w.Error()
}

// readTrials reads the file at path, written by a trialWriter.
func readTrials(path string) (trials []trial, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil || len(lines) < 2 || strings.Join(lines[0], ",") != strings.Join(columns, ",") {
		return nil, fmt.Errorf("%s: not a file of estimates with their numbers", path)
	}
	for i, line := range lines[1:] {
		t, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+2, err)
		}
		trials = append(trials, t)
	}
	return trials, nil
}

func parse(line []string) (t trial, err error) {
	t.Row = benchmarks.PaperRow{Benchmark: line[0]}
	for _, word := range strings.Fields(line[1]) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return t, err
		}
		t.Row.Params = append(t.Row.Params, n)
	}
	t.Exact = line[8] == "true"
	var rest string
	_, err = fmt.Sscan(strings.Join([]string{line[2], line[3], line[4], line[5], line[6], line[7], line[9], line[10], line[11], line[12]}, " ")+" end",
		&t.Seed, &t.Budget, &t.Row.Executions, &t.Executions, &t.Low, &t.High, &t.Passes, &t.Spread, &t.Visited, &t.Seconds, &rest)
	return t, err
}

// drawCalibration writes a Markdown table of the accuracy and the cost of estimates.
func drawCalibration(w io.Writer, rows []rowSummary) error {
	var text strings.Builder
	text.WriteString("| row | executions | error, median | worst | explored | time | counted | intervals that held |\n")
	text.WriteString("|---|---:|---:|---:|---:|---:|---:|---:|\n")
	good, bounded, held := 0, 0, 0
	for _, s := range rows {
		name := s.Row.Benchmark + "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Row.Params), " ", ", "), "[]") + ")"
		mark := ""
		if s.good() {
			good++
			mark = " ✓"
		}
		intervals := "none"
		if s.Bounded > 0 {
			intervals = fmt.Sprintf("%d of %d", s.Held, s.Bounded)
			bounded += s.Bounded
			held += s.Held
		}
		fmt.Fprintf(&text, "| %s%s | %s | %s | %s | %s | %s | %d of %d | %s |\n", name, mark, table.Count(s.Row.Executions),
			percent(s.Error), percent(s.Worst), percent(s.Visited), percent(s.Time), s.Counted, s.Of, intervals)
	}
	fmt.Fprintf(&text, "\nWithin 5 %% from 2 %% of the executions (✓): %d of %d rows. %d estimates have an interval, and %d of these intervals, %s,\nhold the number.\n",
		good, len(rows), bounded, held, percent(float64(held)/float64(max(bounded, 1))))
	_, err := io.WriteString(w, text.String())
	return err
}

func percent(x float64) string {
	if x < 0.1 {
		return fmt.Sprintf("%.1f %%", 100*x)
	}
	return fmt.Sprintf("%.0f %%", 100*x)
}

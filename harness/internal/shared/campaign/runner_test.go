package campaign

import (
	"context"
	"encoding/csv"
	"errors"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/measure"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/tool"
	"dporbench/results"
)

// childVariable makes this test binary the child of a run of the algorithm it names.
const childVariable = "DPORBENCH_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "tool" {
		other, _ := tool.Lookup("nidhugg-rf")
		measure.Foreign(other, exec.Command("sh", "-c", "echo Trace count: 9; echo Await-blocked trace count: 2"), 1<<30)
		return
	}
	work, ok := algorithms[os.Getenv(childVariable)]
	if !ok {
		os.Exit(m.Run())
	}
	job.Child(100, &job.Unmeasured{}, work)
}

// fullStats has a different number in every counter: 11 in the first, 12 in the second
// and so on.
var fullStats = func() (s algos.Stats) {
	n := int64(10)
	for _, counters := range []any{&s.Counts, &s.Peak, &s.Work} {
		v := reflect.ValueOf(counters).Elem()
		for i := range v.NumField() {
			if counter, ok := v.Field(i).Addr().Interface().(*int64); ok {
				n++
				*counter = n
			}
		}
	}
	return s
}()

var algorithms = map[string]job.Work{
	"quick": func(func(*algos.Stats)) (algos.Stats, error) {
		for start := time.Now(); time.Since(start) < 30*time.Millisecond; { // CPU time is counted coarsely
		}
		return fullStats, nil
	},
	"bad": func(func(*algos.Stats)) (algos.Stats, error) {
		return fullStats, errors.New("thread 1 ran past the step bound")
	},
	"slow": func(progress func(*algos.Stats)) (algos.Stats, error) {
		progress(&fullStats)
		time.Sleep(time.Hour)
		return fullStats, nil
	},
}

var common = results.Run{Order: "random", Memory: "sc", Seed: 5, Timeout: time.Minute, MemLimit: 2 << 30, GOGC: 100, Jobs: 2}

func newRunner(t *testing.T) *Runner {
	build, err := BuildOf(os.Args[0], "0123abc")
	if err != nil {
		t.Fatal(err)
	}
	return &Runner{Build: build, Watch: &recorder{}, Command: func(run results.Run) (*exec.Cmd, error) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childVariable+"="+run.Algorithm)
		return cmd, nil
	}}
}

// onePlan runs each algorithm once, in the given order.
func onePlan(algorithms ...string) iter.Seq[results.Run] {
	var plan []results.Run
	for _, name := range algorithms {
		plan = slices.AppendSeq(plan, Plan([]program.Spec{{Kind: program.Benchmark{Name: "length-param", Params: []int{2, 3}}}}, []string{name}, 1, common))
	}
	return slices.Values(plan)
}

// TestEveryColumnHasAValue measures a run with something in every counter, one that fails, and
// one of another tool, and looks for a column that stays empty or zero in the results or samples
// file.
func TestEveryColumnHasAValue(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.csv")
	out, _, err := results.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	samples, err := results.CreateSamples(results.SamplesPath(path))
	if err != nil {
		t.Fatal(err)
	}
	defer samples.Close()
	r := newRunner(t)
	r.Out, r.Samples = out, samples
	if _, err := r.Measure(t.Context(), onePlan("quick", "bad", "tool")); err != nil {
		t.Fatal(err)
	}
	if n := checkColumns(t, path); n != 3 {
		t.Errorf("%d rows", n)
	}
	checkColumns(t, results.SamplesPath(path))
}

// checkColumns looks for columns that are empty or zero in all rows of a file, and
// returns the number of rows.
func checkColumns(t *testing.T, path string) (rows int) {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range records[0] {
		if !slices.ContainsFunc(records[1:], func(record []string) bool { return !zero(record[i]) }) {
			t.Errorf("%s: column %s is always empty or zero", filepath.Base(path), name)
		}
	}
	return len(records) - 1
}

func zero(text string) bool { return strings.Trim(text, "0.") == "" }

// TestRowHasEveryCounter looks for each counter of an explorer in the row, by name.
func TestRowHasEveryCounter(t *testing.T) {
	var row results.Row
	fill(&row, measure.Result{Status: results.OK, Report: job.Report{Stats: fullStats}})
	compareCounters(t, fullStats.Counts, row)
	compareCounters(t, fullStats.Peak, row.Stored)
}

func compareCounters(t *testing.T, from, to any) {
	want, got := reflect.ValueOf(from), reflect.ValueOf(to)
	for i := range want.NumField() {
		name := want.Type().Field(i).Name
		n, ok := want.Field(i).Interface().(int64)
		if !ok {
			continue
		}
		if f := got.FieldByName(name); !f.IsValid() || f.Int() != n {
			t.Errorf("%T has %s = %d, %T does not", from, name, n, to)
		}
	}
}

// TestRowIsTheReport compares a row with the counters of its child.
func TestRowIsTheReport(t *testing.T) {
	rows, err := newRunner(t).Measure(t.Context(), onePlan("quick", "bad"))
	if err != nil {
		t.Fatal(err)
	}
	want := results.Row{Counts: fullStats.Counts, Stored: fullStats.Peak}
	got := rows[0]
	if got.Status != results.OK || got.Stored != want.Stored || got.Counts != want.Counts || got.Executions != 11 {
		t.Errorf("row %+v", got)
	}
	bad := rows[1]
	if bad.Status != results.Failed || bad.Error != "thread 1 ran past the step bound" || bad.Reached != 11 {
		t.Errorf("row %+v", bad)
	}
	if bad.Executions != 0 || bad.Wall != 0 {
		t.Errorf("a run that failed has figures: %+v", bad)
	}
}

// recorder is a Watcher that records its calls.
type recorder struct {
	told     []string
	progress func()
}

func (r *recorder) tell(what string, run results.Run) {
	r.told = append(r.told, what+" "+run.Algorithm)
}
func (r *recorder) Begin(run results.Run) { r.tell("begin", run) }
func (r *recorder) End(row results.Row)   { r.tell(string(row.Status), row.Run) }
func (r *recorder) Skip(run results.Run)  { r.tell("skip", run) }
func (r *recorder) Progress(job.Progress) {
	if r.progress != nil {
		r.progress()
	}
}

func TestResumeSkipsWhatIsKnown(t *testing.T) {
	plan := onePlan("quick", "bad")
	earlier, err := newRunner(t).Measure(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	watch := &recorder{}
	r := newRunner(t)
	r.Known, r.Watch = earlier, watch
	rows, err := r.Measure(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"skip quick", "begin bad", "failed bad"}; !slices.Equal(watch.told, want) {
		t.Errorf("told %q, want %q", watch.told, want)
	}
	if len(rows) != 2 || !rows[0].Start.Equal(earlier[0].Start) {
		t.Errorf("rows %v", rows)
	}

	earlier[0].Build = "another"
	watch.told = nil
	if _, err := r.Measure(t.Context(), onePlan("quick")); err != nil {
		t.Fatal(err)
	}
	if want := []string{"begin quick", "ok quick"}; !slices.Equal(watch.told, want) {
		t.Errorf("told %q of a row of another build, want %q", watch.told, want)
	}
}

func TestLimitIsNotPaidForTwice(t *testing.T) {
	watch := &recorder{}
	r := newRunner(t)
	r.Watch = watch
	hasty := common
	hasty.Timeout = 300 * time.Millisecond
	plan := Plan([]program.Spec{{Kind: program.Benchmark{Name: "x"}}}, []string{"slow"}, 3, hasty)
	rows, err := r.Measure(t.Context(), plan)
	if err != nil || len(rows) != 1 {
		t.Errorf("%d rows, error %v", len(rows), err)
	}
	if want := []string{"begin slow", "timeout slow", "skip slow", "skip slow"}; !slices.Equal(watch.told, want) {
		t.Errorf("told %q, want %q", watch.told, want)
	}
}

func TestInterruptKeepsRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.csv")
	out, _, err := results.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r := newRunner(t)
	r.Out, r.Watch = out, &recorder{progress: cancel}
	rows, err := r.Measure(ctx, onePlan("quick", "slow", "bad"))
	if err != ErrInterrupted || len(rows) != 2 {
		t.Errorf("%d rows, error %v", len(rows), err)
	}
	out.Close()
	c, err := results.Read(path)
	if err != nil || len(c.Rows) != 2 || c.Rows[0].Status != results.OK || c.Rows[1].Status != results.Interrupted {
		t.Errorf("rows %v, error %v", c.Rows, err)
	}
}

// TestRowThatCannotBeRecorded: the disk is full after the header.
func TestRowThatCannotBeRecorded(t *testing.T) {
	out, _, err := results.Create(filepath.Join(t.TempDir(), "r.csv"))
	if err != nil {
		t.Fatal(err)
	}
	out.Close()
	r := newRunner(t)
	r.Out = out
	rows, err := r.Measure(t.Context(), onePlan("quick", "quick"))
	if err == nil || len(rows) != 1 {
		t.Errorf("%d rows, error %v", len(rows), err)
	}
}

package results

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// curveOf is a curve of n samples in which nothing is zero.
func curveOf(n int) Curve {
	run := finished().Run
	c := Curve{
		Run:   Run{Benchmark: run.Benchmark, Params: run.Params, Algorithm: run.Algorithm, Order: run.Order, Seed: run.Seed, Repetition: 3},
		Build: "89ef",
	}
	for i := range n {
		m := int64(i + 1)
		stored := finished().Stored
		stored.Events = m
		c.Samples = append(c.Samples, Sample{Elapsed: time.Duration(m) * 1234567, Executions: m, LiveHeap: m + 1, RSS: m + 2, Stored: stored})
	}
	return c
}

func writeCurves(t *testing.T, path string, curves ...Curve) {
	t.Helper()
	f, err := ResumeSamples(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, c := range curves {
		if err := f.Append(c); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSamplesComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.samples.csv")
	first, other := curveOf(3), curveOf(2)
	other.Run.Algorithm = "trust"
	writeCurves(t, path, first, other)
	got, err := ReadSamples(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Curve{first, other}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSampleHasEveryField: fields that are not zero in a sample are not zero in its line.
func TestSampleHasEveryField(t *testing.T) {
	c := curveOf(1)
	for i, text := range sampleColumns.record(c.row(c.Samples[0])) {
		if strings.Trim(text, "0.") == "" {
			t.Errorf("column %s is %q", sampleColumns[i].name, text)
		}
	}
	stored := 0
	for _, name := range sampleColumns.header() {
		if strings.HasPrefix(name, storedPrefix) {
			stored++
		}
	}
	if n := reflect.TypeFor[Stored]().NumField(); stored != n {
		t.Errorf("%d counters of %d", stored, n)
	}
}

// TestSampleHeader checks a header that other programs rely on.
func TestSampleHeader(t *testing.T) {
	const want = "benchmark,params,algorithm,order,seed,repetition,build,elapsed_s,executions,live_heap_bytes,rss_bytes,peak_stored_events,"
	if got := strings.Join(sampleColumns.header(), ","); !strings.HasPrefix(got, want) {
		t.Errorf("header %s", got)
	}
	for name, doc := range SampleColumns {
		if doc == "" {
			t.Errorf("column %s has no meaning", name)
		}
	}
}

// TestLaterCurveCounts: a run that was interrupted is measured again.
func TestLaterCurveCounts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.samples.csv")
	again := curveOf(2)
	again.Samples[0].LiveHeap = 99
	writeCurves(t, path, curveOf(3))
	writeCurves(t, path, again)
	got, err := ReadSamples(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Curve{again}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSamplesCutOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.samples.csv")
	writeCurves(t, path, curveOf(2))
	whole := mustRead(t, path)
	for n := range whole {
		if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		curves, err := ReadSamples(path)
		if err != nil || len(curves) > 1 {
			t.Fatalf("cut after %d bytes: %d curves, error %v", n, len(curves), err)
		}
		if n%50 == 0 {
			writeCurves(t, path, curveOf(2))
			if got, err := ReadSamples(path); err != nil || !cmp.Equal(got, []Curve{curveOf(2)}) {
				t.Fatalf("cut after %d bytes and continued: %v, error %v", n, got, err)
			}
		}
	}
}

func TestBadSamples(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.samples.csv")
	writeCurves(t, path, curveOf(1))
	good := string(mustRead(t, path))
	for text, want := range map[string]string{
		"benchmark,x\n": "r.samples.csv:1: not the header of a file of samples of this version",
		"hello":         "r.samples.csv:1: not the header of a file of samples of this version",
		good + "a,b\n":  "r.samples.csv:3: line has 2 columns, want 20",
		strings.Replace(good, ",0.001234567,", ",soon,", 1): `r.samples.csv:2: column elapsed_s: "soon" is not a number of seconds`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadSamples(path); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: error %v, want …%s", text, err, want)
		}
		if _, err := ResumeSamples(path); err == nil {
			t.Errorf("%q can be continued", text)
		}
	}
}

func TestCompanionsMoveAlong(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "r.csv")
	writeRows(t, path, finished())
	writeCurves(t, SamplesPath(path), curveOf(1))
	f, movedTo, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if movedTo != filepath.Join(dir, "r.1.csv") {
		t.Errorf("moved to %s", movedTo)
	}
	if curves, err := ReadSamples(filepath.Join(dir, "r.1.samples.csv")); err != nil || len(curves) != 1 {
		t.Errorf("%d curves, error %v", len(curves), err)
	}
	if _, err := os.Stat(SamplesPath(path)); err == nil {
		t.Error("the samples are still there")
	}
}

package plots

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dporbench/results"
)

func TestDrawDrawsEveryFigure(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not", "yet")
	files, err := Draw(dir, everything(), Formats())
	if err != nil {
		t.Fatal(err)
	}
	begins := map[string]string{".svg": "<?xml", ".png": "\x89PNG", ".pdf": "%PDF"}
	for _, name := range []string{
		"memory", "time-per-execution", "time-vs-pop", "memory-in-run-heap", "memory-in-run-rss",
		"storage-exp-mem3-n", "storage-length-param-2-n", "storage-length-param-3-n",
	} {
		for extension, begin := range begins {
			path := filepath.Join(dir, name+extension)
			data, err := os.ReadFile(path)
			if err != nil || !bytes.HasPrefix(data, []byte(begin)) || !slices.Contains(files, path) {
				t.Errorf("%s: listed: %v, error %v", path, slices.Contains(files, path), err)
			}
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(files) {
		t.Errorf("%d files listed, in the folder are %v, error %v", len(files), entries, err)
	}
}

func TestSameDataSameFiles(t *testing.T) {
	var before map[string]string
	formats := Formats()
	if testing.Short() { // all formats show the same drawing, and bitmaps take longest
		formats = slices.DeleteFunc(formats, func(f Format) bool { return f == PNG })
	}
	for range 2 {
		dir := t.TempDir()
		files, err := Draw(dir, everything(), formats)
		if err != nil {
			t.Fatal(err)
		}
		now := map[string]string{}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			now[filepath.Base(file)] = string(data)
			if before != nil && before[filepath.Base(file)] != string(data) {
				t.Errorf("%s is not the same twice", filepath.Base(file))
			}
		}
		before = now
	}
}

// All kinds of figures are drawn or reported missing.
func TestDrawSurvives(t *testing.T) {
	zero, huge, odd := run("b", []int{0}, "pop", 0), run("b", []int{1}, "pop", math.MaxInt64/200), run("b", []int{2}, "pop", -5)
	zero.Wall, zero.PeakRSS, zero.Stored = 0, 0, results.Stored{}
	huge.Wall, huge.PeakRSS = math.MaxInt64, math.MaxInt64
	odd.Wall, odd.PeakRSS, odd.Stored.Events = -time.Second, -1, -7
	tiny := run("b", []int{3}, "pop", 1)
	tiny.Wall = 1
	one := run("b", []int{4}, "pop", 10)
	many := slices.Repeat([]results.Row{one}, 40)
	for i := range many {
		many[i].Benchmark += strings.Repeat("x", i)
	}
	for name, rows := range map[string][]results.Row{
		"zero": {zero}, "huge": {huge}, "negative": {odd}, "tiny": {tiny}, "one": {one},
		"all":          {zero, huge, odd, tiny, one, ended(huge, results.Timeout)},
		"equal":        {one, run("b", []int{5}, "pop", 10), run("b", []int{6}, "pop", 10), run("b", []int{7}, "pop", 10)},
		"limits only":  {ended(one, results.Timeout), ended(tiny, results.OutOfMemory)},
		"uneven":       {one, run("b", []int{4, 5}, "pop", 10), run("b", nil, "pop", 3)},
		"many":         many,
		"wide":         {run("b", []int{1}, "pop", 1), run("b", []int{math.MaxInt}, "pop", 2), run("b", []int{5}, "pop", 2), run("b", []int{7}, "pop", 2)},
		"both limited": {ended(one, results.Timeout), ended(run("b", []int{4}, "trust", 3), results.Timeout)},
	} {
		files, err := Draw(t.TempDir(), Data{Rows: rows, Curves: []results.Curve{within(rows[0])}}, []Format{SVG})
		if err != nil && !errors.Is(err, ErrNothing) || err == nil && len(files) == 0 {
			t.Errorf("%s: files %v, error %v", name, files, err)
		}
	}
}

func TestNothingToDraw(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "plots")
	for name, rows := range map[string][]results.Row{
		"no rows":     nil,
		"only failed": {ended(run("b", []int{1}, "pop", 1), results.Failed)},
	} {
		if _, err := Draw(dir, Data{Rows: rows}, Formats()); !errors.Is(err, ErrNothing) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("there is a folder for nothing")
	}
}

func TestSettingsAreNotMixed(t *testing.T) {
	row := run("b", []int{1}, "pop", 1)
	other := row
	other.GOGC = 400
	if _, err := Draw(t.TempDir(), Data{Rows: []results.Row{row, other}}, Formats()); err == nil {
		t.Error("no error for a run with two values of GOGC")
	}
	if _, err := Draw(t.TempDir(), Data{Rows: []results.Row{row, again(row, 2)}}, Formats()); err != nil {
		t.Errorf("repetitions: %v", err)
	}
}

func TestManyPanelsAreDivided(t *testing.T) {
	f := figure{name: "f", panels: make([]panel, 2*mostPanels+1)}
	var names []string
	for _, page := range f.paginate() {
		names = append(names, page.name)
	}
	if got := strings.Join(names, " "); got != "f f-2 f-3" {
		t.Errorf("pages %s", got)
	}
}

func TestDrawWhereNothingCanBeWritten(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if files, err := Draw(filepath.Join(file, "plots"), everything(), Formats()); err == nil {
		t.Errorf("no error; files %v", files)
	}
	if err := os.MkdirAll(filepath.Join(dir, "memory.svg", "in the way"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Draw(dir, everything(), []Format{SVG}); err == nil {
		t.Error("no error when a folder is in the way")
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 2 {
		t.Errorf("something is left behind: %v", entries)
	}
}

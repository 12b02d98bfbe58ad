package results

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRowsComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "folder", "r.csv")
	want := []Row{finished(), killed()}
	writeRows(t, path, want...)
	got, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got.Rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if got.Torn != 0 {
		t.Errorf("torn %d", got.Torn)
	}
}

func TestErrorStaysOnItsLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.csv")
	row := killed()
	row.Error = "first\nsecond\r\n\tthird"
	writeRows(t, path, row)
	c, err := Read(path)
	if err != nil || len(c.Rows) != 1 || c.Rows[0].Error != "first second third" {
		t.Errorf("rows %v, error %v", c.Rows, err)
	}
}

// TestCutAnywhere cuts a file off after each of its bytes. Whole rows must be
// read, and a row appended afterwards must not be joined to the rest.
func TestCutAnywhere(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.csv")
	writeRows(t, whole, finished(), killed())
	data := mustRead(t, whole)
	path := filepath.Join(dir, "cut.csv")
	for n := range data {
		cut := data[:n]
		if err := os.WriteFile(path, cut, 0o666); err != nil {
			t.Fatal(err)
		}
		lines := bytes.Count(cut, []byte("\n"))
		f, contents, err := Resume(path)
		if err != nil {
			t.Fatalf("cut after %d bytes: %v", n, err)
		}
		if want := max(lines-1, 0); len(contents.Rows) != want {
			t.Fatalf("cut after %d bytes: %d rows, want %d", n, len(contents.Rows), want)
		}
		if torn := n - 1 - bytes.LastIndexByte(cut, '\n'); contents.Torn != torn {
			t.Fatalf("cut after %d bytes: torn %d, want %d", n, contents.Torn, torn)
		}
		if n%50 != 0 {
			f.Close()
			continue // appending waits for the disk: now and then is enough
		}
		if err := f.Append(killed()); err != nil {
			t.Fatal(err)
		}
		f.Close()
		if again, err := Read(path); err != nil || len(again.Rows) != len(contents.Rows)+1 || again.Torn != 0 {
			t.Fatalf("cut after %d bytes and appended: %d rows, torn %d, error %v", n, len(again.Rows), again.Torn, err)
		}
	}
}

func TestMalformedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.csv")
	writeRows(t, path, finished(), killed())
	good := string(mustRead(t, path))
	head, rows, _ := strings.Cut(good, "\n")
	first, second, _ := strings.Cut(rows, "\n")
	n := len(columns)
	early, late := columns.record(killed()), columns.record(finished())
	executions := slices.Index(columns.header(), "executions")
	early[executions], late[executions] = "5", ""
	for name, test := range map[string]struct{ text, want string }{
		"another file":      {"hello", `r.csv:1: not a results file`},
		"another text":      {"hello\n", `r.csv:1: not the header of a results file of this version: column 1 is "hello", want "benchmark"`},
		"column missing":    {strings.TrimSuffix(head, ",start") + "\n", `r.csv:1: not the header of a results file of this version: column "start" is missing`},
		"column too many":   {head + ",more\n", `r.csv:1: not the header of a results file of this version: 1 columns too many`},
		"row too short":     {head + "\n" + first + "\nlastzero,3\n" + second, fmt.Sprintf(`r.csv:3: row has 2 columns, want %d`, n)},
		"bad number":        {head + "\n" + strings.Replace(first, ",18446744073709551615,", ",many,", 1) + "\n", `r.csv:2: column seed: strconv.ParseUint: parsing "many": invalid syntax`},
		"bad status":        {head + "\n" + strings.Replace(first, ",ok,", ",fine,", 1) + "\n", `r.csv:2: column status: unknown status "fine"`},
		"figure too early":  {head + "\n" + string(encode(early)), `r.csv:2: column executions: must be empty, as the status is failed`},
		"figure missing":    {head + "\n" + string(encode(late)), `r.csv:2: column executions: strconv.ParseInt: parsing "": invalid syntax`},
		"blank lines":       {head + "\n\n" + first + "\n\nlastzero,3\n", fmt.Sprintf(`r.csv:5: row has 2 columns, want %d`, n)},
		"no time":           {head + "\n" + strings.Replace(first, ",0.001234567,", ",soon,", 1) + "\n", `r.csv:2: column wall_s: "soon" is not a number of seconds`},
		"bare quote":        {head + "\n" + first + "\n" + "a\"b" + first + "\n", `r.csv:3: byte 2: bare " in non-quoted-field`},
		"two rows together": {head + "\n" + first + first + "\n", fmt.Sprintf(`r.csv:2: row has %d columns, want %d`, 2*n-1, n)},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
				t.Fatal(err)
			}
			_, _, err := Resume(path)
			if err == nil || !strings.HasSuffix(err.Error(), test.want) {
				t.Errorf("error %v, want …%s", err, test.want)
			}
			if after := mustRead(t, path); string(after) != test.text {
				t.Error("the file was changed")
			}
		})
	}
}

// TestReadsWithoutAddedColumns: a file that does not have a column yet is read with its default,
// and not appended to.
func TestReadsWithoutAddedColumns(t *testing.T) {
	at := slices.Index(columns.header(), "jobs")
	old := string(encode(slices.Delete(columns.header(), at, at+1)))
	want := []Row{finished(), killed()}
	for i, row := range want {
		old += string(encode(slices.Delete(columns.record(row), at, at+1)))
		want[i].Jobs = 1
	}
	path := filepath.Join(t.TempDir(), "old.csv")
	if err := os.WriteFile(path, []byte(old), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path)
	if d := cmp.Diff(want, got.Rows); d != "" || err != nil {
		t.Errorf("error %v, rows (-want +got):\n%s", err, d)
	}
	if _, _, err := Resume(path); err == nil || !strings.Contains(err.Error(), `an earlier version wrote it, without the column "jobs"`) {
		t.Errorf("resumed: %v", err)
	}
}

// TestReadsWithoutNewColumn: if a version adds a column, it reads the files of this one, with the text for older files where
// the column has one.
func TestReadsWithoutNewColumn(t *testing.T) {
	want := []Row{finished(), killed()}
	old := string(encode(columns.header()))
	for _, row := range want {
		old += string(encode(columns.record(row)))
	}
	var pages []int64
	for _, c := range []struct {
		final bool
		older string
		want  []int64
		err   string
	}{
		{true, "0", []int64{0}, ""},     // a count, unknown for the run that was killed
		{false, "7", []int64{7, 7}, ""}, // a setting, of which earlier versions had one
		{false, "", nil, `1: not the header of a results file of this version: column 14 is "executions", want "pages"`},
	} {
		pages = nil
		at := slices.Index(columns.header(), "executions")
		more := slices.Insert(slices.Clone(columns), at, later(c.older, column{name: "pages", final: c.final, field: func(*Row) any {
			pages = append(pages, 0)
			return &pages[len(pages)-1]
		}}))
		got, err := more.contents([]byte(old))
		if c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("unmarked: error %v, want %s", err, c.err)
			}
			continue
		}
		if d := cmp.Diff(want, got.Rows); d != "" || err != nil || !slices.Equal(pages, c.want) {
			t.Errorf("read with %d, want %d, error %v, rows (-want +got):\n%s", pages, c.want, err, d)
		}
	}
}

// TestReadsRetiredColumns: a file with a retired column is read without it, row
// for row, and not appended to.
func TestReadsRetiredColumns(t *testing.T) {
	before, after, _ := strings.Cut(string(encode(columns.header())), "wall_s")
	old := before + "replayed,wall_s" + after
	for _, row := range []Row{finished(), killed()} {
		at := slices.Index(columns.header(), "wall_s")
		old += string(encode(slices.Insert(columns.record(row), at, "0")))
	}
	path := filepath.Join(t.TempDir(), "old.csv")
	if err := os.WriteFile(path, []byte(old), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path)
	if d := cmp.Diff([]Row{finished(), killed()}, got.Rows); d != "" || err != nil {
		t.Errorf("error %v, rows (-want +got):\n%s", err, d)
	}
	if _, _, err := Resume(path); err == nil || !strings.Contains(err.Error(), `an earlier version wrote it, with a column "replayed"`) {
		t.Errorf("resumed: %v", err)
	}
}

// TestReadsFilesWithoutWork: a file of a version that did not count the work is read with
// none, and not appended to.
func TestReadsFilesWithoutWork(t *testing.T) {
	without := func(record []string) []byte {
		var kept []string
		for i, name := range columns.header() {
			if !strings.HasPrefix(name, workPrefix) {
				kept = append(kept, record[i])
			}
		}
		return encode(kept)
	}
	path := filepath.Join(t.TempDir(), "old.csv")
	old := slices.Concat(without(columns.header()), without(columns.record(finished())), without(columns.record(killed())))
	if err := os.WriteFile(path, old, 0o666); err != nil {
		t.Fatal(err)
	}
	want := []Row{finished(), killed()}
	want[0].Work = Work{}
	got, err := Read(path)
	if d := cmp.Diff(want, got.Rows); d != "" || err != nil {
		t.Errorf("error %v, rows (-want +got):\n%s", err, d)
	}
	if _, _, err := Resume(path); err == nil || !strings.Contains(err.Error(), `an earlier version wrote it, without the column "work_joins"`) {
		t.Errorf("resumed: %v", err)
	}
}

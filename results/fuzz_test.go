package results

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The fuzz targets check that the readers of files never panic, that their errors
// are one line and name an existing line, and that the contents survive being
// written and read again. Their corpus in testdata/fuzz contains their findings.
// `go test -fuzz FuzzResults ./results` looks for more.

func FuzzResults(f *testing.F) {
	for _, row := range []Row{finished(), killed()} {
		f.Add(encode(columns.record(row)), true)
	}
	f.Add(encode(columns.header()), false)
	f.Add([]byte("benchmark,para"), false)
	f.Fuzz(func(t *testing.T, data []byte, headed bool) {
		if headed {
			data = append(encode(columns.header()), data...)
		}
		first, err := parse(data)
		if err != nil {
			checkPosition(t, err, data)
			return
		}
		written := encode(columns.header())
		for _, row := range first.Rows {
			written = append(written, encode(columns.record(row))...)
		}
		again, err := parse(written)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, written)
		}
		if diff := cmp.Diff(first.Rows, again.Rows); diff != "" || again.Torn != 0 {
			t.Errorf("%d bytes torn, rows (-read +again):\n%s", again.Torn, diff)
		}
	})
}

func FuzzSamples(f *testing.F) {
	f.Add(curveOf(2).lines(), true)
	f.Add(encode(sampleColumns.header()), false)
	f.Add([]byte("benchmark,para"), false)
	f.Fuzz(func(t *testing.T, data []byte, headed bool) {
		if headed {
			data = append(encode(sampleColumns.header()), data...)
		}
		first, err := parseSamples(data)
		if err != nil {
			checkPosition(t, err, data)
			return
		}
		written := encode(sampleColumns.header())
		for _, c := range first {
			written = append(written, c.lines()...)
		}
		again, err := parseSamples(written)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, written)
		}
		if diff := cmp.Diff(first, again); diff != "" {
			t.Errorf("curves (-read +again):\n%s", diff)
		}
	})
}

func FuzzManifest(f *testing.F) {
	f.Add([]byte(`{"format":1,"sessions":[{"start":"2024-01-02T03:04:05.6+07:00"}]}`))
	f.Add([]byte(`{"format":1,"sessions":[{"end":null,"args":["a"],"noise":{"load_before":1e-3},"warnings":[]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := parseManifest(data)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error is not one line: %q", err)
			}
			return
		}
		written, err := json.MarshalIndent(first, "", "  ")
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again, err := parseManifest(written)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, written)
		}
		if diff := cmp.Diff(first, again); diff != "" {
			t.Errorf("manifest (-read +again):\n%s", diff)
		}
	})
}

var position = regexp.MustCompile(`^(\d+): [^\n]+$`)

// checkPosition checks that an error is one line, and names one of data.
func checkPosition(t *testing.T, err error, data []byte) {
	t.Helper()
	found := position.FindStringSubmatch(err.Error())
	if found == nil {
		t.Fatalf("the error has no position or is not one line: %q", err)
	}
	lines := max(1, bytes.Count(data, []byte("\n")))
	if n, _ := strconv.Atoi(found[1]); n < 1 || n > lines {
		t.Errorf("%q, but there are %d lines", err, lines)
	}
}

package certificate

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
)

var someHeader = Header{Benchmark: "litmus", Algorithm: "exhaustive", Order: "first", Build: "test"}

// entries are the lines of the classes that an algorithm finds.
func entries(t testing.TB, p *model.Program, algorithm string) []string {
	t.Helper()
	data := certify(t, p, algorithm, algos.Options{})
	lines := strings.Split(string(data), "\n")
	return lines[1+len(new(Header).fields()) : len(lines)-2]
}

// certify is the certificate that an algorithm's exploration writes.
func certify(t testing.TB, p *model.Program, algorithm string, o algos.Options) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, someHeader, p.NumThreads())
	if err != nil {
		t.Fatal(err)
	}
	explorer, err := catalog.New(algorithm, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := explorer.Explore(context.Background(), p, w.Add); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// assemble makes a whole certificate of the lines of its entries.
func assemble(t testing.TB, lines []string) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, someHeader, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		s, err := parseSchedule(nil, []byte(line))
		if err != nil {
			t.Fatal(err)
		}
		w.classes++
		w.events += int64(s.events())
		w.writeLine([]byte(line))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// source is a certificate of p in memory.
func source(p *model.Program, data []byte) Source {
	return Source{
		Open:    func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil },
		Program: func(Header) (*model.Program, error) { return p, nil },
	}
}

func verify(p *model.Program, data []byte) (Result, error) {
	return Verify(context.Background(), source(p, data))
}

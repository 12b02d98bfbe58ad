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
	"dporbench/model/memory"
)

var someHeader = Header{Benchmark: "litmus", Algorithm: "exhaustive", Order: "first", Build: "test"}

// entries returns the lines of the classes that an algorithm finds.
func entries(t testing.TB, p *model.Program, algorithm string) []string {
	t.Helper()
	data := certify(t, p, algorithm, algos.Options{})
	lines := strings.Split(string(data), "\n")
	return lines[len(someHeader.lines()) : len(lines)-2]
}

// certify returns the certificate that an algorithm's exploration writes.
func certify(t testing.TB, p *model.Program, algorithm string, o algos.Options) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, under(o.Memory), p)
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

// under is someHeader under a memory model.
func under(m memory.Model) Header {
	h := someHeader
	h.Memory = m
	return h
}

// assemble makes a complete certificate from the lines of its entries.
func assemble(t testing.TB, lines []string) []byte { return assembleUnder(t, memory.SC, lines) }

func assembleUnder(t testing.TB, m memory.Model, lines []string) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, under(m), model.NewProgram("none"))
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

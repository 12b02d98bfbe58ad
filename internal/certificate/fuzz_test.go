package certificate

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dporbench/frontends/smallprog"
)

// The corpus of the fuzz targets in testdata/fuzz has inputs worth trying again.
// `go test -fuzz FuzzRead ./internal/certificate` looks for more.

// FuzzRead reads data as a file, or as the entries of a complete one. There must be
// no panic, an error must be one line that names an existing line, and the contents
// must survive being written and read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte("0 1*3 2\n-\n"), true)
	f.Add([]byte("0*10000001\n"), true)
	f.Add(ended([]byte(strings.Join(fullHeader.lines(), "\n")+"\n0 1\n"), 1, 2), false)
	f.Fuzz(func(t *testing.T, data []byte, entries bool) {
		if entries {
			data = whole(someHeader, data)
		}
		h, schedules, err := readAll(data)
		if err != nil {
			at, ok := errors.AsType[*LineError](err)
			if !ok || strings.Contains(err.Error(), "\n") || at.Line < 1 || at.Line > bytes.Count(data, []byte("\n"))+1 {
				t.Errorf("error %q", err)
			}
			return
		}
		written := whole(h, lines(schedules))
		h2, schedules2, err := readAll(written)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, written)
		}
		if diff := cmp.Diff(h, h2); diff != "" {
			t.Errorf("(-read +again):\n%s", diff)
		}
		if !reflect.DeepEqual(schedules, schedules2) { // which may be too long to be shown
			t.Error("other schedules are read again")
		}
	})
}

// FuzzVerify takes data as the entries of a certificate of a small program. If they
// verify, there must be one for each class of the program.
func FuzzVerify(f *testing.F) {
	for i, text := range small {
		f.Add(uint8(i), []byte(strings.Join(entries(f, smallprog.MustBuild(text), "pop"), "\n")+"\n"))
	}
	f.Fuzz(func(t *testing.T, program uint8, data []byte) {
		p := smallprog.MustBuild(small[int(program)%len(small)])
		r, err := verify(p, whole(someHeader, data))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error is not one line: %q", err)
			}
			return
		}
		if want := len(entries(t, p, "exhaustive")); r.Classes != int64(want) {
			t.Errorf("%d classes verify, there are %d", r.Classes, want)
		}
	})
}

// whole is a certificate with these entries, and with counts and a checksum that are
// right as far as the entries can be read.
func whole(h Header, entries []byte) []byte {
	data := append([]byte(strings.Join(h.lines(), "\n")+"\n"), entries...)
	var classes, events int64
	for line := range bytes.Lines(entries) {
		if s, err := parseSchedule(nil, bytes.TrimSuffix(line, []byte("\n"))); err == nil {
			classes++
			events += int64(s.events())
		}
	}
	return ended(data, classes, events)
}

func ended(data []byte, classes, events int64) []byte {
	end := ending{classes, events, sha256.Sum256(data)}
	return append(data, end.String()+"\n"...)
}

func lines(schedules []Schedule) (text []byte) {
	for _, s := range schedules {
		text = append(s.append(text), '\n')
	}
	return text
}

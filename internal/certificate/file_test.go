package certificate

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
)

var fullHeader = Header{Benchmark: "length-param", Params: []int{2, 1024}, Algorithm: "pop", Order: "random", Seed: 1<<64 - 1, Build: "0123 abc-dirty"}

// readAll reads a certificate to its end.
func readAll(data []byte) (h Header, schedules []Schedule, err error) {
	r, err := NewReader(bytes.NewReader(data))
	if err != nil {
		return h, nil, err
	}
	for {
		s, err := r.Next()
		if err == io.EOF {
			return r.Header(), schedules, nil
		}
		if err != nil {
			return r.Header(), schedules, err
		}
		schedules = append(schedules, append(Schedule{}, s...))
	}
}

func TestWhatIsWrittenComesBack(t *testing.T) {
	var file bytes.Buffer
	w, err := NewWriter(&file, fullHeader, smallprog.MustBuild("p: a=x"))
	if err != nil {
		t.Fatal(err)
	}
	for _, events := range [][]event.Event{
		{{Thread: 0, Index: 1, Kind: event.Spawn, Access: event.Access{Object: 7}}, {Thread: 7, Index: 1, Kind: event.Spawn, Access: event.Access{Object: 3}}, {Thread: 3, Index: 1, Kind: event.Read}, {Thread: 7, Index: 2, Kind: event.Read}},
		{},
		{{Thread: 0, Index: 1, Kind: event.Read}, {Thread: 0, Index: 2, Kind: event.Read}},
	} {
		if err := w.Add(front.NewExecution(events, model.Complete, "")); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	h, schedules, err := readAll(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fullHeader, h); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Schedule{{0, 1, 2, 1}, {}, {0, 0}}, schedules); diff != "" {
		t.Error(diff)
	}
	const want = `dporbench certificate 1
benchmark length-param
params 2 1024
algorithm pop
order random
seed 18446744073709551615
build 0123 abc-dirty
0 1 2 1
-
0*2
end classes 3 events 6 sha256 `
	if !strings.HasPrefix(file.String(), want) {
		t.Errorf("got %s", file.String())
	}
}

func TestThreadThatNobodySpawned(t *testing.T) {
	w, err := NewWriter(io.Discard, fullHeader, smallprog.MustBuild("p: a=x"))
	if err != nil {
		t.Fatal(err)
	}
	e := front.NewExecution([]event.Event{{Thread: 1, Index: 1, Kind: event.Read}}, model.Complete, "")
	if err := w.Add(e); err == nil {
		t.Error("no error")
	}
}

// TestCutAnywhere cuts a certificate off after each of its bytes, and changes each
// of them. It must never count as complete.
func TestCutAnywhere(t *testing.T) {
	p := smallprog.MustBuild("p: x=1 | q: a=x")
	data := certify(t, p, "pop", algos.Options{})
	for n := range data {
		if _, _, err := readAll(data[:n]); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("cut off after %d bytes: error %v", n, err)
		}
		for _, bit := range []byte{1, 4, 16} {
			changed := bytes.Clone(data)
			changed[n] ^= bit
			if _, _, err := readAll(changed); err == nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("bit %d of byte %d changed: error %v", bit, n, err)
			}
		}
	}
	if _, _, err := readAll(append(data, '\n')); err == nil || !strings.Contains(err.Error(), "something after") {
		t.Errorf("with another line: error %v", err)
	}
}

func TestNotACertificate(t *testing.T) {
	const header = "dporbench certificate 1\nbenchmark b\nparams\nalgorithm a\norder first\nseed 1\nbuild\n"
	for _, test := range []struct{ text, want string }{
		{"", "1: not a certificate"},
		{"benchmark,params\n", "1: not a certificate"},
		{"dporbench certificate 2\n", `1: a certificate of format "2", want 1`},
		{"dporbench certificate 1\nbenchmark b\nalgorithm a\n", "3: must be params and a value"},
		{"dporbench certificate 1\nbenchmark b\nparams 1 x\n", `3: params: "x" is not a whole number`},
		{"dporbench certificate 1\nbenchmark b\nparams\nalgorithm a\norder first\nseed -1\n", `6: seed: "-1" is not a whole number from 0`},
		{header, "8: the file is cut off: its last line is missing"},
		{header + "0 1\n0", "9: the file is cut off: its last line is missing"},
		{header + "0  1\n", `8: column 3: "" must be a thread such as 3, or 3*5 for five times`},
		{header + "0 -1\n", `8: column 3: "-1" must be a thread such as 3, or 3*5 for five times`},
		{header + "10 1*1\n", `8: column 4: "1*1" must be a thread such as 3, or 3*5 for five times`},
		{header + "0*10000000 0\n", "8: column 12: more than 10000000 events"},
		{header + "99999999999\n", `8: column 1: "99999999999" must be a thread such as 3, or 3*5 for five times`},
		{header + "0\nend\n", `9: column 1: "end" must be a thread such as 3, or 3*5 for five times`},
		{header + "0\nend classes 1\n", `9: not a last line: must be like "end classes 2 events 6 sha256 01ab…", with 64 hexadecimal digits`},
		{header + "0\nend classes -1 events 6 sha256 01ab\n", `9: not a last line: must be like "end classes 2 events 6 sha256 01ab…", with 64 hexadecimal digits`},
		{header + "0\nend classes 1 events 1 sha256 01ab\n", `9: not a last line: must be like "end classes 2 events 6 sha256 01ab…", with 64 hexadecimal digits`},
		{header + "0\nend classes 1 events 1 sha256 " + strings.Repeat("0", 64) + "\n", "9: the file was changed after it was written: its checksum or its counts are not those of its last line"},
	} {
		if _, _, err := readAll([]byte(test.text)); err == nil || err.Error() != test.want {
			t.Errorf("%q:\n\tgot  %v\n\twant %s", test.text, err, test.want)
		}
	}
}

// TestOld: a file that commit 8439d2f wrote is still a complete certificate.
func TestOld(t *testing.T) {
	data, err := os.ReadFile("testdata/8439d2f.cert")
	if err != nil {
		t.Fatal(err)
	}
	h, _, err := readAll(data)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(h.Build, " 8439d2f") || h.Memory != memory.SC {
		t.Errorf("its header is %+v", h)
	}
	if r, err := verify(smallprog.MustBuild(h.Benchmark), data); err != nil || r.Classes != 12 || r.Events != 60 {
		t.Errorf("%+v, error %v", r, err)
	}
}

func TestFiles(t *testing.T) {
	p := smallprog.MustBuild("p: x=1; y=1 | q: a=x; b=y")
	for _, name := range []string{"plain.cert", "small.cert.gz"} {
		path := filepath.Join(t.TempDir(), name)
		f, err := Create(path, someHeader, p)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range entries(t, p, "pop") {
			s, _ := parseSchedule(nil, []byte(line))
			f.writeLine(s.append(nil))
			f.classes++
			f.events += int64(s.events())
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		s := source(p, nil)
		s.Open = func() (io.ReadCloser, error) { return Open(path) }
		if r, err := Verify(t.Context(), s); err != nil || r.Classes != 4 {
			t.Errorf("%s: %+v, error %v", name, r, err)
		}
		cut(t, path, s)
	}
}

// cut checks that a file does not count as complete if its end is missing.
func cut(t *testing.T, path string, s Source) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if err := os.WriteFile(path, data[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Verify(t.Context(), s)
		if _, ok := errors.AsType[*LineError](err); !ok {
			t.Errorf("%s, first %d bytes: error %v", path, n, err)
		}
	}
}

// full is a disk with room for that many bytes.
type full struct{ room int }

var errFull = errors.New("no space left")

func (f *full) Write(data []byte) (int, error) {
	if f.room < len(data) {
		return 0, errFull
	}
	f.room -= len(data)
	return len(data), nil
}

func TestFullDisk(t *testing.T) {
	for _, room := range []int{0, 1 << 16, 1 << 17} {
		w, err := NewWriter(&full{room}, someHeader, smallprog.MustBuild("p: a=x"))
		if err != nil {
			t.Fatal(err)
		}
		e := front.NewExecution([]event.Event{{Thread: 0, Index: 1, Kind: event.Read}}, model.Complete, "")
		for n := 0; n < 1<<17 && err == nil; n++ {
			err = w.Add(e)
		}
		if closing := w.Close(); err != nil && closing == nil {
			t.Error("an error is not sticky")
		} else if closing != errFull {
			t.Errorf("room for %d bytes: error %v", room, closing)
		}
	}
}

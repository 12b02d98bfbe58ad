package library

import (
	"math"
	"strings"
	"sync/atomic"
	"testing"
)

var seeds atomic.Int64

// FuzzSeeds has one seed of its own, and one in testdata.
func FuzzSeeds(f *testing.F) {
	f.Cleanup(func() {
		if n := seeds.Load(); n != 2 {
			f.Errorf("%d seeds", n)
		}
	})
	f.Add("text", []byte{1}, int8(-1), uint64(math.MaxUint64), 1.5, true, 'x', float32(0.25))
	f.Fuzz(func(t *testing.T, s string, b []byte, i int8, u uint64, x float64, yes bool, r rune, y float32) {
		name, file := t.Name(), s == "a \"file\"\n"
		if file != strings.HasSuffix(name, "/good") || !file && name != "FuzzSeeds/seed#0" {
			t.Error(name)
		}
		if want := "\xff!"; file && (string(b) != want || i != -3 || u != 1<<63 || x != -2.5e3 || yes || r != 'é' || y != 0.5) {
			t.Error(b, i, u, x, yes, r, y)
		}
		if !file && (s != "text" || len(b) != 1 || i != -1 || u != math.MaxUint64 || x != 1.5 || !yes || r != 'x' || y != 0.25) {
			t.Error(s, b, i, u, x, yes, r, y)
		}
		seeds.Add(1)
	})
}

// FuzzParallelRaces has seeds that are tried beside each other.
func FuzzParallelRaces(f *testing.F) {
	last := 0
	for n := range 2 {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n int) {
		t.Parallel()
		last += n
	})
}

func FuzzSecondFails(f *testing.F) {
	f.Add(1, "a")
	f.Add(0, "b")
	f.Fuzz(func(t *testing.T, n int, s string) {
		if sometimes() {
			_ = 10 / n
		}
	})
}

func FuzzFileFails(f *testing.F) {
	f.Fuzz(func(t *testing.T, s string) {
		if s != "" && sometimes() {
			t.Error(s)
		}
	})
}

func FuzzTypesFails(f *testing.F) {
	seed := []any{int64(1)}
	if sometimes() {
		seed[0] = 1
	}
	add := f.Add // a call would be reported by vet
	add(seed...)
	f.Fuzz(func(t *testing.T, n int64) {})
}

// sometimes is true in some executions.
func sometimes() bool {
	c := make(chan bool, 2)
	go func() { c <- true }()
	go func() { c <- false }()
	return <-c
}

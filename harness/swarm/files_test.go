package swarm

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/swarm/tasks"
)

// header is the header of a program with 70 executions, of which none fails if LIMIT is 4.
const header = "#define LIMIT 4\n"

// inFolder returns the exploration of a C file with that header in a new folder, and the header's path.
func inFolder(t *testing.T) (r *program.Registry, x *tasks.Exploration, path string) {
	t.Helper()
	folder := t.TempDir()
	t.Chdir(folder)
	text := `#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include "limit.h"
atomic_int x;
void *f(void *a) { x++; x++; x++; x++; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, f, 0); x++; x++; x++; int r = x++; assert(r <= 3 + LIMIT); pthread_join(t, 0); }
`
	for name, text := range map[string]string{"x.c": text, "limit.h": header} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	r = r.WithC(cprog.Compile)
	p, err := r.Load(program.Spec{Kind: program.CFile{Path: "x.c"}})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := r.Algorithm("pop")
	if x, err = tasks.NewExploration(r, p, a, explore.Defaults()); err != nil {
		t.Fatal(err)
	}
	return r, x, filepath.Join(folder, "limit.h")
}

// TestOtherFile: a worker that has another version of a file, even of a header, and even one with the same executions, does not
// join an exploration.
func TestOtherFile(t *testing.T) {
	r, x, limit := inFolder(t)
	if _, err := tasks.Join(r, x.Job); err != nil {
		t.Errorf("the same files: %v", err)
	}
	for _, text := range []string{"#define LIMIT 3\n", header + "\n", "#define LIMIT 0\n"} {
		if err := os.WriteFile(limit, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := tasks.Join(r, x.Job)
		if changed, ok := errors.AsType[*program.ChangedError](err); !ok || changed.File != "limit.h" || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: joined, or another error: %v", text, err)
		}
	}
}

// TestOtherFileBetween: parts that were split from one version are not explored with another one, and not merged.
func TestOtherFileBetween(t *testing.T) {
	r, x, limit := inFolder(t)
	n, err := Split(t.Context(), "parts", x, 4)
	if err != nil || n < 2 {
		t.Fatalf("%d parts, error %v", n, err)
	}
	paths, err := parts("parts")
	if err != nil {
		t.Fatal(err)
	}
	first, err := ReadPart(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Explore(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(limit, []byte("#define LIMIT 3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := tasks.Join(r, first.Job); err == nil || !strings.Contains(err.Error(), "limit.h differs from the file with which x.c was explored") {
		t.Errorf("a part of another version: %v", err)
	}
	p, err := r.Load(program.Spec{Kind: program.CFile{Path: "x.c"}})
	if err != nil {
		t.Fatal(err)
	}
	other, err := tasks.NewExploration(r, p, x.Entry, x.Settings)
	if err != nil {
		t.Fatal(err)
	}
	second, err := ReadPart(paths[1])
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Explore(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	if _, err := Merge("parts"); err == nil || !strings.Contains(err.Error(), "of another exploration than") {
		t.Errorf("results of two versions are merged: %v", err)
	}
}

// TestDamagedPart: a part with a flipped bit is refused in one line, or read as before; one without a program is refused.
func TestDamagedPart(t *testing.T) {
	_, x, _ := inFolder(t)
	if _, err := Split(t.Context(), "parts", x, 2); err != nil {
		t.Fatal(err)
	}
	paths, err := parts("parts")
	if err != nil {
		t.Fatal(err)
	}
	path := paths[0]
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	read := func(data []byte) (*Part, error) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return ReadPart(path)
	}
	want, err := read(whole)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		flipped := bytes.Clone(whole)
		flipped[i] ^= 1 << (i % 8)
		if p, err := read(flipped); err == nil && (p.Job.ID() != want.Job.ID() || len(p.Tasks) != len(want.Tasks)) {
			t.Errorf("bit %d of byte %d is flipped: accepted as %v", i%8, i, p.Job)
		} else if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("byte %d: %v", i, err)
		}
	}
	for _, text := range []string{"{}", `{"Job":{},"Tasks":["AA=="]}`, "", "null", `{"Kind":"dporswarm part","Version":2,"SHA256":"","Content":{"Tasks":["AA=="]}}`} {
		if p, err := read([]byte(text)); err == nil {
			t.Errorf("%q: accepted as %v", text, p.Job)
		}
	}
}

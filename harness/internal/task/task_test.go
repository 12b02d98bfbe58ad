package task

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
)

const header = "#include <pthread.h>\nvoid reach_error();\n"

// violated are programs with a violation that needs a particular order of statements, or of the parts of one.
var violated = map[string]string{
	"lost update": `
int x;
void *t(void *a) {
  x = x + 1;
  return a;
}
int main() {
  pthread_t p, q;
  pthread_create(&p, 0, t, 0);
  pthread_create(&q, 0, t, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  if (x == 1)
    reach_error();
}`,
	"order of three": `
int x;
void *a(void *p) {
  if (x == 2)
    x = 3;
  return p;
}
void *b(void *p) {
  if (x == 1)
    x = 2;
  return p;
}
int main() {
  pthread_t p, q;
  pthread_create(&p, 0, a, 0);
  pthread_create(&q, 0, b, 0);
  x = 1;
  if (x == 3)
    reach_error();
}`,
	"fibonacci": `
int i = 1, j = 1;
void *a(void *p) {
  for (int k = 0; k < 3; k++)
    i += j;
  return p;
}
void *b(void *p) {
  for (int k = 0; k < 3; k++)
    j += i;
  return p;
}
int main() {
  pthread_t p, q;
  pthread_create(&p, 0, a, 0);
  pthread_create(&q, 0, b, 0);
  if (i >= 8 && j >= 13)
    reach_error();
}`,
	"thread of a thread": `
int x;
void *a(void *p) {
  x++;
  reach_error();
  return p;
}
void *b(void *p) {
  pthread_t t;
  while (x == 0);
  return (void *)(long)pthread_create(&t, 0, a, 0);
}
int main() {
  pthread_t p, q;
  pthread_create(&p, 0, b, 0);
  pthread_create(&q, 0, b, 0);
  x = 1;
}`,
}

// unsafe are programs that violate another property.
var unsafe = map[string]struct{ property, text string }{
	"use of freed memory": {"LTL(G valid-deref)", `
#include <stdlib.h>
int *p, freed;
void *a(void *q) {
  free(p);
  freed = 1;
  return q;
}
int main() {
  pthread_t t, u;
  p = malloc(4);
  pthread_create(&t, 0, a, 0);
  if (freed)
    *p = 1;
}`},
	"race after a flag": {"LTL(G ! data-race)", `
#include <stdatomic.h>
int x;
atomic_int flag;
void *a(void *q) {
  atomic_store(&flag, 1);
  x = 1;
  return q;
}
int main() {
  pthread_t t, u;
  pthread_create(&u, 0, a, 0);
  pthread_create(&t, 0, a, 0);
  if (atomic_load(&flag))
    x = 2;
  pthread_join(t, 0);
}`},
}

// TestOwnWitnesses: the witness written for a violation is confirmed; with another
// target it is not.
func TestOwnWitnesses(t *testing.T) {
	all := map[string]struct{ property, text string }{}
	maps.Copy(all, unsafe)
	for name, text := range violated {
		all[name] = struct{ property, text string }{"LTL(G ! call(reach_error()))", text}
	}
	for name, v := range all {
		t.Run(name, func(t *testing.T) {
			d, p, r := loadFor(t, v.property, v.text)
			for _, algorithm := range []string{"pop", "optimal", "source"} {
				a, _ := r.Algorithm(algorithm)
				answer := decide(t.Context(), d, p, a, explore.Defaults())
				if answer.Verdict != False {
					t.Fatalf("%s: %v", algorithm, answer)
				}
				file := filepath.Join(t.TempDir(), "witness.yml")
				if err := writeWitness(file, d, answer.Violation); err != nil {
					t.Fatal(err)
				}
				waypoints, err := readWitness(file, d)
				if err != nil {
					t.Fatal(err)
				}
				if confirmed, err := validate(t.Context(), waypoints, d, p, explore.Defaults()); !confirmed {
					t.Errorf("%s: not confirmed, error %v", algorithm, err)
				}
				waypoints[len(waypoints)-1].Location.Line--
				if confirmed, err := validate(t.Context(), waypoints, d, p, explore.Defaults()); confirmed || err != nil {
					t.Errorf("%s: with another target, confirmed is %v, error %v", algorithm, confirmed, err)
				}
			}
		})
	}
}

func load(t *testing.T, text string) (Definition, program.Program, *program.Registry) {
	t.Helper()
	return loadFor(t, "LTL(G ! call(reach_error()))", text)
}

func loadFor(t *testing.T, property, text string) (Definition, program.Program, *program.Registry) {
	t.Helper()
	d := Definition{File: filepath.Join(t.TempDir(), "f.c"), DataModel: LP64, Property: Property{"", "CHECK( init(main()), " + property + " )"}}
	write(t, d.File, header+text+"\n")
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	r = r.WithC(cprog.Compile)
	p, err := arguments.Parse(r, []string{d.File})
	if err != nil {
		t.Fatal(err)
	}
	if p.Program, err = cprog.Load(d.File, d.Property.options(cOptions(p))); err != nil {
		t.Fatal(err)
	}
	return d, p, r
}

// TestThreadsOfWitnesses: threads are numbered by the waypoints that enter the functions they begin with, whatever else is
// started. Without such waypoints they are numbered as they are started.
func TestThreadsOfWitnesses(t *testing.T) {
	d, p, _ := load(t, violated["lost update"]) // the threads are started at lines 11 and 12, x = x + 1 is line 6
	at := func(kind string, thread, line int) waypoint {
		return waypoint{Type: kind, Action: follow, ThreadID: &thread, Location: location{FileName: d.File, Line: line}}
	}
	goal := at(target, 0, 16)
	for name, c := range map[string]struct {
		waypoints []waypoint
		confirmed bool
	}{
		"both entered":          {[]waypoint{at(functionEnter, 0, 11), at(functionEnter, 0, 12), at(assumption, 2, 6), at(assumption, 1, 6), goal}, true},
		"the second one only":   {[]waypoint{at(functionEnter, 0, 12), at(assumption, 1, 6), goal}, true},
		"a third one":           {[]waypoint{at(functionEnter, 0, 12), at(assumption, 2, 6), goal}, false},
		"entered by another":    {[]waypoint{at(functionEnter, 1, 11), goal}, false},
		"entered after":         {[]waypoint{at(functionEnter, 0, 12), at(functionEnter, 0, 11), goal}, false},
		"none entered":          {[]waypoint{at(assumption, 2, 6), at(assumption, 1, 6), goal}, true},
		"none, and a third one": {[]waypoint{at(assumption, 3, 6), goal}, false},
	} {
		if confirmed, err := validate(t.Context(), c.waypoints, d, p, explore.Defaults()); err != nil || confirmed != c.confirmed {
			t.Errorf("%s: confirmed is %v, error %v", name, confirmed, err)
		}
	}
}

// TestQuietWaypoints: waypoints also work at statements and declarations that do nothing visible to other threads.
func TestQuietWaypoints(t *testing.T) {
	d, p, _ := load(t, `int x;
void *writer(void *p) {
  x = 1;
  return p;
}
int main(void) {
  pthread_t t;
  int seen;
  pthread_create(&t, 0, writer, 0);
  seen = x;
  if (seen)
    reach_error();
  pthread_join(t, 0);
}`)
	lines := strings.Count(header, "\n")
	at := func(kind string, thread, line int, before string) waypoint {
		w := waypoint{Type: kind, Action: follow, ThreadID: &thread, Location: location{FileName: d.File, Line: lines + line}}
		if before != "" {
			w.Constraint = &constraint{Value: before, Format: cExpression}
		}
		return w
	}
	enter, goal := at(functionEnter, 0, 9, ""), at(target, 0, 12, "")
	for name, c := range map[string]struct {
		waypoints []waypoint
		confirmed bool
	}{
		"written before it returns":        {[]waypoint{enter, at(assumption, 1, 4, "x == 1"), at(assumption, 0, 10, "x == 1"), goal}, true},
		"not written before it returns":    {[]waypoint{enter, at(assumption, 1, 4, "x == 0"), goal}, false},
		"it returns before main reads":     {[]waypoint{enter, at(assumption, 1, 4, "1"), at(assumption, 0, 10, "1"), goal}, true},
		"it returns after main has read":   {[]waypoint{enter, at(assumption, 0, 11, "1"), at(assumption, 1, 4, "1"), goal}, true},
		"it writes after main has read":    {[]waypoint{enter, at(assumption, 0, 11, "1"), at(assumption, 1, 3, "1"), goal}, false},
		"a declaration is passed at first": {[]waypoint{at(assumption, 0, 8, "x == 0"), enter, goal}, true},
		"a declaration is passed by main":  {[]waypoint{enter, at(assumption, 1, 8, "1"), goal}, false},
	} {
		if confirmed, err := validate(t.Context(), c.waypoints, d, p, explore.Defaults()); err != nil || confirmed != c.confirmed {
			t.Errorf("%s: confirmed is %v, error %v", name, confirmed, err)
		}
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestOtherFailures: a failure that is not a call of reach_error is neither a violation nor a proof.
func TestOtherFailures(t *testing.T) {
	for body, want := range map[string]string{
		"int a[2]; int main(void) { int i = 3; return a[i]; }":              "unknown (a thread fails otherwise: ",
		"int x; int main(void) { if (x) reach_error(); return 1 / x; }":     "unknown (a thread fails otherwise: ",
		"int x; int main(void) { int y = 1 / x; reach_error(); return y; }": "unknown (a thread fails otherwise: ",
		"int x; int main(void) { if (!x) reach_error(); return 1 / x; }":    "false(unreach-call)",
		"int x; void abort(void); int main(void) { abort(); return 0; }":    "true",
	} {
		d, p, r := load(t, body)
		a, _ := r.Algorithm("pop")
		if got := decide(t.Context(), d, p, a, explore.Defaults()).String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

// TestConditions evaluates constraints in a state in which x is 3 and a[1] is -2.
func TestConditions(t *testing.T) {
	values := []int64{3, -2}
	variable := func(name string) (int32, bool) {
		x, ok := map[string]int32{"x": 0, "a[1]": 1}[name]
		return x, ok
	}
	for text, want := range map[string]string{
		"1": "true", "0": "false", "x == 3": "true", "(x) != 3": "false", "a[1] == -2 && x > 2": "true",
		"!(x < 4) || a[1] >= 0": "false", "x + 1 == 4": "true", "x - 3": "false", "x <= 2 && y": "y is no global variable",
		"s.m": "s.m is no global variable", "x ==": "is not understood", "x = 3": "is not understood", "f(x)": "is not understood", "x * 2 == 6": "is not understood",
	} {
		c, err := parseCondition(text, variable)
		got := ""
		switch {
		case err != nil:
			got = err.Error()
		case c.holds(func(x int32) int64 { return values[x] }):
			got = "true"
		default:
			got = "false"
		}
		if !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

package cprog_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/states/statestest"
	"dporbench/frontends/cprog"
	"dporbench/linear"
	"dporbench/linear/spec"
	"dporbench/model"
	"dporbench/model/memory"
)

const counter = `#include <pthread.h>
#include <stdatomic.h>
#include <linear.h>
atomic_int x;
void *inc(void *unused) {
  linear_invoke("c", "inc");
  INC;
  linear_respond(v);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, inc, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  linear_invoke("c", "get");
  linear_respond(atomic_load(&x));
}
`

// held has a result, and an argument, on which nothing but the operation depends after an event in between.
const held = `#include <pthread.h>
#include <stdatomic.h>
#include <linear.h>
atomic_int x, y, z;
void *add(void *unused) {
  linear_invoke("c", "add", atomic_load(&z) ? 1 : 0);
  atomic_load(&y);
  atomic_store(&x, 1);
  linear_respond();
  linear_invoke("c", "get");
  int v = atomic_load(&x);
  atomic_load(&y);
  linear_respond(v);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  atomic_store(&z, 1);
  atomic_store(&z, 0);
  atomic_store(&y, 1);
  pthread_join(t, 0);
}
`

// TestLinear: operations marked in C files are judged, with the functions of linear.h and with GenMC's.
func TestLinear(t *testing.T) {
	counts, err := spec.Lookup("counter")
	if err != nil {
		t.Fatal(err)
	}
	genmc := strings.NewReplacer("<linear.h>", "<genmc.h>", `linear_invoke("c", "inc")`, `__VERIFIER_method_begin("inc", 0)`, "linear_respond(v)", `__VERIFIER_method_end("inc", v)`,
		`linear_invoke("c", "get")`, `__VERIFIER_method_begin("get", 0)`, "linear_respond(atomic_load(&x))", `__VERIFIER_method_end("get", atomic_load(&x))`)
	const right, wrong = "int v = atomic_fetch_add(&x, 1)", "int v = atomic_load(&x); atomic_store(&x, v + 1)"
	for _, c := range []struct {
		text                string
		executions, failing int64 // by hand: of two loads and two stores, each before its own, those of each thread may be together or not
	}{
		{strings.Replace(counter, "INC", right, 1), 2, 0},
		{strings.Replace(counter, "INC", wrong, 1), 4, 2},
		{held, 9, 6},
		{genmc.Replace(strings.Replace(strings.ReplaceAll(counter, "atomic_int x", "atomic_int x = 1"), "INC", right, 1)), 2, 2}, // 0 is no result, and 1 is not the first
	} {
		file := filepath.Join(t.TempDir(), "counter.c")
		write(t, file, c.text)
		p, err := cprog.Load(file, cprog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := linear.Demand(p, memory.SC, linear.Property{Of: map[string]porcupine.Model{"": counts.Model}, Check: counts.Check}); err != nil {
			t.Fatal(err)
		}
		pop, err := catalog.New("pop", algos.Options{})
		if err != nil {
			t.Fatal(err)
		}
		stats, err := pop.Explore(t.Context(), p, func(e *model.Execution) error {
			if e.Outcome() == model.Failed {
				t.Errorf("%s", e.Failure())
			}
			return nil
		})
		if err != nil || stats.Executions != c.executions || stats.NonLinearizable != c.failing {
			t.Errorf("%s\n%+v, %v; want %d, %d of them not linearizable", c.text, stats.Counts, err, c.executions, c.failing)
		}
		violated, err := statestest.CompareHistories(func() (*model.Program, error) {
			p, err := cprog.Load(file, cprog.Options{})
			if err == nil {
				err = linear.Demand(p, memory.SC, linear.Property{Of: map[string]porcupine.Model{"": counts.Model}, Check: counts.Check})
			}
			return p, err
		}, "pop", statestest.Limits{Executions: 1000, States: 10_000, Time: time.Minute})
		if err != nil || violated != (c.failing > 0) {
			t.Errorf("%s\nby states: violated %v, error %v", c.text, violated, err)
		}
	}
}

// TestLinearMistakes: mistakes in marks are reported with the line.
func TestLinearMistakes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	for body, want := range map[string]string{
		`char *n = "inc"; linear_invoke("c", n);`:               "f.c:2: the name of an object or an operation must be a string literal",
		`linear_invoke("c");`:                                   "linear_invoke needs 2 arguments",
		`linear_respond(1);`:                                    "responds to no operation",
		`linear_invoke("c", "inc"); linear_invoke("c", "get");`: "invokes get of c inside of an operation",
	} {
		write(t, file, "#include <linear.h>\nint main(void) { "+body+" }")
		if err := runOnce(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot  %v\nwant %s", body, err, want)
		}
	}
}

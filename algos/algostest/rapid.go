package algostest

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// drawn makes choices by rapid, which shrinks them once a property has failed.
type drawn struct{ t *rapid.T }

func (d drawn) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "choice") }

// quickCheck has rapid check a property n times; with -short, a tenth of that and at most sixty times. The
// choices are always the same unless -rapid.seed or -rapid.checks are given. Nothing is printed or written:
// the property must record what made it fail. The error is rapid's reason for failing.
func quickCheck(n int, property func(*rapid.T)) error {
	if testing.Short() {
		n = min(n/2, 300) // and rapid divides it by 5
	}
	defer setFlag("rapid.checks", strconv.Itoa(n))()
	defer setFlag("rapid.seed", seed())()
	defer setFlag("rapid.shrinktime", "5s")()
	defer setFlag("rapid.nofailfile", "true")()
	var quiet recorder
	rapid.Check(&quiet, property)
	if quiet.failed {
		return errors.New(quiet.text)
	}
	return nil
}

func seed() string {
	if onCommandLine()["rapid.seed"] {
		return flag.Lookup("rapid.seed").Value.String()
	}
	return "1"
}

var onCommandLine = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { set[f.Name] = true })
	return set
})

// setFlag sets a flag unless it is on the command line: there is no other way to configure rapid.
func setFlag(name, value string) (undo func()) {
	if onCommandLine()[name] {
		return func() {}
	}
	before := flag.Lookup(name).Value.String()
	must(flag.Set(name, value))
	return func() { must(flag.Set(name, before)) }
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// recorder is a test that prints nothing and does not stop at a failure.
type recorder struct {
	failed bool
	text   string // at the first failure
}

func (r *recorder) fail(text string) {
	if !r.failed {
		r.failed, r.text = true, text
	}
}

func (r *recorder) Errorf(format string, args ...any) { r.fail(fmt.Sprintf(format, args...)) }
func (r *recorder) Error(args ...any)                 { r.fail(fmt.Sprint(args...)) }
func (r *recorder) Fatalf(format string, args ...any) { r.fail(fmt.Sprintf(format, args...)) }
func (r *recorder) Fatal(args ...any)                 { r.fail(fmt.Sprint(args...)) }
func (r *recorder) Fail()                             { r.fail("failed") }
func (r *recorder) FailNow()                          { r.fail("failed") }
func (r *recorder) Failed() bool                      { return r.failed }
func (r *recorder) Helper()                           {}
func (r *recorder) Name() string                      { return "algostest" }
func (r *recorder) Logf(string, ...any)               {}
func (r *recorder) Log(...any)                        {}
func (r *recorder) Skipf(string, ...any)              {}
func (r *recorder) Skip(...any)                       {}
func (r *recorder) SkipNow()                          {}

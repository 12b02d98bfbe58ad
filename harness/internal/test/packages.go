package test

import (
	"context"
	"strings"
	"time"

	"dporbench/frontends/goprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
)

// run explores the tests of packages, and reports on each in turn; the error says that not all passed.
func (t *tester) run(ctx context.Context, packages []goprog.Tests) error {
	failed := false
	for _, p := range packages {
		ok := t.one(ctx, p)
		failed = failed || !ok
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	switch {
	case failed:
		t.out.last("FAIL\n")
		return cli.ErrReported
	case t.bounded && t.out.failed == nil:
		return cli.ErrBounded
	}
	return t.out.failed
}

// one tests a package, and reports whether all its tests pass.
func (t *tester) one(ctx context.Context, p goprog.Tests) bool {
	of, began := event{Package: p.Path}, time.Now()
	start := of
	start.Action = "start"
	t.out.write(start)
	names := t.chosen(p)
	switch {
	case p.Problem != "":
		t.out.printf(of, "# %s\n%s\nFAIL\t%s [setup failed]\n", p.Path, p.Problem, p.Path)
		t.out.end(of, "fail", 0)
		return false
	case !p.Files && len(p.Functions) == 0:
		t.out.printf(of, "?   \t%s\t[no test files]\n", p.Path)
		t.out.end(of, "skip", 0)
		return true
	}
	ok := t.all(ctx, p, names)
	elapsed := time.Since(began)
	if !ok {
		t.out.printf(of, "FAIL\nFAIL\t%s\t%.3fs\n", p.Path, elapsed.Seconds())
		t.out.end(of, "fail", elapsed)
		return false
	}
	none := ""
	if len(names) == 0 {
		none = " [no tests to run]"
	}
	t.out.printf(of, "ok  \t%s\t%.3fs%s\n", p.Path, elapsed.Seconds(), none)
	t.out.end(of, "pass", elapsed)
	return true
}

// chosen are the names of the tests selected by -run.
func (t *tester) chosen(p goprog.Tests) (names []string) {
	for _, name := range p.Functions {
		if t.only == nil || t.only.MatchString(name) {
			names = append(names, name)
		}
	}
	return names
}

// all explores several tests at a time, and reports on them in order.
func (t *tester) all(ctx context.Context, p goprog.Tests, names []string) bool {
	verdicts := make([]chan verdict, len(names))
	for i := range verdicts {
		verdicts[i] = make(chan verdict, 1)
	}
	free := make(chan struct{}, t.atATime)
	go func() {
		for i, name := range names {
			free <- struct{}{}
			go func() {
				verdicts[i] <- t.explore(ctx, t.spec(p, name))
				<-free
			}()
		}
	}()
	ok := true
	for i, name := range names {
		of := event{Package: p.Path, Test: name}
		begin := of
		begin.Action = "run"
		t.out.write(begin)
		if t.verbose || t.out.asJSON {
			t.out.printf(of, "=== RUN   %s\n", name)
		}
		v := <-verdicts[i]
		t.report(of, t.spec(p, name), p.Fingerprint, v)
		ok, t.bounded = ok && v.passed, t.bounded || v.bounded
		if ctx.Err() != nil {
			return false
		}
	}
	return ok
}

func (t *tester) spec(p goprog.Tests, name string) program.Spec {
	return t.demand.Of(program.Spec{Kind: program.GoFunction{Package: p.Pattern, Function: name, Options: t.options}}, t.Memory)
}

// patterns are the package patterns for the go command; without any, the package in the current folder.
func patterns(args []string) ([]string, error) {
	if len(args) == 0 {
		return []string{"."}, nil
	}
	for _, arg := range args {
		if strings.HasSuffix(arg, ".go") {
			return nil, cli.Usagef("test %s: must be packages, such as ./...", arg)
		}
	}
	return args, nil
}

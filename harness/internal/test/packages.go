package test

import (
	"context"
	"strings"

	"dporbench/frontends/goprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
)

// run explores the tests of packages, and reports on each in turn; the error says that not all pass.
func (t *tester) run(ctx context.Context, packages []goprog.Tests) error {
	crew := t.begins(ctx, packages)
	defer crew.end()
	failed := false
	for i, p := range packages {
		ok := t.one(ctx, p, crew.packages[i])
		failed = failed || !ok
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	switch {
	case failed:
		t.out.last("FAIL\n")
		return cli.ErrReported
	case t.out.failed != nil:
		return t.out.failed
	case t.open:
		return cli.ErrOpen
	case t.bounded:
		return cli.ErrBounded
	}
	return nil
}

// one tests a package, and reports whether none of its tests fails.
func (t *tester) one(ctx context.Context, p goprog.Tests, w *work) bool {
	of := event{Package: p.Path}
	start := of
	start.Action = "start"
	t.out.write(start)
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
	ok := t.all(ctx, w)
	elapsed := w.elapsed()
	if !ok {
		t.out.printf(of, "FAIL\nFAIL\t%s\t%.3fs\n", p.Path, elapsed.Seconds())
		t.out.end(of, "fail", elapsed)
		return false
	}
	if t.open = t.open || w.open; w.open {
		t.out.printf(of, "OPEN\t%s\t%.3fs\n", p.Path, elapsed.Seconds())
		of.Open = true
		t.out.end(of, "fail", elapsed)
		return true
	}
	none := ""
	if len(w.names) == 0 {
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

// all reports on the tests of a package in order, and whether none fails.
func (t *tester) all(ctx context.Context, w *work) bool {
	ok := true
	for i, name := range w.names {
		of := event{Package: w.Path, Test: name}
		begin := of
		begin.Action = "run"
		t.out.write(begin)
		if t.verbose || t.out.asJSON {
			t.out.printf(of, "=== RUN   %s\n", name)
		}
		v := <-w.verdicts[i]
		t.report(of, t.spec(w.Tests, name), w.Fingerprint, v)
		ok, t.bounded, w.open = ok && (v.passed || v.open), t.bounded || v.bounded, w.open || v.open
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

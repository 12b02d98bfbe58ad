package test

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"strings"

	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/trace"
)

// failureLines is how many events are shown by default, the last ones.
const failureLines = 30

const indent = "    "

// report writes the result of a test: one line and, if it failed, the failing execution and the
// command that repeats it.
func (t *tester) report(of event, s program.Spec, fingerprint string, v verdict) {
	mark, action := "PASS", "pass"
	switch {
	case v.open:
		mark, action, of.Open = "OPEN", "fail", true // go test has no action of its own for this
	case !v.passed:
		mark, action = "FAIL", "fail"
	case v.skipped:
		mark, action = "SKIP", "skip"
	}
	if v.passed && (t.verbose || t.out.asJSON) {
		t.out.printf(of, "%s", v.printed)
	}
	t.out.printf(of, "--- %s: %s (%.2fs) %s\n", mark, of.Test, v.elapsed.Seconds(), v.outcome)
	if !v.passed {
		t.out.printf(of, "%s", v.printed)
	}
	t.out.printf(of, "%s", v.advice)
	if v.stopped != nil {
		if !v.passed || t.verbose {
			t.out.printf(of, "%s", t.drawn(v))
		}
		of.Replay = fmt.Sprintf("%s trace %s --lines --schedule %s:%s", t.name, v.stopped.Program.Quoted(), fingerprint, v.stopped.Schedule)
		t.out.printf(of, "\n%sreplay: %s\n\n", indent, of.Replay)
	}
	if t.annotate && !v.passed {
		t.out.last(annotation(s, of.Test, v))
	}
	of.Outcome, of.Executions = v.outcome, v.executions
	t.out.end(of, action, v.elapsed)
}

// drawn is the failing execution and how it ends.
func (t *tester) drawn(v verdict) string {
	layout := trace.Layout{Width: terminal.Width(t.out.w) - len(indent), Last: failureLines, Places: true}
	if t.verbose {
		layout.Last = 0
	}
	var text, indented strings.Builder
	text.WriteString("\n")
	v.stopped.Trace.Draw(&text, layout) // which cannot fail
	for line := range strings.Lines(text.String()) {
		if line != "\n" {
			line = indent + line
		}
		indented.WriteString(line)
	}
	return indented.String()
}

var place = regexp.MustCompile(`[\w.-]+\.go:\d+`)

// annotation is a command of GitHub's workflows that shows a failure at its line: the last one in the package's own files.
func annotation(s program.Spec, test string, v verdict) string {
	at := place.FindString(v.outcome)
	if v.stopped != nil {
		for _, step := range v.stopped.Trace.Steps {
			if place.MatchString(step.Place) {
				at = step.Place
			}
		}
		at = cmp.Or(place.FindString(v.stopped.Trace.Report), at)
	}
	where := ""
	if g, ok := s.Plain().Kind.(program.GoFunction); ok && at != "" {
		file, line, _ := strings.Cut(at, ":")
		where = fmt.Sprintf("file=%s,line=%s,", path.Join(g.Package, file), line)
	}
	escaped := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(v.outcome)
	kind := "error"
	if v.open {
		kind = "warning"
	}
	return fmt.Sprintf("::%s %stitle=%s::%s\n", kind, where, test, escaped)
}

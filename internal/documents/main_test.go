package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// project makes a folder the current one that has these files, and as
// bin/dporbench a script that prints its arguments, draws for draw, complains
// for complain, and fails for fail.
func project(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	files["bin/dporbench"] = `#!/bin/sh
case $1 in
draw) echo "a figure" > "$3" ;;
complain) echo ok; echo complaint >&2 ;;
fail) echo failed >&2; exit 1 ;;
*) for a; do echo "[$a]"; done ;;
esac
`
	for path, content := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o777); err != nil {
			t.Fatal(err)
		}
	}
}

// documents runs the command.
func documents(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = execute(t.Context(), args, &out, &err)
	return status, out.String(), err.String()
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const before = `Title
<!-- generated: dporbench one 'two three' -->
<!-- end -->
<!-- generated as console: dporbench complain -->
<!-- end -->
<!-- generated as console, exit status 1: dporbench fail -->
<!-- end -->
<!-- generated as text, first 2 lines: dporbench a b c d -->
<!-- end -->
<!-- generated as go: cat code.go T.method x -->
<!-- end -->
<!-- drawn: dporbench draw -o figures/f.svg -->
![](figures/f.svg)
`

const after = `Title
<!-- generated: dporbench one 'two three' -->
[one]
[two three]
<!-- end -->
<!-- generated as console: dporbench complain -->
` + "```console\n$ bin/dporbench complain\nok\ncomplaint\n```" + `
<!-- end -->
<!-- generated as console, exit status 1: dporbench fail -->
` + "```console\n$ bin/dporbench fail\nfailed\n```" + `
<!-- end -->
<!-- generated as text, first 2 lines: dporbench a b c d -->
` + "```text\n[a]\n[b]\n…\n```" + `
<!-- end -->
<!-- generated as go: cat code.go T.method x -->
` + "```go\n// method does.\nfunc (t *T[A]) method() {}\n\nconst (\n\tx = 1\n\ty = 2\n)\n```" + `
<!-- end -->
<!-- drawn: dporbench draw -o figures/f.svg -->
![](figures/f.svg)
`

const code = `package code

// T is generic.
type T[A any] struct{}

// method does.
func (t *T[A]) method() {}

func method() {}

const (
	x = 1
	y = 2
)
`

func TestUpdate(t *testing.T) {
	project(t, map[string]string{"page.md": before, "code.go": code})
	if status, _, stderr := documents(t, "page.md"); status != 0 {
		t.Fatal(stderr)
	}
	if got := content(t, "page.md"); got != after {
		t.Errorf("got\n%s\nwant\n%s", got, after)
	}
	if got := content(t, "figures/f.svg"); got != "a figure\n" {
		t.Errorf("the figure is %q", got)
	}
	if status, _, stderr := documents(t, "-check", "page.md"); status != 0 || stderr != "" {
		t.Errorf("right after, the check says: %s", stderr)
	}
}

func TestCheck(t *testing.T) {
	project(t, map[string]string{
		"page.md":       strings.Replace(strings.Replace(after, "[one]", "[won]", 1), "[b]\n", "", 1),
		"code.go":       code,
		"figures/f.svg": "a\nfigure\n",
	})
	was := content(t, "page.md")
	status, _, stderr := documents(t, "-check", "page.md")
	want := `page.md:2: dporbench one 'two three': stale: line 3 is "[won]", should be "[one]"
page.md:19: dporbench a b c d: stale: line 22 is "…", should be "[b]"
page.md:36: dporbench draw -o figures/f.svg: stale: figures/f.svg differs from byte 2 on (line 1)
`
	if status != 1 || stderr != want {
		t.Errorf("exit status %d, says\n%swant\n%s", status, stderr, want)
	}
	if content(t, "page.md") != was || content(t, "figures/f.svg") != "a\nfigure\n" {
		t.Error("the check has written something")
	}
}

func TestNothingIsWrittenIfAPartFails(t *testing.T) {
	text := before + "<!-- generated: dporbench fail -->\n<!-- end -->\n"
	project(t, map[string]string{"page.md": text, "code.go": code})
	status, _, stderr := documents(t, "page.md")
	if want := "page.md:14: dporbench fail: exit status 1, should be 0: failed\n"; status != 1 || stderr != want {
		t.Errorf("exit status %d, says %q, want %q", status, stderr, want)
	}
	if _, err := os.Stat("figures"); content(t, "page.md") != text || err == nil {
		t.Error("something was written")
	}
}

func TestRefused(t *testing.T) {
	for header, want := range map[string]string{
		"generated: rm -rf":                                 "must begin with dporbench",
		"generated: bin/dporbench list":                     "must begin with dporbench",
		"drawn: cat code.go":                                "must begin with dporbench",
		"generated: dporbench run lastzero 4":               "measures",
		"generated: dporbench table1":                       "measures",
		"generated: cat ../secret":                          "within the project",
		"generated: cat code.go nosuch":                     "code.go does not declare nosuch",
		"generated: cat nosuch.go":                          "no such file",
		"drawn: dporbench tree fig1":                        "must have -o FILE",
		"drawn: dporbench draw -o /tmp/f.svg":               "must have -o FILE",
		"drawn: dporbench nothing -o f.svg":                 "no such file",
		"generated: dporbench 'list":                        "a quote that is not closed",
		"generated: dporbench x '<!-- end -->'":             "must not contain",
		"generated as console, exit status 2: dporbench no": "exit status 0, should be 2",
	} {
		project(t, map[string]string{"page.md": "<!-- " + header + " -->\n<!-- end -->\n", "code.go": code})
		if strings.HasPrefix(header, "drawn") {
			os.WriteFile("page.md", []byte("<!-- "+header+" -->\n"), 0o666)
		}
		if status, _, stderr := documents(t, "-check", "page.md"); status != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit status %d, says %q, want %q", header, status, stderr, want)
		}
	}
}

func TestFromIsNoMeasuring(t *testing.T) {
	if err := deterministic([]string{"table1", "--from", "x.csv"}); err != nil {
		t.Error(err)
	}
}

func TestCommands(t *testing.T) {
	project(t, map[string]string{"page.md": after, "code.go": code})
	status, stdout, _ := documents(t, "-commands", "page.md")
	if status != 0 || !strings.Contains(stdout, "page.md:8: dporbench complain\n") {
		t.Errorf("exit status %d, lists\n%s", status, stdout)
	}
}

func TestUsage(t *testing.T) {
	if status, _, _ := documents(t); status != 2 {
		t.Errorf("without a page: exit status %d", status)
	}
	if status, _, _ := documents(t, "-nosuch", "page.md"); status != 2 {
		t.Errorf("with a flag that there is not: exit status %d", status)
	}
	if status, _, stderr := documents(t, filepath.Join(t.TempDir(), "nosuch.md")); status != 1 || !strings.Contains(stderr, "nosuch.md") {
		t.Errorf("without the file: exit status %d, says %q", status, stderr)
	}
}

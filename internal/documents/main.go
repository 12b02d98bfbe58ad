// Command documents keeps Markdown pages up to date: it runs the commands in
// their comments and puts the output into the page. Run it from the folder of
// the project.
//
//	go run ./internal/documents README.md paper.md
//
// With -check it writes nothing, and fails if anything is out of date; for each
// such part it shows the first difference.
//
// A generated part stands between two markers, each on a separate line:
//
//	<!-- generated: dporbench table1 --from reference/table1.csv --format markdown -->
//	<!-- end -->
//
// The command is run by sh, with bin, or the folder that BIN names, first in its PATH. Instead of a
// command, FILE.go #NAME stands for that declaration in the file, with its comment:
//
//	<!-- generated as go: algos/explorer.go #Explorer -->
//
// "generated as LANGUAGE" puts the output into a fenced block. In a block of the
// language console, the command itself comes first, and standard error is
// included; ", exit status 1" before the colon is for a command that must fail.
//
// A figure has one marker, in which -o names its file; the image below the
// marker is written by hand:
//
//	<!-- drawn: dporbench tree fig1 -o figures/fig1.svg -->
//
// Within fenced blocks, markers are text like any other.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func main() { os.Exit(execute(os.Args[1:], os.Stderr)) }

// execute returns the exit status: 1 if a part failed or is stale, 2 for a wrong command line.
func execute(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("documents", flag.ContinueOnError)
	flags.SetOutput(stderr)
	check := flags.Bool("check", false, "write nothing; fail if something is out of date")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() == 0 {
		fmt.Fprintln(stderr, "documents: no page given: must be Markdown files")
		return 2
	}
	status := 0
	for _, path := range flags.Args() {
		p, err := refresh(path)
		switch {
		case err == nil && *check:
			err = errors.Join(p.stale...)
		case err == nil:
			err = p.write()
		}
		if err != nil {
			fmt.Fprintln(stderr, err)
			status = 1
		}
	}
	return status
}

// page holds the up-to-date contents of a Markdown file and its figures.
type page struct {
	path     string
	contents map[string]string // of the page itself and of each figure, by path
	stale    []error           // for each part and figure that is out of date
}

func (p *page) write() (err error) {
	for path, content := range p.contents {
		err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(content), 0o666))
	}
	return err
}

// refresh makes all parts and figures of a page. The error names each that cannot
// be made.
func refresh(path string) (*page, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p := &page{path: path, contents: map[string]string{}}
	var fresh strings.Builder
	var failed []error
	fence, lines := "", strings.SplitAfter(string(text), "\n")
	for i := 0; i < len(lines); i++ {
		fresh.WriteString(lines[i])
		line := strings.TrimSpace(lines[i])
		if fence = fenceAfter(line, fence); fence != "" || !isMarker.MatchString(line) {
			continue
		}
		body, oldLines, err := p.part(line, lines[i+1:], i+1)
		failed = append(failed, err) // Join drops nil
		fresh.WriteString(body)
		i += oldLines
	}
	p.contents[path] = fresh.String()
	return p, errors.Join(failed...)
}

// fenceAfter is the fence that closes the fenced block of the line after line; empty if that is in none.
func fenceAfter(line, fence string) string {
	marks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
	switch {
	case fence == "" && len(marks) >= 3:
		return marks
	case fence != "" && marks == line && len(marks) >= len(fence):
		return ""
	}
	return fence
}

const end = "<!-- end -->"

var (
	isMarker = regexp.MustCompile(`^<!-- (generated|drawn|end)\b`)
	first    = regexp.MustCompile(`^<!-- (generated|drawn)(?: as (\w+))?(?:, exit status (\d+))?: (.+) -->$`)
	ofGoFile = regexp.MustCompile(`^(\S+\.go) #(\w+)$`)
	drawing  = regexp.MustCompile(`^(.* -o )(\S+)(.*)$`)
)

type part struct {
	place    string // for errors: page, line and command
	line     int    // of the first marker, counted from 1
	language string // of the fenced block; no block if empty
	status   int    // the required exit status of the command
	command  string
}

// part makes the part that a marker asks for. It returns the new text below the
// marker, and how many of the lines below the marker this replaces.
func (p *page) part(marker string, below []string, line int) (body string, replaced int, err error) {
	m := first.FindStringSubmatch(marker)
	if m == nil {
		return "", 0, fmt.Errorf("%s:%d: a marker must be <!-- generated: COMMAND --> or, before the colon, with "+
			"\" as LANGUAGE\" and \", exit status N\", up to %s; or <!-- drawn: COMMAND -o FILE -->", p.path, line, end)
	}
	status, _ := strconv.Atoi(m[3])
	t := part{fmt.Sprintf("%s:%d: %s", p.path, line, m[4]), line, m[2], status, m[4]}
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", t.place, err)
		}
	}()
	if m[1] == "drawn" {
		return "", 0, p.draw(t)
	}
	for replaced < len(below) && strings.TrimSpace(below[replaced]) != end {
		replaced++
	}
	if replaced == len(below) || slices.ContainsFunc(below[:replaced], isMarker.MatchString) {
		return "", 0, fmt.Errorf("a generated part without its %s", end)
	}
	body, err = t.body()
	if err == nil {
		p.compare(t, append(slices.Clone(below[:replaced]), ""), strings.SplitAfter(body, "\n"))
	}
	return body + below[replaced], replaced + 1, err
}

// run runs the command and returns its output; in a console block, that includes
// standard error. The exit status must be the one the part asks for.
func (t part) run(command string) (string, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("sh", "-c", command)
	cmd.Env = append(os.Environ(), "PATH="+cmp.Or(os.Getenv("BIN"), "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if t.language == "console" {
		cmd.Stderr = &stdout
	}
	if err := cmd.Run(); cmd.ProcessState == nil {
		return "", err
	}
	if status := cmd.ProcessState.ExitCode(); status != t.status {
		said := strings.Split(strings.TrimSpace(stdout.String()+stderr.String()), "\n")
		return "", fmt.Errorf("exit status %d, should be %d: %s", status, t.status, said[len(said)-1])
	}
	return stdout.String(), nil
}

func (t part) body() (text string, err error) {
	if m := ofGoFile.FindStringSubmatch(t.command); m != nil {
		text, err = declaration(m[1], m[2])
	} else {
		text, err = t.run(t.command)
	}
	if err != nil {
		return "", err
	}
	text = strings.TrimLeft(strings.TrimRight(text, "\n")+"\n", "\n")
	switch t.language {
	case "":
		return text, nil
	case "console":
		text = "$ bin/" + t.command + "\n" + text
	}
	return "```" + t.language + "\n" + text + "```\n", nil
}

// declaration is the source of a top-level declaration of a Go file, with its comment. In gofmt's
// style, a declaration of several lines ends with a bracket at the beginning of a line.
func declaration(path, name string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	found := regexp.MustCompile(`(?m)^(//.*\n)*(func|type|var|const) (\([^)]*\) )?` + name +
		`\b(.*[^{(\n]$|(?s:.*?)^[)}])`).Find(text)
	if found == nil {
		return "", fmt.Errorf("%s does not declare %s", path, name)
	}
	return string(found), nil
}

// compare records where the page first differs from its new body.
func (p *page) compare(t part, old, fresh []string) {
	if slices.Equal(old, fresh) {
		return
	}
	i := 0
	for old[i] == fresh[i] { // both end with "", and no other line is ""
		i++
	}
	p.stale = append(p.stale, fmt.Errorf("%s: stale: line %d is %q, should be %q", t.place, t.line+1+i,
		strings.TrimSuffix(old[i], "\n"), strings.TrimSuffix(fresh[i], "\n")))
}

// draw draws a figure into a temporary folder and records the new contents of its file.
func (p *page) draw(t part) (err error) {
	m := drawing.FindStringSubmatch(t.command)
	if m == nil || !filepath.IsLocal(m[2]) {
		return errors.New("draws nothing: must have -o FILE, within the project")
	}
	folder, err := os.MkdirTemp("", "documents")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	drawn := filepath.Join(folder, filepath.Base(m[2]))
	if _, err := t.run(m[1] + drawn + m[3]); err != nil {
		return err
	}
	content, err := os.ReadFile(drawn)
	if err != nil {
		return err
	}
	p.contents[m[2]] = string(content)
	if old, err := os.ReadFile(m[2]); err != nil || !bytes.Equal(old, content) {
		p.stale = append(p.stale, fmt.Errorf("%s: stale: %s is not what is drawn now", t.place, m[2]))
	}
	return nil
}

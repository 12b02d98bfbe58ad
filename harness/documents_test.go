package harness

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"dporbench/benchmarks/objects"
	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
)

// TestCommandsInDocuments checks the commands that the pages give: each must exist,
// with existing flags, values and programs. For one mentioned within a line, only the
// command and the names of its flags are checked. Those whose output a page shows are
// also run, by make check-paper.
func TestCommandsInDocuments(t *testing.T) {
	all := pages(t)
	t.Chdir("..") // where the commands are given, and write their files
	for _, path := range all {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range commandsOf(string(text)) {
			if err := checkCommand(c.text, c.mention); err != nil {
				t.Errorf("%s:%d: %s: %v", filepath.Base(path), c.line, c.text, err)
			}
		}
	}
}

// pages are the pages at the root, in docs, and of the reference.
func pages(t *testing.T) (all []string) {
	t.Helper()
	for _, pattern := range []string{"../*.md", "../docs/*.md", "../reference/*.md", "../examples/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no pages %s: %v", pattern, err)
		}
		for _, path := range found {
			absolute, err := filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, absolute)
		}
	}
	return all
}

// pageCommand is a command that a page gives, or that makes one of its parts.
type pageCommand struct {
	line    int    // counted from 1
	text    string // begins with make or dporbench
	mention bool   // code within a line, which may leave values open
}

var (
	fenced  = regexp.MustCompile("^```+(\\w*)$")
	called  = regexp.MustCompile(`^(?:\$ )?(?:bin/)?((?:make|dporbench) [^#]*[^# ])`)
	spanned = regexp.MustCompile("`(?:bin/)?((?:make|dporbench) [^`]+)`")
	makes   = regexp.MustCompile(`^<!-- (?:generated|drawn)[^:]*: (dporbench .*) -->`)
)

// commandsOf returns the commands of a page: in console blocks, in code within a line, and in the comments that
// name the command of a generated part.
func commandsOf(text string) (all []pageCommand) {
	inBlock, language := false, ""
	for i, line := range strings.Split(text, "\n") {
		if m := fenced.FindStringSubmatch(line); m != nil {
			inBlock, language = !inBlock, m[1]
			continue
		}
		if m := called.FindStringSubmatch(line); m != nil && inBlock && language == "console" {
			all = append(all, pageCommand{i + 1, m[1], false})
		}
		if inBlock {
			continue
		}
		for _, m := range spanned.FindAllStringSubmatch(line, -1) {
			all = append(all, pageCommand{i + 1, m[1], true})
		}
		if m := makes.FindStringSubmatch(line); m != nil {
			all = append(all, pageCommand{i + 1, m[1], false})
		}
	}
	return all
}

// TestReadme runs the commands of README.md as they stand there, but for make and serve. Those that show a bug exit with 1.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("the commands explore in earnest")
	}
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	defer os.Remove("../fig1.html")
	for _, c := range commandsOf(string(text)) {
		if c.mention || !strings.HasPrefix(c.text, "dporbench ") || strings.HasPrefix(c.text, "dporbench serve") || strings.Contains(c.text, "|") && !strings.Contains(c.text, "'") {
			continue
		}
		ran++
		cmd := exec.Command("sh", "-c", c.text)
		cmd.Dir = ".."
		out, err := cmd.CombinedOutput()
		if exit := new(exec.ExitError); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
			t.Errorf("README.md:%d: %s: %v\n%s", c.line, c.text, err, out)
		}
	}
	if ran < 5 {
		t.Errorf("%d commands have been run", ran)
	}
}

// TestReproducing runs the commands of docs/reproducing.md that take seconds, one after the other. The picture that one of them draws
// is the one on the page.
func TestReproducing(t *testing.T) {
	if testing.Short() {
		t.Skip("the commands explore in earnest")
	}
	text, err := os.ReadFile("../docs/reproducing.md")
	if err != nil {
		t.Fatal(err)
	}
	quick := []string{"claims", "check", "distinguish", "tree", "verify"}
	defer os.Remove("../c.txt")
	defer os.Remove("../fig1-pop.svg")
	ran := 0
	for _, c := range commandsOf(string(text)) {
		words := strings.Fields(c.text)
		if words[0] != "dporbench" || !slices.Contains(quick, words[1]) && !strings.Contains(c.text, "--certify") {
			continue
		}
		ran++
		cmd := exec.Command("sh", "-c", c.text)
		cmd.Dir = ".."
		if out, err := cmd.CombinedOutput(); err != nil && words[1] != "distinguish" && words[1] != "claims" {
			t.Errorf("docs/reproducing.md:%d: %s: %v\n%s", c.line, c.text, err, out)
		}
	}
	if ran < 7 {
		t.Errorf("%d commands have been run", ran)
	}
	drawn, err := os.ReadFile("../fig1-pop.svg")
	shown, err2 := os.ReadFile("../docs/figures/fig1-pop.svg")
	if err != nil || err2 != nil || !slices.Equal(drawn, shown) {
		t.Errorf("the tree is not that of the page; errors %v, %v", err, err2)
	}
}

func TestCommandsOf(t *testing.T) {
	got := commandsOf("`make test` and `bin/dporbench list`, not `make` or `go build`\n" +
		"```console\n$ bin/dporbench check a 1   # why\nmake table1\noutput of dporbench\n```\n" +
		"```go\nmake(chan int)\n```\n" +
		"<!-- drawn: dporbench tree fig1 -o x.svg -->\n")
	want := []pageCommand{
		{1, "make test", true},
		{1, "dporbench list", true},
		{3, "dporbench check a 1", false},
		{4, "make table1", false},
		{10, "dporbench tree fig1 -o x.svg", false},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestCheckCommand(t *testing.T) {
	t.Chdir("..") // as TestCommandsInDocuments
	const mention = true
	for _, c := range []struct {
		text    string
		mention bool
		want    string // in the error; none if empty
	}{
		{"make table1 ARGS='--resume --repeat 3'", false, ""},
		{"make tables", mention, "no target tables"},
		{"dporbench list", false, ""},
		{"dporbench lists", mention, `unknown command "lists"`},
		{"dporbench list all", false, "takes no argument"},
		{"dporbench run lastzero 4 --algo nosuch", false, `unknown algorithm "nosuch"`},
		{"dporbench run lastzero x", false, "must be a whole number"},
		{"dporbench run lastzero", false, "lastzero"},
		{"dporbench run nosuch 4", false, `unknown benchmark "nosuch"`},
		{"dporbench run", false, "no program given"},
		{"dporbench trace --replay file.txt", false, ""},
		{"dporbench run BENCH --algo A --json", mention, ""},
		{"dporbench run BENCH --algos=A", mention, "unknown flag --algos"},
		{"dporbench tree fig1 -o fig1.svg", mention, ""},
		{"dporbench help columns", mention, ""},
		{"dporbench trace 'nosuch' | head", false, `unknown benchmark "nosuch"`},
	} {
		err := checkCommand(c.text, c.mention)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want %q", c.text, err, c.want)
		}
	}
}

// checkCommand returns an error if a command of make or dporbench is wrong, without running
// it. For a mention it checks only names.
func checkCommand(text string, mention bool) error {
	words := shellWords(text)
	if words[0] == "make" {
		return checkTargets(words[1:])
	}
	known, err := program.New(nil, nil)
	if err != nil {
		return err
	}
	known = known.WithC(cprog.Compile).WithGo(empty)
	root := newCommand("dporbench", known)
	root.InitDefaultHelpCmd()
	c, args, err := root.Find(words[1:])
	if err != nil {
		return err
	}
	if !c.HasParent() {
		return command.NoCommand(c, args)
	}
	c.InitDefaultHelpFlag()
	if mention {
		return checkFlagNames(c, args)
	}
	if err := c.ParseFlags(args); err != nil {
		return err
	}
	args = c.Flags().Args()
	if err := c.ValidateArgs(args); err != nil {
		return err
	}
	if _, isObject := objects.Lookup(strings.Join(args, " ")); isObject && c.Name() == "linear" {
		return nil
	}
	if takesProgram := c.Flags().Lookup("define") != nil; takesProgram && !c.Flags().Changed("replay") { // a recording names its program
		_, err = arguments.Parse(known, args)
	}
	return err
}

var shellWord = regexp.MustCompile(`(?:'[^']*'|"[^"]*"|[^'" ])+`)

// shellWords are the words of a command up to a pipe, without their quotes.
func shellWords(text string) []string {
	words := shellWord.FindAllString(text, -1)
	if pipe := slices.Index(words, "|"); pipe >= 0 {
		words = words[:pipe]
	}
	for i, word := range words {
		words[i] = strings.NewReplacer("'", "", `"`, "").Replace(word)
	}
	return words
}

func checkFlagNames(c *cobra.Command, args []string) error {
	for _, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		if name, ok := strings.CutPrefix(name, "--"); ok && c.Flags().Lookup(name) == nil {
			return fmt.Errorf("unknown flag --%s", name)
		}
	}
	return nil
}

// checkTargets checks that the Makefile has the targets given to make; words with an =
// are variables.
func checkTargets(words []string) error {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		return err
	}
	var errs []error
	for _, word := range words {
		target := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(word) + `:`)
		if !strings.Contains(word, "=") && !target.Match(makefile) {
			errs = append(errs, fmt.Errorf("the Makefile has no target %s", word))
		}
	}
	return errors.Join(errs...)
}

// empty loads Go functions without reading them.
func empty(program.GoFunction) (func() (*model.Program, error), error) {
	return func() (*model.Program, error) { return model.NewProgram(""), nil }, nil
}

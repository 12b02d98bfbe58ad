package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"dporbench/documents/page"
)

// TestCommandsInDocuments checks the commands that the pages at the root tell a
// reader to type: each is one that there is, with flags, values and programs
// that there are. Those whose output a page shows are run as well, by make
// check-paper.
func TestCommandsInDocuments(t *testing.T) {
	pages, err := filepath.Glob("../*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, path := range pages {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p, err := page.Parse(string(text))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, c := range p.Commands() {
			if err := checkCommand(c.Text); err != nil {
				t.Errorf("%s:%d: %s: %v", filepath.Base(path), c.Line, c.Text, err)
			}
		}
	}
}

func TestCheckCommand(t *testing.T) {
	for text, want := range map[string]string{
		"make table1 ARGS='--resume --repeat 3'": "",
		"make tables":                            "no target tables",
		"dporbench list":                         "",
		"dporbench lists":                        `unknown command "lists"`,
		"dporbench list all":                     "takes no argument",
		"dporbench run":                          "",
		"dporbench run BENCH [PARAM...]":         "",
		"dporbench run lastzero 4 --algo nosuch": `unknown algorithm "nosuch"`,
		"dporbench run lastzero --repeat x":      "must be a whole number",
		"dporbench run lastzero":                 "lastzero",
		"dporbench run nosuch 4":                 `unknown benchmark "nosuch"`,
		"dporbench help columns":                 "",
	} {
		err := checkCommand(text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

// checkCommand says what is wrong with a command of make or dporbench, without
// running it.
func checkCommand(text string) error {
	words, err := page.Words(text)
	if err != nil {
		return err
	}
	if words[0] == "make" {
		return checkTargets(words[1:])
	}
	root := newRoot()
	root.InitDefaultHelpCmd()
	c, args, err := root.Find(words[1:])
	if err != nil {
		return err
	}
	if !c.HasParent() {
		return noCommand(c, args)
	}
	c.InitDefaultHelpFlag()
	if err := c.ParseFlags(args); err != nil {
		return err
	}
	args = c.Flags().Args()
	if err := c.ValidateArgs(args); err != nil {
		return err
	}
	return checkProgram(c, args)
}

// checkProgram checks BENCH [PARAM...] unless a page leaves it open.
func checkProgram(c *cobra.Command, args []string) error {
	if !strings.Contains(c.Use, " BENCH [PARAM...]") || len(args) == 0 || args[0] == "BENCH" {
		return nil
	}
	_, _, err := parseProgram(args)
	return err
}

// checkTargets checks that the Makefile has what make is to make; what has an =
// in it is a variable.
func checkTargets(words []string) error {
	makefile, err := os.ReadFile("../Makefile")
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

package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The groups of flags. Help shows them in this order, and then the flags of no group.
const (
	Exploring   = "Exploring"
	Measuring   = "Measuring"
	CFiles      = "C files"
	GoFunctions = "Go functions"
	Output      = "Output"
)

var groups = [...]string{Exploring, Measuring, CFiles, GoFunctions, Output, ""}

// groupKey is the annotation of a flag with its group.
const groupKey = "group"

// Group adds the flags that register adds to a group of the help of set's command.
func Group(set *pflag.FlagSet, group string, register func(*pflag.FlagSet)) {
	own := pflag.NewFlagSet(group, pflag.ContinueOnError)
	register(own)
	own.VisitAll(func(f *pflag.Flag) {
		if f.Annotations[groupKey] == nil { // else it has a more specific one
			own.SetAnnotation(f.Name, groupKey, []string{group})
		}
	})
	set.AddFlagSet(own)
}

// The width of help is the terminal's, but at most mostWidth: longer lines are hard to read.
const (
	usualWidth = 80
	mostWidth  = 100
)

// showHelp writes the help of c: the first paragraph of its text, its usage with examples, the rest of its text, and its flags
// by group.
func showHelp(c *cobra.Command, _ []string) {
	out := c.OutOrStdout()
	width := min(Width(out, usualWidth), mostWidth)
	text := c.Long
	if text == "" {
		text = c.Short
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n\n")
	fmt.Fprintf(out, "%s\n\n%s", wrap(first, width), usageLines(c))
	if rest != "" {
		fmt.Fprintf(out, "\n%s\n", wrap(rest, width))
	}
	fmt.Fprint(out, lists(c, width))
}

func showUsage(c *cobra.Command) error {
	_, err := fmt.Fprint(c.OutOrStderr(), usage(c, usualWidth))
	return err
}

func usage(c *cobra.Command, width int) string { return usageLines(c) + lists(c, width) }

// usageLines are the usage and the examples.
func usageLines(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage:\n  %s\n", useLine(c))
	if c.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", indented(strings.ReplaceAll(c.Example, "dporbench ", c.Root().Name()+" ")))
	}
	return b.String()
}

// lists are the commands below c, by group, its flags, and its note.
func lists(c *cobra.Command, width int) string {
	var b strings.Builder
	for _, g := range c.Groups() {
		fmt.Fprintf(&b, "\n%s\n%s", g.Title, list(c, g.ID))
	}
	for _, group := range groups {
		b.WriteString(flagsOf(c, group, width))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n%s\n", wrap(fmt.Sprintf("`%[1]s COMMAND --help` explains a command, with examples. `%[1]s completion SHELL --help` explains how a shell completes commands, flags and names. docs/glossary.md explains the words, and docs/dpor-in-twenty-minutes.md what all this is about.", c.CommandPath()), width))
	}
	if note := c.Annotations[noteKey]; note != "" {
		fmt.Fprintf(&b, "\n%s\n", wrap(note, width))
	}
	return b.String()
}

func useLine(c *cobra.Command) string {
	if c.HasAvailableSubCommands() {
		return c.CommandPath() + " COMMAND"
	}
	return c.UseLine()
}

// list lists the commands of a group.
func list(c *cobra.Command, group string) string {
	var b strings.Builder
	for _, sub := range c.Commands() {
		if sub.GroupID == group && sub.IsAvailableCommand() {
			fmt.Fprintf(&b, "  %-*s %s\n", sub.NamePadding(), sub.Name(), sub.Short)
		}
	}
	return b.String()
}

// flagsOf lists the flags of a group that are not hidden.
func flagsOf(c *cobra.Command, group string, width int) string {
	set := pflag.NewFlagSet(group, pflag.ContinueOnError)
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if of := f.Annotations[groupKey]; len(of) == 1 && of[0] == group || of == nil && group == "" {
			set.AddFlag(f)
		}
	})
	if !set.HasAvailableFlags() {
		return ""
	}
	title := "Flags"
	if group != "" {
		title = group
	}
	return fmt.Sprintf("\n%s:\n%s", title, set.FlagUsagesWrapped(width))
}

func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ")
}

// noteKey is the annotation of a command with a note at the end of its help.
const noteKey = "note"

// SetNote sets a paragraph that ends the help of c.
func SetNote(c *cobra.Command, note string) {
	if c.Annotations == nil {
		c.Annotations = map[string]string{}
	}
	c.Annotations[noteKey] = note
}

// Package tree implements the command tree, which draws the exploration tree of an algorithm.
package tree

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/harness/internal/shared/value"
	"dporbench/internal/tree"
	"dporbench/internal/tree/html"
	"dporbench/internal/tree/layout"
	"dporbench/internal/tree/svg"
)

// Beyond maxLeaves, the picture lacks the contents of the subtrees that it does not draw.
const maxLeaves = 5000

var treeFormats = []string{"svg", "html"}

type treeCommand struct {
	flags.One
	programs   *arguments.Programs
	against    catalog.Algorithm // without a name if there is none
	out        string
	format     string // by default the format of the extension
	limit      int    // 0 for the default of the format
	executions value.Ranges
	fold       int
}

func Command(r *program.Registry) *cobra.Command {
	t := treeCommand{One: flags.NewOne(r), out: "-", fold: 12}
	t.Time = 10 * time.Second
	c := &cobra.Command{
		Use:   "tree BENCH [PARAM...]",
		Short: "Draw the exploration tree of an algorithm",
		Example: `dporbench tree fig1 --algo pop -o tree.svg
dporbench tree lastzero 3 --algo optimal -o tree.html`,
		Long: `Draw the exploration tree of an algorithm, as Fig. 2 of the POP paper does: each
execution is a column of its events, next to the one that it branches off from,
with the race that it reverses.

  svg    a picture
  html   a page for a browser, to move, zoom and fold the tree and to walk through the executions; with --against, next to the tree of another algorithm

Executions E1, E2, … are numbered in the order in which their explorations began,
as in that figure; the number of the visit, which explain takes, follows where it
differs. Executions that are not drawn are subtrees T, with their sizes. An
exploration that exceeds --timeout is drawn as far as it got, and the picture says so.`,
		RunE: func(c *cobra.Command, args []string) error { return t.run(c, args) },
	}
	f := c.Flags()
	t.programs = arguments.Of(c, r)
	t.Register(r, f)
	f.Var(flags.Algorithm(r, &t.against), "against", "algorithm to compare with (html)")
	f.VarP(value.Output(&t.out), "out", "o", "`FILE` to write, or - for standard output")
	f.StringVar(&t.format, "format", "", "`FORMAT`: svg or html (default: the extension of FILE, or svg)")
	f.Var(value.Positive(&t.limit), "limit", "draw the first N explorations to begin (default: 40, or 5000 in html)")
	f.Var(value.RangesOf(&t.executions), "executions", "executions to draw instead, as in 1-3,17 (svg)")
	f.Var(value.Fold(&t.fold), "fold", "collapse branch-free runs of N events or more; 0 collapses none (svg)")
	return c
}

func (t *treeCommand) run(c *cobra.Command, args []string) error {
	if err := t.validate(); err != nil {
		return err
	}
	if !c.Flags().Changed("out") && command.IsTerminal(c.OutOrStdout()) {
		return cli.Usagef("the picture goes to a file: -o tree.svg or -o tree.html; -o - shows its source here")
	}
	return t.programs.Explore(c, args, t.Memory, func(p program.Program) error {
		var picture bytes.Buffer
		if err := t.draw(c.Context(), &picture, p); err != nil {
			return err
		}
		return command.WriteTo(c, t.out, picture.Bytes())
	})
}

func (t *treeCommand) validate() error {
	if t.format == "" {
		t.format = strings.TrimPrefix(filepath.Ext(t.out), ".")
		if t.out == "-" {
			t.format = "svg"
		}
		if !slices.Contains(treeFormats, t.format) {
			return cli.Usagef("file %q: must end in .svg or .html, unless --format is given", t.out)
		}
	}
	switch {
	case !slices.Contains(treeFormats, t.format):
		return cli.Usagef("format %q: must be one of %s", t.format, strings.Join(treeFormats, ", "))
	case t.against.Name != "" && t.format != "html":
		return cli.Usagef("--against %s: only html shows two algorithms", t.against.Name)
	case t.executions != nil && t.format == "html":
		return cli.Usagef("--executions %s: html shows them all; use --limit", t.executions)
	case t.executions != nil && t.limit != 0:
		return cli.Usagef("--executions and --limit: must not be given together")
	}
	if t.limit == 0 {
		t.limit = 40
		if t.format == "html" {
			t.limit = maxLeaves
		}
	}
	return nil
}

func (t *treeCommand) draw(ctx context.Context, w io.Writer, p program.Program) error {
	keep := maxLeaves
	if t.format == "html" {
		keep = t.limit
	}
	recorded, err := t.record(ctx, p, t.Algorithm, keep)
	if err != nil {
		return err
	}
	if t.format == "svg" {
		o := layout.Options{Limit: t.limit, Fold: t.fold}
		if t.executions != nil {
			o.Executions = t.executions.Contain
		}
		return svg.Write(w, recorded, o)
	}
	if t.against.Name == "" {
		return html.Write(w, p.Program, recorded)
	}
	other, err := t.record(ctx, p, t.against, keep)
	if err != nil {
		return err
	}
	return html.Write(w, p.Program, recorded, other)
}

// record records an exploration. One that takes too long is recorded as far as it got, but one that is interrupted is not.
func (t *treeCommand) record(ctx context.Context, p program.Program, a catalog.Algorithm, leaves int) (*tree.Tree, error) {
	limited, stop := t.Within(ctx)
	defer stop()
	watched, unwatch := terminal.Watch(t.Settings, p.String()+", "+a.Name)
	defer unwatch()
	recorded, err := tree.Record(limited, p.Program, a, watched.Options(), tree.Keep{First: leaves})
	if err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("%s, %s: %w", p, a.Name, err)
	}
	recorded.Program = p.String()
	return recorded, nil
}

package harness

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/internal/tree"
	"dporbench/internal/tree/html"
	"dporbench/internal/tree/svg"
	"dporbench/model"
)

// maxLeaves is how many explorations are recorded for a picture, and so how far
// it can tell what is in the subtrees that it does not draw.
const maxLeaves = 5000

// treeFormats are the formats of trees, named like the extensions of files.
var treeFormats = []string{"svg", "html"}

// drawing are the flags of the command.
type drawing struct {
	algorithm  catalog.Algorithm
	against    catalog.Algorithm // unnamed if there is none
	order      algos.Order
	seed       uint64
	timeout    time.Duration
	out        string
	format     string // empty for that of the extension
	page       bool   // html, whatever the extension
	limit      int    // 0 for what suits the format
	executions ranges
	fold       int
}

func newTree() *cobra.Command {
	d := drawing{seed: 1, timeout: 10 * time.Second, out: "-", fold: 12}
	d.algorithm, _ = catalog.Lookup("pop")
	c := &cobra.Command{
		Use:   "tree BENCH [PARAM...]",
		Short: "Draw the exploration tree of an algorithm",
		Long: `Draw the exploration tree of an algorithm, as Fig. 2 of the POP paper does: each
execution is a column of its events, beside the one that it branches off from,
with the race that it reverses.

  svg    a picture
  html   a page for a browser, to move, zoom and fold the tree and to walk through
         the executions; with --against, beside the tree of another algorithm

Executions E1, E2, … are numbered in the order in which their explorations began,
as in that figure; the number of the visit, which is what explain takes, stands
beside that where it is another. Executions that are not drawn are subtrees T, with
their sizes. An exploration that takes longer than --timeout is drawn as far as it
came, and the picture says so.`,
	}
	flags := c.Flags()
	flags.Var(algorithmValue(&d.algorithm), "algo", "algorithm")
	flags.Var(algorithmValue(&d.against), "against", "algorithm to compare with (html)")
	flags.Var(orderValue(&d.order), "order", "scheduling order: first, last or random")
	flags.Var(seedValue(&d.seed), "seed", "seed of the random scheduling order")
	flags.Var(durationValue(&d.timeout), "timeout", "wall-clock limit of each exploration")
	flags.StringVarP(&d.out, "out", "o", d.out, "`FILE` to write, or - for standard output")
	flags.StringVar(&d.format, "format", "", "`FORMAT`: svg or html (default: the extension of FILE, or svg)")
	flags.BoolVar(&d.page, "html", false, "the same as --format html")
	flags.Var(positiveValue(&d.limit), "limit", "explorations to draw, those that began first (default: 40, or 5000 in html)")
	flags.Var(value[ranges]{&d.executions, "NUMBERS", parseRanges, ranges.String}, "executions",
		"executions to draw instead, as in 1-3,17 (svg)")
	flags.Var(foldValue(&d.fold), "fold", "draw so many events or more at which nothing happens as one; 0 folds none (svg)")
	c.RunE = func(c *cobra.Command, args []string) error { return d.run(c, args) }
	return c
}

func (d *drawing) run(c *cobra.Command, args []string) error {
	if err := d.settle(); err != nil {
		return err
	}
	named, program, err := parseProgram(args)
	if err != nil {
		return err
	}
	var picture bytes.Buffer
	if err := d.draw(c.Context(), &picture, named.String(), program); err != nil {
		return err
	}
	if d.out == "-" {
		_, err = picture.WriteTo(c.OutOrStdout())
		return err
	}
	return os.WriteFile(d.out, picture.Bytes(), 0o666)
}

// settle finds the format, and what depends on it.
func (d *drawing) settle() error {
	if d.page {
		if d.format != "" && d.format != "html" {
			return badUsage("--html and --format %s: must not be given together", d.format)
		}
		d.format = "html"
	}
	if d.format == "" {
		d.format = strings.TrimPrefix(filepath.Ext(d.out), ".")
		if d.out == "-" {
			d.format = "svg"
		}
		if !slices.Contains(treeFormats, d.format) {
			return badUsage("file %q: must end in .svg or .html, unless --format is given", d.out)
		}
	}
	switch {
	case !slices.Contains(treeFormats, d.format):
		return badUsage("format %q: must be one of %s", d.format, strings.Join(treeFormats, ", "))
	case d.against.Name != "" && d.format != "html":
		return badUsage("--against %s: only html shows two algorithms", d.against.Name)
	case d.executions != nil && d.format == "html":
		return badUsage("--executions %s: html shows them all; use --limit", d.executions)
	case d.executions != nil && d.limit != 0:
		return badUsage("--executions and --limit: must not be given together")
	}
	if d.limit == 0 {
		d.limit = 40
		if d.format == "html" {
			d.limit = maxLeaves
		}
	}
	return nil
}

func (d *drawing) draw(ctx context.Context, w io.Writer, name string, program *model.Program) error {
	keep := maxLeaves
	if d.format == "html" {
		keep = d.limit
	}
	t, err := d.record(ctx, name, program, d.algorithm, keep)
	if err != nil {
		return err
	}
	var numbers func(int) bool
	if d.executions != nil {
		numbers = d.executions.contain
	}
	if d.format == "svg" {
		return svg.Write(w, t, svg.Options{Limit: d.limit, Executions: numbers, Fold: d.fold})
	}
	if d.against.Name == "" {
		return html.Write(w, program, t)
	}
	other, err := d.record(ctx, name, program, d.against, keep)
	if err != nil {
		return err
	}
	return html.Write(w, program, t, other)
}

// record explores the program, which is called name. What an exploration that
// takes too long has come to is drawn; one that is interrupted is not.
func (d *drawing) record(ctx context.Context, name string, program *model.Program, a catalog.Algorithm, leaves int) (*tree.Tree, error) {
	limited, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	t, err := tree.Record(limited, program, a, algos.Options{Order: d.order, Seed: d.seed}, tree.Keep{First: leaves})
	if err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("%s, %s: %w", name, a.Name, err)
	}
	t.Program = name
	return t, nil
}

// Command documents brings the generated parts of Markdown pages up to date:
// those that package page finds. It runs dporbench, of what is built, and
// nothing else, and is to be run from the folder of the project.
//
//	go run ./documents README.md paper.md
//
// With -check it writes nothing, and says of each part and each figure that is
// not what would be written where it differs first. With -commands it lists the
// commands of the pages.
//
// The exit status is 0 when all is done or up to date, 1 when something failed
// or is stale, and 2 when the command line makes no sense.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"dporbench/internal/documents/page"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(execute(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("documents", flag.ContinueOnError)
	flags.SetOutput(stderr)
	check := flags.Bool("check", false, "write nothing; fail if something is not up to date")
	commands := flags.Bool("commands", false, "list the commands of the pages")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() == 0 {
		fmt.Fprintln(stderr, "documents: no page given: must be Markdown files")
		return 2
	}
	todo := update
	switch {
	case *check:
		todo = compare
	case *commands:
		todo = func(_ *generator, d document) error { return list(stdout, d) }
	}
	g := newGenerator(ctx, "bin/dporbench")
	status := 0
	for _, path := range flags.Args() {
		d, err := read(path)
		if err == nil {
			err = todo(g, d)
		}
		if err != nil {
			fmt.Fprintln(stderr, err)
			status = 1
		}
	}
	return status
}

// document is a page and the file it is in.
type document struct {
	page.Page
	path string
}

func read(path string) (document, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return document{}, err
	}
	p, err := page.Parse(string(text))
	if err != nil {
		return document{}, fmt.Errorf("%s: %w", path, err)
	}
	return document{p, path}, nil
}

// at is err with the place of a part.
func (d document) at(p page.Part, err error) error {
	return fmt.Errorf("%s:%d: %s: %w", d.path, p.Line, p.Command, err)
}

// update writes all parts and figures of a page, or nothing if one fails.
func update(g *generator, d document) error {
	bodies := make([]string, len(d.Parts))
	var figures []figure
	var errs []error
	for i, part := range d.Parts {
		made, err := g.generate(part)
		if err != nil {
			errs = append(errs, d.at(part, err))
		}
		bodies[i], figures = made.body, append(figures, made.figures...)
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	for _, f := range figures {
		if err := f.write(); err != nil {
			return err
		}
	}
	return writeChanged(d.path, []byte(d.With(bodies)))
}

// compare returns an error for each part or figure that is not up to date.
func compare(g *generator, d document) error {
	var errs []error
	for _, part := range d.Parts {
		made, err := g.generate(part)
		if err == nil {
			err = made.stale(part)
		}
		if err != nil {
			errs = append(errs, d.at(part, err))
		}
	}
	return errors.Join(errs...)
}

func list(w io.Writer, d document) error {
	for _, c := range d.Commands() {
		if _, err := fmt.Fprintf(w, "%s:%d: %s\n", d.path, c.Line, c.Text); err != nil {
			return err
		}
	}
	return nil
}

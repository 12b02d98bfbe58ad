// Package plots draws the figures: memory and time of the algorithms against
// each other, and how both grow. It reads the data of package results, and refers to
// algorithms and programs only by name.
//
// The figures are as wide as a column of a paper, with letters of footnote size.
// An algorithm has the same colour, marker and dashes in all of them; the
// colour-blind can distinguish the colours, and lightness, markers and dashes differ in
// grey: see package palette.
// A hollow marker with an arrow is a run that ended at a limit: the figure is
// beyond it in the direction of the arrow.
package plots

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"dporbench/internal/files"
	"dporbench/results"
)

// Data is the data to draw.
type Data struct {
	Rows   []results.Row
	Curves []results.Curve // of memory within runs
}

// ErrNothing is returned when the data is not enough for any figure.
var ErrNothing = errors.New("nothing to draw: no run finished, or reached a limit, with known parameters, and there are no samples")

// Draw draws every figure for which there is data into the folder dir, or one that compares scheduling orders if there are several, once in
// each format, and returns the paths of the files. Each file is written whole or
// not at all. The same data makes the same files.
func Draw(dir string, data Data, formats []Format) (files []string, err error) {
	cells := results.Cells(data.Rows)
	if severalOrders(cells) {
		return saveAll(dir, byOrder(cells).paginate(), formats)
	}
	if err := checkSettings(cells); err != nil {
		return nil, err
	}
	return saveAll(dir, all(data), formats)
}

// drawing is the picture in a file.
type drawing interface {
	title() string // the name of the files, without the extension
	size() (width, height vg.Length)
	draw(draw.Canvas)
}

// saveAll saves drawings into the folder dir, once in each format, and returns the paths of the
// files.
func saveAll[D drawing](dir string, figures []D, formats []Format) (files []string, err error) {
	if len(figures) == 0 {
		return nil, ErrNothing
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	for _, f := range figures {
		for _, format := range formats {
			path, err := save(dir, f, format)
			if err != nil {
				return files, fmt.Errorf("figure %s: %w", f.title(), err)
			}
			files = append(files, path)
		}
	}
	return files, nil
}

// save draws a figure into a file of the folder and returns its path. An
// existing file is replaced once the new one is complete.
func save(dir string, f drawing, format Format) (path string, err error) {
	picture := format.picture(f.size())
	f.draw(draw.New(picture))
	path = filepath.Join(dir, f.title()+"."+string(format))
	var b bytes.Buffer
	if _, err := picture.WriteTo(&b); err != nil {
		return path, err
	}
	return path, files.Write(path, b.Bytes(), 0o644)
}

// checkSettings makes sure that there is one cell for each point.
func checkSettings(cells []results.Cell) error {
	taken := map[[2]string]bool{}
	for _, c := range cells {
		run := c.Rows[0].Run
		at := [2]string{run.Name(), run.Algorithm}
		if taken[at] {
			return fmt.Errorf("%s was run by %s with different seeds or GOGC: draw a file for each of them", run.Name(), run.Algorithm)
		}
		taken[at] = true
	}
	return nil
}

// all lists the figures that have something to show.
func all(data Data) []figure {
	cells := results.Cells(data.Rows)
	figures := []figure{
		memoryByParameter(cells),
		timePerExecution(cells),
		timeAgainstTime(cells),
		quantiles(cells),
		memoryWithinRuns("memory-in-run-heap", "live heap, last collection [MB]", sinceCollections(data.Curves), liveHeap),
		memoryWithinRuns("memory-in-run-rss", "RSS [MB]", data.Curves, resident),
	}
	figures = append(figures, storageByParameter(cells)...)
	var pages []figure
	for _, f := range figures {
		pages = append(pages, f.paginate()...)
	}
	return pages
}

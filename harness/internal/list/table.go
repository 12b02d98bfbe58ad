package list

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/table"
	"dporbench/model/memory"
)

// listBenchmarks lists the programs with their parameters and sources.
func listBenchmarks(w io.Writer, list []benchmarks.Benchmark) error {
	var g table.Grid
	g.Left("benchmark", "parameters", "what it is and where it is from")
	for _, b := range list {
		g.Row(b.Name, ranges(b.Params), b.Doc+"\n"+b.Source)
	}
	g.Fit(w)
	return g.Write(w)
}

func ranges(params []benchmarks.Param) string {
	lines := make([]string, len(params))
	for i, p := range params {
		lines[i] = fmt.Sprintf("%s from %d to %d", p.Name, p.Min, p.Max)
	}
	return strings.Join(lines, "\n")
}

// listAlgorithms lists the algorithms with their promises and papers.
func listAlgorithms(w io.Writer, list []catalog.Algorithm) error {
	var g table.Grid
	g.Left("algorithm", "every class", "redundant work", "memory", "what it is and where it is from")
	for _, a := range list {
		g.Row(a.Name,
			table.Choose(a.Samples, "not promised", table.Choose(a.ExactlyOnce, "exactly once", "at least once"))+
				table.Choose(a.Equivalence.KeepsOrder(), "", fmt.Sprintf("\nby %v", a.Equivalence)),
			table.Choose(a.Optimal, "none", "some"),
			table.Choose(a.PolynomialMemory, "polynomial", "exponential"),
			a.Doc+"\n"+a.Paper+morePromises(a))
	}
	g.Fit(w)
	return g.Write(w)
}

// listFeatures lists the features that each algorithm supports, in one row for the memory models under which they
// are the same.
func listFeatures(w io.Writer, list []catalog.Algorithm) error {
	var g table.Grid
	g.Left("algorithm")
	for _, f := range catalog.Features() {
		g.Left(strings.ReplaceAll(f.String(), " ", "\n"))
	}
	g.Left("under")
	for _, a := range list {
		var all [][]string
		for _, m := range memory.Models() {
			cells := taken(a, m)
			i := slices.IndexFunc(all, func(row []string) bool { return slices.Equal(row[1:len(row)-1], cells) })
			if i < 0 {
				all = append(all, slices.Concat([]string{a.Name}, cells, []string{m.String()}))
			} else {
				all[i][len(cells)+1] += ", " + m.String()
			}
		}
		for _, row := range all {
			g.Row(row...)
		}
	}
	g.Fit(w)
	return g.Write(w)
}

// taken is yes or – for each feature.
func taken(a catalog.Algorithm, m memory.Model) (cells []string) {
	for _, f := range catalog.Features() {
		cells = append(cells, table.Choose(a.Takes(f, m), "yes", "–"))
	}
	return cells
}

// morePromises are the promises without a column, on their own line.
func morePromises(a catalog.Algorithm) string {
	var more []string
	for promise, holds := range promises(a) {
		if holds && !slices.Contains([]string{"Samples", "ExactlyOnce", "Optimal", "PolynomialMemory"}, promise) {
			more = append(more, strings.ReplaceAll(snakeCase(promise), "_", " "))
		}
	}
	if len(more) == 0 {
		return ""
	}
	return "\nalso: " + strings.Join(more, ", ")
}

// promises are all promises of an entry: its boolean fields, by name.
func promises(a catalog.Algorithm) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		entry := reflect.ValueOf(a)
		for field, v := range entry.Fields() {
			if v.Kind() == reflect.Bool && !yield(field.Name, v.Bool()) {
				return
			}
		}
	}
}

var wordStart = regexp.MustCompile(`(.)([A-Z])`)

func snakeCase(name string) string {
	return strings.ToLower(wordStart.ReplaceAllString(name, "${1}_$2"))
}

// takes lists the features that an algorithm supports, by memory model.
func takes(a catalog.Algorithm) map[string][]string {
	all := map[string][]string{}
	for _, m := range memory.Models() {
		for _, f := range catalog.Features() {
			if a.Takes(f, m) {
				all[m.String()] = append(all[m.String()], f.String())
			}
		}
	}
	return all
}

// listJSON writes both lists as one object.
func listJSON(w io.Writer, programs []benchmarks.Benchmark, algorithms []catalog.Algorithm) error {
	lists := map[string][]map[string]any{}
	for _, b := range programs {
		lists["benchmarks"] = append(lists["benchmarks"], map[string]any{"name": b.Name, "params": b.Params, "doc": b.Doc, "source": b.Source})
	}
	for _, a := range algorithms {
		entry := map[string]any{"name": a.Name, "doc": a.Doc, "paper": a.Paper, "doi": a.DOI, "equivalence": a.Equivalence.String(), "takes": takes(a)}
		for promise, holds := range promises(a) {
			entry[snakeCase(promise)] = holds
		}
		lists["algorithms"] = append(lists["algorithms"], entry)
	}
	return json.NewEncoder(w).Encode(lists)
}

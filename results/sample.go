package results

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// Curve is how one run went: the samples that were taken of it, in the order of
// time. Of a run that was killed it has those that were known by then.
type Curve struct {
	Run     Run // the key alone: neither limits nor the collector's target
	Build   string
	Samples []Sample
}

// Sample is the state of a run at one moment. The counters are peaks, as in a
// [Row], up to the last execution that had been visited.
type Sample struct {
	Elapsed    time.Duration // since the exploration began
	Executions int64
	LiveHeap   int64 // bytes that were in use at the last garbage collection
	RSS        int64 // bytes resident now
	Stored     Stored
}

// sampled is a line of a file of samples.
type sampled struct {
	Row    // the run and the counters
	Sample // but not the counters
}

// sampleColumn is one column of a file of samples. Columns that stand in a
// results file as well are written and read alike.
type sampleColumn struct {
	column
	of func(*sampled) any // the field, if it is not that of column
}

// sampleColumns lists all columns in the order of the file.
var sampleColumns = slices.Concat(
	shared("benchmark", "params", "algorithm", "order", "seed", "repetition", "build"),
	[]sampleColumn{
		{column{name: "elapsed_s", doc: "wall-clock time since the exploration began, in seconds"}, func(s *sampled) any { return &s.Sample.Elapsed }},
		{column{name: "executions", doc: "maximal executions visited so far"}, func(s *sampled) any { return &s.Sample.Executions }},
		{column{name: "live_heap_bytes", doc: "heap that was in use at the last garbage collection"}, func(s *sampled) any { return &s.Sample.LiveHeap }},
		{column{name: "rss_bytes", doc: "memory resident now"}, func(s *sampled) any { return &s.RSS }},
	},
	shared(storedNames()...),
)

func storedNames() []string {
	var names []string
	for _, c := range columns {
		if strings.HasPrefix(c.name, storedPrefix) {
			names = append(names, c.name)
		}
	}
	return names
}

// shared are columns of the results file.
func shared(names ...string) []sampleColumn {
	var its []sampleColumn
	for _, name := range names {
		i := slices.IndexFunc(columns, func(c column) bool { return c.name == name })
		c := columns[i]
		c.final = false
		its = append(its, sampleColumn{c, func(s *sampled) any { return c.field(&s.Row) }})
	}
	return its
}

// SampleColumns yields the name and the meaning of every column of a file of
// samples, in the order of the file.
func SampleColumns(yield func(name, doc string) bool) {
	for _, c := range sampleColumns {
		if !yield(c.name, c.doc) {
			return
		}
	}
}

func sampleHeader() []string {
	names := make([]string, len(sampleColumns))
	for i, c := range sampleColumns {
		names[i] = c.name
	}
	return names
}

func (s *sampled) record() []string {
	record := make([]string, len(sampleColumns))
	for i, c := range sampleColumns {
		record[i] = formatField(c.of(s))
	}
	return record
}

func (s *sampled) parse(record []string) error {
	for i, c := range sampleColumns {
		if err := parseField(c.of(s), record[i]); err != nil {
			return errors.New("column " + c.name + ": " + err.Error())
		}
	}
	return nil
}

package results

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dporbench/algos/counters"
)

type table []column

// column is one column of a CSV file and, of results, one field of the JSON object.
type column struct {
	name  string
	doc   string
	final bool           // empty (null in JSON) unless the run finished
	field func(*Row) any // a pointer to the field
	older string         // the text that it has in files of earlier versions, which lack it; "" if no file lacks it
}

// later marks a column that earlier versions did not have. Their files can still be read, as if they had it with the text
// older, but not appended to. A new column needs this, or no older file can be read.
func later(older string, c column) column {
	c.older = older
	return c
}

// These mark the columns that form one object in JSON.
const (
	storedPrefix = "peak_stored_"
	workPrefix   = "work_"
	toolPrefix   = "tool_" // in the object of the row itself
)

// columns are the columns of a results file.
var columns = slices.Concat(table{
	{"benchmark", "name of the program", false, func(r *Row) any { return &r.Benchmark }, ""},
	{"params", "its parameters, separated by spaces", false, func(r *Row) any { return &r.Params }, ""},
	{"algorithm", "name of the exploration algorithm", false, func(r *Row) any { return &r.Algorithm }, ""},
	{"order", "scheduling order: first, last, random or quiet", false, func(r *Row) any { return &r.Order }, ""},
	{"seed", "seed of the random scheduling order", false, func(r *Row) any { return &r.Seed }, ""},
	{"repetition", "number of the repetition, from 1", false, func(r *Row) any { return &r.Repetition }, ""},
	{"timeout_s", "wall-clock limit of the whole process, in seconds", false, func(r *Row) any { return &r.Timeout }, ""},
	{"mem_limit_bytes", "limit of resident memory", false, func(r *Row) any { return &r.MemLimit }, ""},
	{"gogc", "target percentage of the garbage collector", false, func(r *Row) any { return &r.GOGC }, ""},
	later("1", column{"jobs", "workers that explore in parallel; with more than one, and in a run that was resumed, the counters of work (joins to consistency) include the way to where each task begins", false, func(r *Row) any { return &r.Jobs }, ""}),
	later("sc", column{"memory_model", "memory model, by its name as in --memory", false, func(r *Row) any { return &r.Memory }, ""}),

	{"status", "ok, timeout, oom, failed, refused (the algorithm does not explore such a program, or something in it is not supported) or interrupted; the columns from executions to live_heap_bytes, peak_stored_* and work_* are empty unless it is ok", false, func(r *Row) any { return &r.Status }, ""},
	{"error", "what went wrong; empty if the status is ok", false, func(r *Row) any { return &r.Error }, ""},
}, countColumns(), table{
	{"wall_s", "wall-clock time of the exploration alone, in seconds", true, func(r *Row) any { return &r.Wall }, ""},
	{"cpu_s", "user and system time of all threads during the exploration, in seconds", true, func(r *Row) any { return &r.CPU }, ""},
	{"live_heap_bytes", "heap still in use after the exploration and a garbage collection", true, func(r *Row) any { return &r.LiveHeap }, ""},

	{"reached", "maximal executions known to have been visited when the run ended; a lower bound unless the status is ok", false, func(r *Row) any { return &r.Reached }, ""},
	{"elapsed_s", "wall-clock time from the start of the process to its end, in seconds; for a killed run when it was killed", false, func(r *Row) any { return &r.Elapsed }, ""},
	{"peak_rss_bytes", "largest resident memory of the process; for a killed run the largest seen", false, func(r *Row) any { return &r.PeakRSS }, ""},
	{"rss_source", "who read peak_rss_bytes where: self or parent, a colon, and VmHWM (the kernel's peak), RSS (a sample) or Sys (what the Go runtime obtained)", false, func(r *Row) any { return &r.RSSSource }, ""},
}, storedColumns(true), workColumns(), table{
	later("0", column{"tool_blocked", "of another tool: explorations, in addition to the executions, that reached a blocked thread", true, func(r *Row) any { return &r.ToolBlocked }, ""}),
	later("0", column{"tool_reads_from", "of another tool that counts reads-from classes instead of executions: their number", true, func(r *Row) any { return &r.ToolReadsFrom }, ""}),
	{"go_version", "version of the Go runtime", false, func(r *Row) any { return &r.GoVersion }, ""},
	{"commit", "revision of the source the command was built from, with -dirty if it was changed; empty if unknown", false, func(r *Row) any { return &r.Commit }, ""},
	{"build", "hash of the executable; if the program is made from files, + and a hash of them all", false, func(r *Row) any { return &r.Build }, ""},
	{"start", "when the process was started, RFC 3339", false, func(r *Row) any { return &r.Start }, ""},
})

func countColumns() table {
	return counterColumns("", true, counters.OfCounts(), func(r *Row) *Counts { return &r.Counts })
}

func storedColumns(final bool) table {
	return counterColumns(storedPrefix, final, counters.OfStored(), func(r *Row) *Stored { return &r.Stored })
}

func workColumns() table {
	return counterColumns(workPrefix, true, counters.OfWork(), func(r *Row) *Work { return &r.Work })
}

func counterColumns[T any](prefix string, final bool, all []counters.Counter[T], of func(*Row) *T) (columns table) {
	for _, c := range all {
		added := column{name: prefix + c.Column, doc: c.Doc, final: final, field: func(r *Row) any { return c.Of(of(r)) }}
		if c.Later {
			added = later("0", added)
		}
		columns = append(columns, added)
	}
	return columns
}

// Columns yields the name and the meaning of every column of a results file, in the
// order of the file.
func Columns(yield func(name, doc string) bool) { columns.docs(yield) }

func (t table) docs(yield func(name, doc string) bool) {
	for _, c := range t {
		if !yield(c.name, c.doc) {
			return
		}
	}
}

func (t table) header() []string {
	names := make([]string, len(t))
	for i, c := range t {
		names[i] = c.name
	}
	return names
}

func (t table) record(r Row) []string {
	record := make([]string, len(t))
	for i, c := range t {
		record[i] = c.text(&r)
	}
	return record
}

// parse parses what record returns; line names the line of the file in errors.
func (t table) parse(line string, record []string) (r Row, err error) {
	if len(record) != len(t) {
		return r, fmt.Errorf("%s has %d columns, want %d", line, len(record), len(t))
	}
	for i, text := range record {
		if err := t[i].parse(&r, text); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (c column) absent(r *Row) bool { return c.final && r.Status != OK }

func (c column) text(r *Row) string {
	if c.absent(r) {
		return ""
	}
	return formatField(c.field(r))
}

func formatField(field any) string {
	switch p := field.(type) {
	case *string:
		return oneLine(*p)
	case *Status:
		return string(*p)
	case *[]int:
		return joinInts(*p)
	case *int:
		return strconv.Itoa(*p)
	case *int64:
		return strconv.FormatInt(*p, 10)
	case *uint64:
		return strconv.FormatUint(*p, 10)
	case *time.Duration:
		return formatSeconds(*p)
	case *time.Time:
		return p.Format(time.RFC3339Nano)
	default:
		panic(fmt.Sprintf("a column has a field of type %T", p))
	}
}

// parse parses a column. The status must come before all columns that depend on it.
func (c column) parse(r *Row, text string) error {
	if c.absent(r) {
		if text != "" {
			return fmt.Errorf("column %s: must be empty, as the status is %s", c.name, r.Status)
		}
		return nil
	}
	if err := parseField(c.field(r), text); err != nil {
		return fmt.Errorf("column %s: %w", c.name, err)
	}
	return nil
}

// parseField parses what formatField writes into what field points to. Values
// survive being written and read again.
func parseField(field any, text string) (err error) {
	switch p := field.(type) {
	case *string:
		*p = oneLine(text)
	case *Status:
		*p, err = parseStatus(text)
	case *[]int:
		*p, err = splitInts(text)
	case *int:
		*p, err = strconv.Atoi(text)
	case *int64:
		*p, err = strconv.ParseInt(text, 10, 64)
	case *uint64:
		*p, err = strconv.ParseUint(text, 10, 64)
	case *time.Duration:
		*p, err = parseSeconds(text)
	case *time.Time:
		*p, err = time.Parse(time.RFC3339Nano, text)
	}
	return err
}

func (c column) value(r *Row) any {
	if c.absent(r) {
		return nil
	}
	switch p := c.field(r).(type) {
	case *time.Duration:
		return p.Seconds()
	case *[]int:
		return append([]int{}, *p...)
	default:
		return p
	}
}

func parseStatus(text string) (Status, error) {
	if s := Status(text); slices.Contains(statuses[:], s) {
		return s, nil
	}
	return "", fmt.Errorf("unknown status %q", text)
}

// formatSeconds formats a duration exactly, as a decimal number of seconds
// without trailing zeros.
func formatSeconds(d time.Duration) string {
	sign, whole, rest := "", uint64(d), uint64(0)
	if d < 0 {
		sign, whole = "-", -whole
	}
	whole, rest = whole/1e9, whole%1e9
	if rest == 0 {
		return sign + strconv.FormatUint(whole, 10)
	}
	return sign + strings.TrimRight(fmt.Sprintf("%d.%09d", whole, rest), "0")
}

// parseSeconds parses a decimal number of seconds. Fractions of a nanosecond
// are dropped.
func parseSeconds(text string) (time.Duration, error) {
	if strings.Trim(text, "-.0123456789") == "" {
		if d, err := time.ParseDuration(text + "s"); err == nil {
			return d, nil
		}
	}
	return 0, fmt.Errorf("%q is not a number of seconds", text)
}

func splitInts(text string) ([]int, error) {
	var ints []int
	for word := range strings.FieldsSeq(text) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		ints = append(ints, n)
	}
	return ints, nil
}

// oneLine keeps a record on one line of the file, so that a line cut off in the
// middle can be distinguished from a whole one.
func oneLine(s string) string {
	if strings.ContainsAny(s, "\r\n") {
		return strings.Join(strings.Fields(s), " ")
	}
	return s
}

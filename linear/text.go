package linear

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/anishathalye/porcupine"
)

// String describes the failure in one line.
func (f *Failing) String() string {
	return "no order explains the operations" + f.of() + ": " + f.Text()
}

func (f *Failing) of() string {
	if f.Object == "" {
		return ""
	}
	return " of " + f.Object
}

// Text returns the history in one line: by real time, its calls and returns, an operation that overlaps none as one step; otherwise
// the operations of each thread, and the known order between threads.
func (f *Failing) Text() string {
	if f.Steps == nil {
		return f.byThreads()
	}
	var parts []string
	for k := 0; k < len(f.Steps); k++ {
		i := f.Steps[k]
		switch {
		case i < 0:
			op := f.Operations[-1-i]
			parts = append(parts, fmt.Sprintf("%s returns from %v", op.By, op))
		case k+1 < len(f.Steps) && f.Steps[k+1] == -1-i:
			parts = append(parts, fmt.Sprintf("%s does %v", f.Operations[i].By, f.Operations[i]))
			k++
		default:
			op := f.Operations[i]
			op.Returned = true
			op.Output = nil
			parts = append(parts, fmt.Sprintf("%s calls %v", op.By, op))
		}
	}
	return strings.Join(parts, ", ")
}

func (f *Failing) byThreads() string {
	var parts []string
	for i, op := range f.Operations {
		if i > 0 && f.Operations[i-1].Thread == op.Thread {
			parts[len(parts)-1] += ", " + op.String()
		} else {
			parts = append(parts, fmt.Sprintf("%s: %v", op.By, op))
		}
	}
	var known []string
	for j, op := range f.Operations {
		for i, other := range f.Operations {
			if other.Thread != op.Thread && f.direct(i, j) {
				known = append(known, fmt.Sprintf("%s's %v before %s's %v", other.By, other, op.By, op))
			}
		}
	}
	text := strings.Join(parts, "; ")
	if len(known) > 0 {
		text += "; where " + strings.Join(known, ", ")
	}
	return text
}

// direct reports whether i is immediately before j.
func (f *Failing) direct(i, j int) bool {
	if !f.Before.Before(i, j) {
		return false
	}
	for k := range f.Operations {
		if f.Before.Before(i, k) && f.Before.Before(k, j) {
			return false
		}
	}
	return true
}

// Draw writes porcupine's picture of the history, an HTML page.
func (f *Failing) Draw(w io.Writer) error {
	m := forgiving(f.model)
	m.DescribeOperation = func(input, output any) string {
		out, _ := output.(Output)
		return Operation{Input: input.(Input), Output: out, Returned: out != nil}.String()
	}
	_, info := porcupine.CheckOperationsVerbose(m, f.times(), 0)
	return porcupine.Visualize(m, info, w)
}

// times returns the operations with the times of their calls and returns. If intervals do not order them,
// the times are intervals that contradict their order as little as a single execution can.
func (f *Failing) times() []porcupine.Operation {
	if f.Steps == nil {
		return f.intervals()
	}
	all := make([]porcupine.Operation, len(f.Operations))
	for i, op := range f.Operations {
		all[i] = porcupine.Operation{ClientId: int(op.Thread), Input: op.Input, Output: op.output(), Return: int64(len(f.Steps))}
	}
	for k, i := range f.Steps {
		if i < 0 {
			all[-1-i].Return = int64(k)
		} else {
			all[i].Call = int64(k)
		}
	}
	return all
}

// Write writes a history by real time for readers: a line for each operation, with a bar from its call to its return. For any other history it writes
// String.
func (f *Failing) Write(w io.Writer) error {
	if f.Steps == nil {
		_, err := fmt.Fprintf(w, "%v\n", f)
		return err
	}
	fmt.Fprintf(w, "no order explains these operations%s:\n\n", f.of())
	times, names, wide := f.times(), 0, 0
	for _, op := range f.Operations {
		names, wide = max(names, utf8.RuneCountInString(op.By)), max(wide, utf8.RuneCountInString(op.String()))
	}
	const step = 3
	for _, i := range f.byCall(times) {
		op, at := f.Operations[i], times[i]
		end := "╴"
		if op.Returned {
			end = "┤"
		}
		bar := strings.Repeat(" ", step*int(at.Call)) + "├" + strings.Repeat("─", step*int(at.Return-at.Call)-1) + end
		fmt.Fprintf(w, "  %-*s  %-*s  %s\n", names, op.By, wide, op, bar)
	}
	return nil
}

// byCall returns the operations in the order of their calls.
func (f *Failing) byCall(times []porcupine.Operation) []int {
	all := make([]int, len(f.Operations))
	for i := range all {
		all[i] = i
	}
	slices.SortFunc(all, func(i, j int) int { return cmp.Compare(times[i].Call, times[j].Call) })
	return all
}

package algos

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Task is a part of an exploration. The executions of an exploration form a tree: an execution
// branches off from its parent where a race of that is reversed, or another thread is tried. A task
// is identified by the path to its start. So every process with the program, the algorithm and its
// options can explore it, and it is all that is needed to continue a suspended exploration.
//
// Each Step of Path but the last leads from an execution to one of its children. In the execution
// where that ends, the task begins with the child that the last Step names or, if there is none,
// with what comes after it. The task covers what remains to be explored from there to the end of
// the execution at depth From; shallower executions on the path belong to other tasks.
type Task struct {
	Path []Step
	From int
}

// Step names a child of an execution: number Child, counted from 0, of the children that branch off when After steps
// of the exploration have extended their parent.
type Step struct{ After, Child int32 }

// Root is the task of a whole exploration.
func Root() Task { return Task{Path: []Step{{}}} }

// IsDone reports whether nothing is left to explore, as for the zero value.
func (t Task) IsDone() bool { return len(t.Path) <= t.From }

// Split cuts t in two: what remains of the shallowest execution, which is usually the
// larger part, and what comes before that. ok is false if t has a single execution to
// continue and cannot be cut.
func (t Task) Split() (shallow, deep Task, ok bool) {
	if t.From >= len(t.Path)-1 {
		return Task{}, t, false
	}
	path := slices.Clone(t.Path[:t.From+1])
	path[t.From].Child++
	return Task{path, t.From}, Task{t.Path, t.From + 1}, true
}

// Compare is negative if t begins before u in the order of exploration, positive if after
// it, and 0 if both begin at the same place.
func (t Task) Compare(u Task) int {
	return slices.CompareFunc(t.Path, u.Path, func(a, b Step) int {
		if a.After != b.After {
			return int(a.After) - int(b.After)
		}
		return int(a.Child) - int(b.Child)
	})
}

// Append appends the encoding of t, two bytes for most steps, to dst.
func (t Task) Append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(t.From))
	for _, s := range t.Path {
		dst = binary.AppendUvarint(dst, uint64(s.After))
		dst = binary.AppendUvarint(dst, uint64(s.Child))
	}
	return dst
}

var errNoTask = errors.New("not the encoding of a task")

// ParseTask decodes a task that Append has encoded.
func ParseTask(data []byte) (Task, error) {
	var numbers []int32
	for len(data) > 0 {
		v, n := binary.Uvarint(data)
		if n <= 0 || v > 1<<31-1 {
			return Task{}, errNoTask
		}
		numbers, data = append(numbers, int32(v)), data[n:]
	}
	if len(numbers)%2 == 0 {
		return Task{}, errNoTask
	}
	t := Task{From: int(numbers[0])}
	for i := 1; i < len(numbers); i += 2 {
		t.Path = append(t.Path, Step{numbers[i], numbers[i+1]})
	}
	if t.IsDone() {
		return Task{}, errNoTask
	}
	return t, nil
}

// String formats t as From:After.Child/After.Child…
func (t Task) String() string {
	text := fmt.Sprintf("%d:", t.From)
	for i, s := range t.Path {
		if i > 0 {
			text += "/"
		}
		text += fmt.Sprintf("%d.%d", s.After, s.Child)
	}
	return text
}

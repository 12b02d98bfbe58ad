package certificate

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"slices"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
)

// Writer writes a certificate while the classes are found. Their number is known
// only at the end, so it is in the last line, with a checksum of everything before,
// which reveals files that were cut off or changed by mistake. The checksum is no
// reason to trust a certificate; verifying it is.
type Writer struct {
	out     *bufio.Writer
	sum     hash.Hash
	program *model.Program
	memory  memory.Model

	classes, events int64
	spawned         map[event.ThreadID]int32 // the number of each thread that the current entry spawned
	orders          map[int32][]writeOf      // mo of the current entry, where executions are graphs
	schedule        Schedule
	line            []byte
}

// NewWriter begins a certificate of p.
func NewWriter(w io.Writer, h Header, p *model.Program) (*Writer, error) {
	sum := sha256.New()
	cw := &Writer{
		out:     bufio.NewWriterSize(io.MultiWriter(w, sum), 64<<10),
		sum:     sum,
		program: p,
		memory:  h.Memory,
		spawned: map[event.ThreadID]int32{},
		orders:  map[int32][]writeOf{},
	}
	for _, line := range h.lines() {
		if err := cw.writeLine([]byte(line)); err != nil {
			return nil, err
		}
	}
	return cw, nil
}

// Add writes an execution, which represents its class.
func (w *Writer) Add(e *model.Execution) error {
	if err := w.number(e.Events()); err != nil {
		return err
	}
	return w.add(w.schedule)
}

// AddAll writes the entries of another certificate, of the same program, which must be whole.
func (w *Writer) AddAll(r io.Reader) error {
	other, err := NewReader(r)
	if err != nil {
		return err
	}
	for {
		s, err := other.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = w.add(s)
		}
		if err != nil {
			return err
		}
	}
}

func (w *Writer) add(s Schedule) error {
	w.line = s.append(w.line[:0])
	w.classes++
	w.events += int64(s.events())
	return w.writeLine(w.line)
}

func (w *Writer) number(events []event.Event) error {
	w.schedule = w.schedule[:0]
	clear(w.spawned)
	clear(w.orders)
	for i, e := range events {
		t := e.Thread
		if e.IsFlush() {
			t = e.Issuer()
		}
		n, known := int32(t), true
		if int(t) >= w.program.NumThreads() {
			n, known = w.spawned[t]
		}
		if !known {
			return fmt.Errorf("execution %d: event %d, %v, is of a thread that has not been spawned", w.classes+1, i+1, e)
		}
		if e.Kind == event.Spawn {
			w.spawned[event.ThreadID(e.Object)] = int32(w.program.NumThreads() + len(w.spawned))
		}
		w.schedule = append(w.schedule, n)
		switch {
		case e.IsFlush():
			buffer, err := w.buffer(e)
			if err != nil {
				return err
			}
			w.schedule = append(w.schedule, noStore+buffer)
		case e.HasReference():
			if later := w.laterWrites(e); later > 0 {
				w.schedule = append(w.schedule, noStore+later)
			}
		case e.Kind == event.Choice && e.Object > 0:
			w.schedule = append(w.schedule, -e.Object)
		}
	}
	return nil
}

// writeOf is a write, by its thread and Index; the initial one has no Index.
type writeOf struct {
	thread event.ThreadID
	index  int32
}

// laterWrites is the number of writes after that to which e refers, in mo before e. It adds e.
func (w *Writer) laterWrites(e event.Event) int32 {
	order, place := w.orders[e.Location()], 0 // of the next write after the one that e refers to
	if t, index, ok := e.RefersTo(); ok {
		place = slices.Index(order, writeOf{t, index}) + 1
	}
	if e.Kind != event.Read {
		w.orders[e.Location()] = slices.Insert(order, place, writeOf{e.Thread, e.Index})
	}
	return int32(len(order) - place)
}

// buffer is the number of the buffer that e flushes. Variables that threads make have no such number, because theirs
// differ between explorations.
func (w *Writer) buffer(e event.Event) (int32, error) {
	switch {
	case w.memory.OneBuffer():
		return 0, nil
	case int(e.Object) >= w.program.NumVars():
		return 0, fmt.Errorf("a certificate under %v has no name for the buffer of a variable that a thread has made: choose another memory model", w.memory)
	}
	return e.Object, nil
}

// Close writes the last line. It does not close the underlying io.Writer.
func (w *Writer) Close() error {
	if err := w.out.Flush(); err != nil { // so that the sum covers everything before
		return err
	}
	end := ending{w.classes, w.events, [sha256.Size]byte(w.sum.Sum(nil))}
	if err := w.writeLine([]byte(end.String())); err != nil {
		return err
	}
	return w.out.Flush()
}

func (w *Writer) writeLine(line []byte) error {
	w.out.Write(line) // errors are sticky
	return w.out.WriteByte('\n')
}

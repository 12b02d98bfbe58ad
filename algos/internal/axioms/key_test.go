package axioms

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
)

// A key has the events of each thread, the source of each read, and the order of the writes of each
// variable. A write is identified by its thread (its actor, if it is buffered) and
// its place among the events of that thread.

// key is the key of the execution.
func (c *candidates) key() string {
	var lines []string
	for t := range c.paths {
		line := fmt.Sprintf("%d:", t)
		for _, e := range c.events {
			if e.thread == t && (e.store == 0 || c.memory == memory.SC) {
				line += fmt.Sprintf(" %v %d", e.kind, e.object)
				if e.reads && !e.isWrite {
					line += " of " + c.name(e.source)
				}
			}
		}
		lines = append(lines, line)
	}
	for x, order := range c.orders {
		line := fmt.Sprintf("co %d:", x)
		for _, w := range order {
			line += " " + c.name(w)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// name identifies a write in keys.
func (c *candidates) name(w int) string {
	if w == initial {
		return "initial"
	}
	e := &c.events[w]
	if e.store > 0 && c.memory.Buffers() {
		return writeName(true, e.thread, e.object, e.store)
	}
	n := 1
	for _, before := range c.events[c.first[e.thread]:w] {
		if before.store == 0 || c.memory == memory.SC {
			n++
		}
	}
	return writeName(false, e.thread, e.object, n)
}

func writeName(buffered bool, thread int, x int32, n int) string {
	return fmt.Sprintf("%v/%d/%d/%d", buffered, thread, x, n)
}

// KeyOf is the key of an execution, given by its events, of a program that Executions takes.
func KeyOf(p *model.Program, events []event.Event) string {
	threads := make([]string, p.NumThreads())
	orders := make([][]string, p.NumVars())
	for _, e := range events {
		if e.IsFlush() {
			orders[e.Object] = append(orders[e.Object], writeName(true, int(e.Issuer()), e.Object, int(e.Index)))
			continue
		}
		kind := e.Kind
		if kind == event.BufferRead {
			kind = event.Read
		}
		line := fmt.Sprintf(" %v %d", kind, e.Object)
		switch {
		case e.ReadsOwn():
			line += " of " + writeName(true, int(e.Thread), e.Object, int(e.Ref))
		case kind == event.Read && len(orders[e.Object]) == 0:
			line += " of initial"
		case kind == event.Read:
			line += " of " + orders[e.Object][len(orders[e.Object])-1]
		case kind.Writes():
			orders[e.Object] = append(orders[e.Object], writeName(false, int(e.Thread), e.Object, int(e.Index)))
		}
		threads[e.Thread] += line
	}
	var lines []string
	for t, line := range threads {
		lines = append(lines, fmt.Sprintf("%d:", t)+line)
	}
	for x, order := range orders {
		lines = append(lines, strings.Join(slices.Insert(order, 0, fmt.Sprintf("co %d:", x)), " "))
	}
	return strings.Join(lines, "\n")
}

package model

import (
	"fmt"
	"strconv"
)

// Statement is what thread t does when it is stepped now, as a program would
// write it: "x = 1", "y", "x += 1", "cas(x, 0, 1)", "lock l", "go q". It is ""
// if t has no next event.
func (m *Machine) Statement(t ThreadID) string {
	n := &m.tree.nodes[m.threads[t].node]
	switch x := n.object; n.code {
	case opLoad:
		return m.program.VarName(x)
	case opStore:
		return fmt.Sprintf("%s = %d", m.program.VarName(x), n.a)
	case opAdd:
		return fmt.Sprintf("%s += %d", m.program.VarName(x), n.a)
	case opSwap:
		return fmt.Sprintf("swap(%s, %d)", m.program.VarName(x), n.a)
	case opCAS:
		return fmt.Sprintf("cas(%s, %d, %d)", m.program.VarName(x), n.a, n.b)
	case opFetch:
		return fmt.Sprintf("%v(%s, %d)", FetchOp(n.b), m.program.VarName(x), n.a)
	case opApplyAdd, opApplyAnd, opApplyOr, opApplyXor, opApplyMax, opApplyMin:
		return fmt.Sprintf("%s %s %d", m.program.VarName(x), FetchOp(n.b).Assignment(), n.a) // "x += 1", "x or= 1"
	case opCompareExchange:
		return fmt.Sprintf("cmpxchg(%s, %d, %d)", m.program.VarName(x), n.a, n.b)
	case opAwait, opWhen:
		if g := m.tree.guards[n.a]; g.text != "" {
			return g.text
		}
		return n.code.String() + " " + m.program.VarName(x)
	case opLock, opUnlock:
		return n.code.String() + " " + m.program.MutexName(x)
	case opSpawn:
		return "go " + m.tree.messages[n.b]
	case opJoin, opFence:
		return n.code.String()
	case opChoose:
		return fmt.Sprintf("choose(%d)", n.a)
	}
	return ""
}

// Result is what the last event of E returned to its thread, as text, or "" if
// it returned nothing.
func (m *Machine) Result() string {
	last := len(m.events) - 1
	value := m.returned(last)
	if g := m.GuardAt(last); g != nil && g.text != "" {
		if g.result == nil {
			return ""
		}
		return g.result(value)
	}
	switch m.undo[last].code {
	case opLoad, opAdd, opSwap, opFetch, opCompareExchange, opAwait, opWhen, opChoose:
		return strconv.FormatInt(value, 10)
	case opJoin:
		if value != 0 { // most threads have no result
			return strconv.FormatInt(value, 10)
		}
	case opCAS:
		return strconv.FormatBool(value != 0)
	}
	return ""
}

// returned is what the i-th event of E, the last one of its thread, returned to that. The thread
// may have issued Stores since.
func (m *Machine) returned(i int) int64 {
	n := m.threads[m.events[i].Thread].node
	if m.buffers == nil {
		return m.tree.nodes[n].value
	}
	for n != noNode && m.tree.nodes[n].parent != m.undo[i].node {
		n = m.tree.nodes[n].parent
	}
	return m.tree.nodes[n].value
}

// Halted reports whether thread t, which has been started, has stopped before
// the end of its body, and what it failed at; that is "" if it stopped at a
// false Assume.
func (m *Machine) Halted(t ThreadID) (failure string, ok bool) {
	switch n := &m.tree.nodes[m.threads[t].node]; n.code {
	case opFail:
		return m.tree.messages[n.a], true
	case opAssume:
		return "", true
	}
	return "", false
}

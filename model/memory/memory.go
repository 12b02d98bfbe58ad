// Package memory lists the memory models, and the traits by which all others distinguish them. There are two families.
// Under models of sequences, an execution is a sequence of events, and a Load reads the value that the last Store before it
// has left in a memory or a buffer. Under models of graphs, the models of C11, it is a graph: a Load may read from
// any Store that the axioms allow. Packages machine, order and
// event have a file for each family, and choose among them by a trait. Every file that
// asks for one is in docs/memory-models.md, with the steps for adding a model.
package memory

import (
	"fmt"
	"strings"
)

// Model is a memory model.
type Model uint8

// The memory models.
const (
	// SC is sequential consistency: all threads see the events in one order.
	SC Model = iota
	// TSO is the memory model of x86: each thread has a first-in-first-out buffer in which its
	// Stores wait, and reads its own Stores there.
	TSO
	// PSO is TSO with a buffer for each thread and variable.
	PSO
	// GenMCTSO is TSO as in GenMC 0.10 and 0.11: an Unlock is a Store that waits in the buffer, and
	// a CompareAndSwap that fails is a Load.
	GenMCTSO
	// CommutingSC is SC with fewer dependences: two updates whose results are unused
	// (Thread.Apply) commute if they apply one operation. The executions are the same,
	// in fewer classes.
	CommutingSC
	// RC11 is the repaired model of C11 by Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017, with the release sequences of
	// C++20: only updates continue one. Executions are graphs.
	RC11
	// RC11of2017 is RC11 with the release sequences of the paper, which later writes of the same thread continue as well.
	RC11of2017
	// GenMCRC11 is RC11 as in GenMC 0.10: starting a thread is a release fence and joining one an acquire fence, and the
	// order of sequentially consistent accesses contains all of po;hb;po.
	GenMCRC11
	// RA is RC11 where all accesses acquire and release.
	RA
	// SRA is RA where hb and mo together are acyclic: a Store may be placed in mo only after all before it in hb.
	SRA
	// AllRelaxed is RC11 where all accesses but plain ones are relaxed, and fences do nothing: what coherence alone allows.
	AllRelaxed
)

// traits distinguish the memory models.
type traits struct {
	name            string
	buffers         bool // Stores wait in buffers
	perVariable     bool // there is a buffer for each variable of a thread
	buffersUnlocks  bool // Unlocks wait in buffers too
	failsFromBuffer bool // a CompareAndSwap that fails does not wait for the buffers
	updatesCommute  bool // updates of one operation whose results are unused commute
	graphs          bool // executions are graphs
	synchronises    bool // all accesses acquire and release
	relaxes         bool // all accesses are relaxed, and fences do nothing
	ordersStores    bool // hb and mo together are acyclic
	longSequences   bool // later writes of a thread continue its release sequence
	fencesThreads   bool // starting a thread is a release fence, joining one an acquire fence, and po;hb;po is in scb
}

var models = [...]traits{
	SC:          {name: "sc"},
	TSO:         {name: "tso", buffers: true},
	PSO:         {name: "pso", buffers: true, perVariable: true},
	GenMCTSO:    {name: "tso-genmc", buffers: true, buffersUnlocks: true, failsFromBuffer: true},
	CommutingSC: {name: "sc-commuting", updatesCommute: true},
	RC11:        {name: "rc11", graphs: true},
	RC11of2017:  {name: "rc11-2017", graphs: true, longSequences: true},
	GenMCRC11:   {name: "rc11-genmc", graphs: true, fencesThreads: true},
	RA:          {name: "ra", graphs: true, synchronises: true},
	SRA:         {name: "sra", graphs: true, synchronises: true, ordersStores: true},
	AllRelaxed:  {name: "relaxed", graphs: true, relaxes: true},
}

func (m Model) String() string {
	if int(m) >= len(models) {
		return fmt.Sprintf("Model(%d)", uint8(m))
	}
	return models[m].name
}

// Models lists all memory models: first Sequences, then Graphs.
func Models() []Model { return append(Sequences(), Graphs()...) }

// Sequences lists the models under which executions are sequences: SC, the strongest; TSO, stronger than the two after
// it; and last CommutingSC.
func Sequences() []Model { return []Model{SC, TSO, PSO, GenMCTSO, CommutingSC} }

// Graphs lists the models under which executions are graphs.
func Graphs() []Model { return []Model{RC11, RC11of2017, GenMCRC11, RA, SRA, AllRelaxed} }

// Parse returns the memory model with that name.
func Parse(name string) (Model, error) {
	var names []string
	for m, known := range models {
		if name == known.name {
			return Model(m), nil
		}
		names = append(names, known.name)
	}
	return 0, fmt.Errorf("unknown memory model %q: must be one of %s", name, strings.Join(names, ", "))
}

// Buffers reports whether Stores wait in buffers before others see them.
func (m Model) Buffers() bool { return models[m].buffers }

// OneBuffer reports whether a thread has one buffer for all variables.
func (m Model) OneBuffer() bool { return models[m].buffers && !models[m].perVariable }

// StoresOvertake reports whether others may see two Stores of one thread to different variables in
// the other order: whether each variable has a buffer of its own.
func (m Model) StoresOvertake() bool { return models[m].perVariable }

// BuffersUnlocks reports whether an Unlock waits in the buffer, as a Store does.
func (m Model) BuffersUnlocks() bool { return models[m].buffersUnlocks }

// FailsFromBuffer reports whether a CompareAndSwap that fails is a Load, which does not wait for the
// buffers.
func (m Model) FailsFromBuffer() bool { return models[m].failsFromBuffer }

// UpdatesCommute reports whether Applies of one operation commute.
func (m Model) UpdatesCommute() bool { return models[m].updatesCommute }

// Graphs reports whether executions are graphs: a Load may read from a Store that another one follows in mo. The traits
// below are for these.
func (m Model) Graphs() bool { return models[m].graphs }

// Synchronises reports whether all accesses of variables acquire and release, whatever their memory orders.
func (m Model) Synchronises() bool { return models[m].synchronises }

// Relaxes reports whether all accesses of variables are relaxed, whatever their memory orders, but plain ones, and fences do nothing.
func (m Model) Relaxes() bool { return models[m].relaxes }

// IgnoresOrders reports whether it makes no difference how strong the memory orders of a program are.
func (m Model) IgnoresOrders() bool { return m.Synchronises() || m.Relaxes() }

// OrdersStores reports whether hb and mo together are acyclic.
func (m Model) OrdersStores() bool { return models[m].ordersStores }

// LongSequences reports whether a later Store of its thread to the same variable continues a release sequence.
func (m Model) LongSequences() bool { return models[m].longSequences }

// FencesThreads reports whether starting and joining threads are fences, and scb contains all of po;hb;po, whose last step may be
// from the read of an update to its write.
func (m Model) FencesThreads() bool { return models[m].fencesThreads }

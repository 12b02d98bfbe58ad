package model

import (
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// The vocabulary, under the names that programs use.
type (
	ThreadID   = event.ThreadID
	Event      = event.Event
	Kind       = event.Kind
	Memory     = memory.Model
	FetchOp    = operation.FetchOp
	IntType    = operation.IntType
	UsageError = operation.UsageError
	// MemoryOrder is a memory order of C11.
	MemoryOrder = operation.MemoryOrder

	// Var is a shared variable of one program, declared or made by a thread with [Thread.New].
	Var = front.Var
	// Mutex is a mutex of one program, free at first.
	Mutex = front.Mutex
	// Child is a thread started by another one; see [Thread.Go].
	Child = front.Child
	// Execution is one maximal execution, as an explorer passes it to visit.
	Execution = front.Execution
	// Outcome is how a maximal execution ended.
	Outcome = front.Outcome
	// Race is a data race of an execution.
	Race = front.Race
)

// The outcomes; see [Outcome].
const (
	Complete        = front.Complete
	Failed          = front.Failed
	AssumeBlocked   = front.AssumeBlocked
	Deadlocked      = front.Deadlocked
	Leaked          = front.Leaked
	Raced           = front.Raced
	NotLinearizable = front.NotLinearizable
	Starved         = front.Starved
	Livelocked      = front.Livelocked
)

// MaxChoices is the largest number of values that [Thread.Choose] chooses from.
const MaxChoices = front.MaxChoices

// The kinds of events.
const (
	Read       = event.Read
	Write      = event.Write
	Update     = event.Update
	Lock       = event.Lock
	Unlock     = event.Unlock
	Spawn      = event.Spawn
	Join       = event.Join
	Choice     = event.Choice
	BufferRead = event.BufferRead
	Fence      = event.Fence
	ApplyAdd   = event.ApplyAdd
	ApplyAnd   = event.ApplyAnd
	ApplyOr    = event.ApplyOr
	ApplyXor   = event.ApplyXor
	ApplyMax   = event.ApplyMax
	ApplyMin   = event.ApplyMin
)

// The memory models.
const (
	SC          = memory.SC
	TSO         = memory.TSO
	PSO         = memory.PSO
	GenMCTSO    = memory.GenMCTSO
	CommutingSC = memory.CommutingSC
	RC11        = memory.RC11
	RC11of2017  = memory.RC11of2017
	GenMCRC11   = memory.GenMCRC11
	RA          = memory.RA
	SRA         = memory.SRA
	AllRelaxed  = memory.AllRelaxed
)

// The operations of a Fetch or an Apply.
const (
	FetchAdd  = operation.FetchAdd
	FetchSub  = operation.FetchSub
	FetchAnd  = operation.FetchAnd
	FetchOr   = operation.FetchOr
	FetchXor  = operation.FetchXor
	FetchNand = operation.FetchNand
	FetchMax  = operation.FetchMax
	FetchMin  = operation.FetchMin
)

// The integer types of [FetchOp.As].
const (
	Int64  = operation.Int64
	Int32  = operation.Int32
	Int16  = operation.Int16
	Int8   = operation.Int8
	Uint64 = operation.Uint64
	Uint32 = operation.Uint32
	Uint16 = operation.Uint16
	Uint8  = operation.Uint8
)

// The memory orders of [Thread.With].
const (
	SeqCst  = operation.SeqCst
	Plain   = operation.Plain
	Relaxed = operation.Relaxed
	Acquire = operation.Acquire
	Release = operation.Release
	AcqRel  = operation.AcqRel
)

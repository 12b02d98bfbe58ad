package machine

import (
	"maps"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/lineage"
)

// If lost memory is looked for, a thread records its allocations, and main the values that it has at its end.

// notesBlock notes a block unless it exists for a call only.
func (th *thread) notesBlock(i *code.Instruction, address, bytes int64) {
	if th.Options.Leaks == image.NoLeaks || isAutomatic(i) {
		return
	}
	line := i.Line
	if th.caller != nil {
		line = th.caller.Line
	}
	th.notesAllocation(image.Allocation{Address: address, Bytes: bytes, Line: line})
}

// isAutomatic reports whether i allocates memory that exists for a call only.
func isAutomatic(i *code.Instruction) bool {
	return code.LibraryFunction(i.Sub) == code.LibMalloc && i.N == code.Automatic
}

func (th *thread) notesAllocation(a image.Allocation) {
	a.Earlier = th.allocated
	th.allocated = th.Allocations.Add(a)
	th.model.Mark(th.allocated)
}

// notesEnd notes the values that main has at its end: its thread-local variables and, if it calls exit, all values of its calls.
func (th *thread) notesEnd(exits bool) {
	if th.Options.Leaks == image.NoLeaks || th.segment != lineage.Root {
		return
	}
	bytes := th.private[:th.Program.Locals]
	if exits {
		bytes = th.private[:th.top]
		for _, r := range th.registers[:th.used] {
			th.notesKnown(r)
		}
		for _, f := range th.Functions {
			if fs := th.frames[f.Base]; fs != nil {
				for _, n := range fs.live {
					th.notesKnown(th.frameAt(f, n))
				}
			}
		}
	}
	for ; len(bytes) >= 8; bytes = bytes[8:] {
		th.notesKnown(code.LittleEndian(bytes[:8]))
	}
	for _, key := range slices.Sorted(maps.Keys(th.specific)) {
		th.notesKnown(th.specific[key])
	}
}

func (th *thread) notesKnown(v int64) {
	if v > 0 && v < code.ConstantSpace && v>>code.SegmentShift != 0 {
		th.notesAllocation(image.Allocation{Address: v, Kept: true})
	}
}

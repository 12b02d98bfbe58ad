package machine

import (
	"slices"

	"dporbench/cprog/internal/code"
)

// allocate takes memory of the thread's own segment, which is never given back.
func (th *thread) allocate(i *code.Instruction, bytes, alignment int64) int64 {
	if bytes < 0 || bytes > int64(th.Options.Limits.Memory) || alignment <= 0 || alignment > 1<<20 {
		th.refuse(i, "%d bytes of memory are more than %d", bytes, th.Options.Limits.Memory)
	}
	th.changes.Note()
	th.heap = (th.heap + alignment - 1) / alignment * alignment
	address := th.heap
	th.heap += max(bytes, 1)
	if th.Options.LikeGenMC {
		th.blocks = append(th.blocks, block{address, th.heap, false})
	}
	if th.heap&(1<<code.SegmentShift-1) > code.HeapOffset+int64(th.Options.Limits.Memory) {
		th.refuse(i, "the memory of a thread is more than %d bytes", th.Options.Limits.Memory)
	}
	return address
}

// block is memory from malloc.
type block struct {
	from, to int64
	known    bool // to other threads: its address has been written to memory that they know
}

// owned is the block of the thread at that address, if nobody else can reach it.
func (th *thread) owned(address int64) *block {
	i := slices.IndexFunc(th.blocks, func(b block) bool { return b.from <= address && address < b.to })
	if i < 0 || th.blocks[i].known {
		return nil
	}
	return &th.blocks[i]
}

// writes reports whether others can see that v is written to memory at address.
func (th *thread) writes(address, v int64) bool {
	if th.owned(address) != nil {
		return false
	}
	th.publish(address, v)
	return true
}

// publish is called where v is written to memory at address, which may be the address of
// a block.
func (th *thread) publish(address, v int64) {
	if b := th.owned(v); b != nil && th.owned(address) == nil {
		b.known = true
	}
}

package cprog

// allocate takes memory of the thread's own segment, which is never given back.
func (th *thread) allocate(i *instruction, bytes, alignment int64) int64 {
	if bytes < 0 || bytes > int64(th.limits.Memory) || alignment <= 0 || alignment > 1<<20 {
		th.refuse(i, "%d bytes of memory are more than %d", bytes, th.limits.Memory)
	}
	th.changes.note()
	th.heap = (th.heap + alignment - 1) / alignment * alignment
	address := th.heap
	th.heap += max(bytes, 1)
	if th.likeGenMC() {
		th.blocks = append(th.blocks, block{address, th.heap, false})
	}
	if th.heap&(1<<segmentShift-1) > heapOffset+int64(th.limits.Memory) {
		th.refuse(i, "the memory of a thread is more than %d bytes", th.limits.Memory)
	}
	return address
}

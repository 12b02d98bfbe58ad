package cprog

// allocate takes memory of the thread's own segment, which is never given back.
func (th *thread) allocate(i *instruction, bytes, alignment int64) int64 {
	if bytes < 0 || bytes > int64(th.limits.Memory) || alignment <= 0 || alignment > 1<<20 {
		th.refuse(i, "%d bytes of memory are more than %d", bytes, th.limits.Memory)
	}
	th.heap = (th.heap + alignment - 1) / alignment * alignment
	address := th.heap
	th.heap += max(bytes, 1)
	return address
}

// ownCell is the scalar that begins at address, in memory that a thread has made.
func (th *thread) ownCell(i *instruction, address int64) *cell {
	th.refuse(i, "memory that is made while the program runs is not supported yet")
	return nil
}

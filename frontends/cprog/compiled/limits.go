package compiled

// Limits bound what an untrusted file may use. A field that is 0 stands for the default.
type Limits struct {
	Instructions int // of a thread between two of its events; by default a hundred million
	Memory       int // bytes of all globals, and of each thread's own memory but for Heap; by default 4 MiB
	Heap         int // bytes that a thread has from malloc and has not freed; by default Memory, if a caller sets it, or 64 MiB
	Variables    int // scalars in all globals; by default 2^18
	Depth        int // of nested calls; by default 20,000
}

func (l Limits) orDefaults() Limits {
	if l.Heap == 0 {
		l.Heap = l.Memory
	}
	for _, field := range []struct {
		value    *int
		standard int
	}{{&l.Instructions, 100_000_000}, {&l.Memory, 4 << 20}, {&l.Heap, 64 << 20}, {&l.Variables, 1 << 18}, {&l.Depth, 20_000}} {
		if *field.value == 0 {
			*field.value = field.standard
		}
	}
	return l
}

package compiled

// Limits bound what a file that nobody has looked at may use. A field that is 0
// stands for the default.
type Limits struct {
	Instructions int // of a thread between two of its events; by default ten million
	Memory       int // bytes of all globals, and of what a thread has for itself; by default 4 MiB
	Variables    int // scalars that all globals are made of; by default 2^18
	Depth        int // calls inside each other; by default 1000
}

func (l Limits) orDefaults() Limits {
	for _, field := range []struct {
		value    *int
		standard int
	}{{&l.Instructions, 10_000_000}, {&l.Memory, 4 << 20}, {&l.Variables, 1 << 18}, {&l.Depth, 1000}} {
		if *field.value == 0 {
			*field.value = field.standard
		}
	}
	return l
}

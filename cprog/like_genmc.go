package cprog

import "slices"

// GenMC takes more loops for ones that spin: an iteration need not leave the thread as it
// was, if what differs in its registers has been read from the same addresses, and it may
// write to memory from malloc that nobody else can reach yet. Executions in which a thread leaves
// the loop after what it has read there more than once are lost.

// origins are the addresses from which the registers of a call have been loaded, with the memory
// order in a byte that no address needs; 0 for those that hold something else.
type origins []int64

// track keeps the origins after an instruction.
func (th *thread) track(c *call, i *instruction) {
	d := i.writes()
	if i.op == opReturn {
		th.origin = 0
		if i.a != noRegister {
			th.origin = c.origins[i.a]
		}
	}
	if d == noRegister {
		return
	}
	switch i.op {
	case opLoad, opSwap, opFetch, opCompareExchange:
		c.origins[d] = c.r[i.a] | int64(i.order)<<56
	case opMove, opConvert:
		c.origins[d] = c.origins[i.a]
	case opCall, opCallPointer:
		c.origins[d] = th.origin
	default:
		c.origins[d] = 0
	}
}

// sameAsLast reports whether the registers are as when the last iteration began, or
// have been read from the same addresses since the loop was entered.
func (l *iteration) sameAsLast(c *call, live []register) bool {
	for k, r := range live {
		if l.live[k] != c.r[r] && (c.origins[r] == 0 || c.origins[r] != l.origins[k]) {
			return false
		}
	}
	return true
}

func (l *iteration) rememberOrigins(c *call, live []register) {
	l.origins = l.origins[:0]
	for _, r := range live {
		l.origins = append(l.origins, c.origins[r])
	}
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

func (th *thread) likeGenMC() bool { return th.options.Like == GenMC }

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

package waiting

import "dporbench/cprog/internal/code"

// GenMC takes more loops for ones that spin: an iteration need not leave the thread as it
// was, if what differs in its registers has been read from the same addresses, and it may
// write to memory from malloc that nobody else can reach yet. Executions in which a thread leaves
// the loop after what it has read there more than once are lost.

// Origins are the addresses from which the registers of a call have been loaded, with the memory
// order in a byte that no address needs; 0 for those that hold something else.
type Origins []int64

// Track keeps the origins after an instruction. returned is that of what the last call has returned.
func (o Origins) Track(i *code.Instruction, r []int64, returned *int64) {
	d := i.Writes()
	if i.Op == code.OpReturn {
		*returned = 0
		if i.A != code.NoRegister {
			*returned = o[i.A]
		}
	}
	if d == code.NoRegister {
		return
	}
	switch i.Op {
	case code.OpLoad, code.OpSwap, code.OpFetch, code.OpCompareExchange:
		o[d] = r[i.A] | int64(i.Order)<<56
	case code.OpMove, code.OpConvert:
		o[d] = o[i.A]
	case code.OpCall, code.OpCallPointer:
		o[d] = *returned
	default:
		o[d] = 0
	}
}

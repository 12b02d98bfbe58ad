package waiting

import "dporbench/frontends/cprog/internal/code"

// GenMC treats more loops as spinning: an iteration need not leave the thread as it was, if the
// registers that differ have been read from the same addresses, and it may write to memory from
// malloc that no other thread can reach yet. Executions in which a thread leaves the loop after
// reading there more than once are lost.

// Origins are the addresses from which the registers of a call have been loaded, with the memory
// order in a byte that no address needs; 0 for registers that hold something else.
type Origins []int64

// Track updates the origins after an instruction. returned is the origin of the last call's result.
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

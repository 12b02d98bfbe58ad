package code

// Undefined is the value of a variable, in memory from malloc or in a register, to which nothing has been stored. No
// number is Undefined.
const Undefined = -0x7a11_dead_0f0f_3ed5

// Partly, in Sub of an OpLoad, says that only some bytes of the number need to have a value, whose bits are set beside it. The others
// are 0 if they have none.
const Partly = 1 << 15

// Needed returns the bits, in Sub of an OpLoad, of the bytes that have to have a value.
func Needed(first, last int64) uint16 { return Partly | (1<<(last-first)-1)<<first }

// OfBits, in Sub of an OpStore, says that it stores a bit-field: only the bits of its Mask get a value.
const OfBits = 1

// BitField returns, for C of an OpLoad or an OpStore of a bit-field, the bits that it is about: n bits from one on.
func BitField(from, n int64) Register { return Register(from<<8 | n) }

// Mask returns the bits that an access to a bit-field is about, or 0.
func (i *Instruction) Mask() int64 { return (int64(1)<<(i.C&255) - 1) << (i.C >> 8) }

// Unset, in Sub of an OpConst, marks the declaration of a variable without a value.
const Unset = 1

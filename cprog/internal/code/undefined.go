package code

// Undefined is what a variable holds, in memory from malloc or in a register, that nothing has been stored to. No
// number is Undefined.
const Undefined = -0x7a11_dead_0f0f_3ed5

// Unset, in Sub of an OpConst, says that a variable is declared there without a value.
const Unset = 1

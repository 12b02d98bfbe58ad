package code

// Undefined is the value of a variable, in memory from malloc or in a register, to which nothing has been stored. No
// number is Undefined.
const Undefined = -0x7a11_dead_0f0f_3ed5

// Unset, in Sub of an OpConst, marks the declaration of a variable without a value.
const Unset = 1

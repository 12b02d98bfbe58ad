// Package linear decides whether the executions of a program are linearizable: whether the operations of its objects, which
// threads mark with Invoke and Respond, might have been executed one after another as a specification allows.
//
// A specification is a [porcupine.Model] of inputs of type [Input] and outputs of type [Output]; package spec has the
// usual objects. [Demand] makes a [Property] part of a program, so that executions that violate it end as
// [model.NotLinearizable] under every algorithm:
//
//	register, err := spec.Lookup("register")
//	err = linear.Demand(program, memory.SC, linear.Property{Of: map[string]porcupine.Model{"r": register.Model}})
//
// [Find] returns the history of an execution that violates it, which can be drawn.
//
// Two questions can be asked of each class of executions; see [Question]. Both are answered exactly,
// from the class alone, so algorithms explore the same as without them.
//
// The definitions are from Herlihy and Wing, Linearizability: A Correctness Condition for Concurrent Objects
// (TOPLAS 1990).
package linear

// Package mark marks the beginning and the end of operations of concurrent objects, for dporbench --linearizable. Elsewhere it does nothing.
//
//	mark.Invoke("q", "enqueue", 1)
//	q.Put(1)
//	mark.Respond()
//
// [Clients] calls and marks operations of an object, as dporbench test explores it in all small clients.
//
// A module that does not want to depend on dporbench may have a copy of this package: dporbench recognises any package whose import path ends
// in linear/mark.
package mark

// Invoke marks the beginning of an operation of an object by the goroutine. Operations of a goroutine do not overlap.
func Invoke(object, operation string, args ...int) {}

// Respond marks the end of the operation, with its results.
func Respond(results ...int) {}

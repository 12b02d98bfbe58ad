package algos

import (
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// InitialAt is the initial value of p at a location (event.Kind.Location), the variable's or, for a mutex,
// operation.Free.
func InitialAt(p *model.Program, location int32) int64 {
	if event.IsMutex(location) {
		return operation.Free
	}
	return (*front.Program)(p).Initial(location / 2)
}

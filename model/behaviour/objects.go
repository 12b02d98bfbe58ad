package behaviour

import (
	"dporbench/model/front"
	"dporbench/model/operation"
)

// Objects holds the values of variables and mutexes, by number.
type Objects struct {
	program        *front.Program
	Values, Locked []int64
}

// InitialObjects returns the values at the start of p.
func InitialObjects(p *front.Program) Objects {
	o := Objects{program: p, Locked: make([]int64, p.NumMutexes())}
	for x := range p.NumVars() {
		o.Values = append(o.Values, p.Initial(int32(x)))
	}
	return o
}

// Of returns the value of the object of s, or nil if s has none.
func (o *Objects) Of(s operation.Step) *int64 {
	switch {
	case s.Code.OnMutex():
		return &o.Locked[s.Object]
	case s.Code.OnVariable():
		return o.Variable(s.Object)
	}
	return nil
}

func (o *Objects) Variable(x int32) *int64 {
	for int(x) >= len(o.Values) { // a thread has made it
		o.Values = append(o.Values, o.program.Initial(int32(len(o.Values))))
	}
	return &o.Values[x]
}

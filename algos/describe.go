package algos

import (
	"fmt"

	"dporbench/model"
)

// Describe writes an event: "q.2 write z" is the second event of thread q. If several
// threads are called q, the second one is q#2. A thread started by another one is
// called t and its number.
func (x *Exploration) Describe(e model.Event) string {
	return fmt.Sprintf("%s.%d %v %s", x.threadName(e.Thread), e.Index, e.Kind, x.objectName(e))
}

func (x *Exploration) threadName(t model.ThreadID) string {
	if int(t) >= x.Program.NumThreads() {
		return fmt.Sprintf("t%d", t)
	}
	name, n := x.Program.ThreadName(t), 1
	for other := range t {
		if x.Program.ThreadName(other) == name {
			n++
		}
	}
	if n > 1 {
		return fmt.Sprintf("%s#%d", name, n)
	}
	return name
}

func (x *Exploration) objectName(e model.Event) string {
	switch {
	case e.Kind.OnVariable():
		return x.Program.VarName(e.Object)
	case e.Kind.OnMutex():
		return x.Program.MutexName(e.Object)
	}
	return x.threadName(model.ThreadID(e.Object))
}

package job

import (
	"context"
	"time"

	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
)

// Beside is work that a job does beside its exploration, and within the same time. It is left out in a process without a [Helper].
type Beside struct {
	States   time.Duration `json:",omitempty"` // when the states of the program are asked, if it has not been explored by then; 0 for never
	MaxBytes int64         `json:",omitempty"` // of the heap, for states
	Advise   bool          `json:",omitempty"` // if time is up, report how many executions there are, and what multiplies them
}

// Helper does the work beside explorations. It needs packages that are not linked into the small executable that does measured runs.
type Helper interface {
	// Decide visits the states of a program that is being explored. It returns nil if they do not decide.
	Decide(ctx context.Context, j Job, s program.Spec) *Decided
	// Advise reports on a program that is too large, of which a number of executions was explored.
	Advise(ctx context.Context, j Job, p program.Program, explored int64) Advice
}

// Decided is the answer of states. As an error, it ends the exploration.
type Decided struct {
	Outcome string    // in one line
	Failing *Stopping `json:",omitempty"` // nil if no state fails
}

func (d *Decided) Error() string { return d.Outcome }

// Advice is a report on a program that is too large to be explored.
type Advice struct {
	HowFar string // the number of executions, as an addition to how many were explored; or ""
	Text   string // lines
}

// toAdvise is the part of the time that is kept for advice.
func (x *exploration) toAdvise() time.Duration {
	if x.helper == nil || !x.Beside.Advise {
		return 0
	}
	return min(x.Within/adviceShare, longestAdvice)
}

const (
	adviceShare   = 5
	longestAdvice = 5 * time.Second
)

// until bounds ctx by a time after the job has begun, unless the job has no limit.
func (x *exploration) until(ctx context.Context, after time.Duration) (context.Context, context.CancelFunc) {
	if x.Within <= 0 {
		return ctx, func() {}
	}
	return context.WithDeadlineCause(ctx, x.begun.Add(after), process.ErrTime)
}

// askStates asks the states of p, once, if the exploration has taken long: it waits for half of the time that is left, and then continues.
func (x *exploration) askStates(ctx context.Context, p program.Program) error {
	if x.asked || x.helper == nil || x.Beside.States == 0 || time.Since(x.begun) < x.Beside.States {
		return nil
	}
	x.asked = true
	if end, ok := ctx.Deadline(); ok {
		bounded, stop := context.WithTimeout(ctx, time.Until(end)/2)
		defer stop()
		ctx = bounded
	}
	if d := x.helper.Decide(ctx, x.Job, p.Spec); d != nil {
		return d
	}
	return nil
}

// advise reports on the program that was explored last.
func (x *exploration) advise(ctx context.Context, explored int64) {
	p := x.explored
	if x.helper == nil || !x.Beside.Advise || p.Program == nil {
		return
	}
	ctx, stop := x.until(ctx, x.Within)
	defer stop()
	x.unmeasured.Advice = x.helper.Advise(ctx, x.Job, p, explored)
}

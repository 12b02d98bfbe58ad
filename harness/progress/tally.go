package progress

import (
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// Tally shows how many steps of one piece of work have been done, and for how
// long it has been going on. How many there will be need not be known.
type Tally struct {
	container *mpb.Progress
	bar       *mpb.Bar
}

// NewTally begins to show a tally on w, which must be a terminal.
func NewTally(w io.Writer, name string) *Tally {
	container := mpb.New(mpb.WithOutput(w), mpb.WithWidth(24), mpb.WithRefreshRate(500*time.Millisecond))
	bar := container.New(0, mpb.SpinnerStyle(),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(name)),
		mpb.AppendDecorators(decor.CurrentNoUnit("%d entries, "), decor.Elapsed(decor.ET_STYLE_GO)),
	)
	return &Tally{container, bar}
}

// Increment counts a step.
func (t *Tally) Increment() { t.bar.Increment() }

// Close takes it away.
func (t *Tally) Close() {
	t.bar.Abort(true)
	t.container.Wait()
}

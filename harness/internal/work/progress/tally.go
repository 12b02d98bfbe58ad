package progress

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// Tally shows how far one piece of work has come, of which it may become known
// only on the way how much it is.
type Tally struct {
	container *mpb.Progress
	bar       *mpb.Bar
	done, all atomic.Int64
}

// NewTally begins to show a tally on w, which must be a terminal.
func NewTally(w io.Writer, name string) *Tally {
	t := &Tally{container: mpb.New(mpb.WithOutput(w), mpb.WithWidth(1), mpb.WithRefreshRate(500*time.Millisecond))}
	t.bar = t.container.New(0, mpb.SpinnerStyle(),
		mpb.PrependDecorators(decor.Name(name+" ")),
		mpb.AppendDecorators(decor.Any(t.text), decor.Elapsed(decor.ET_STYLE_GO)),
	)
	return t
}

// Set says how much has been done, of how much; 0 if that is not known.
func (t *Tally) Set(done, all int64) {
	t.done.Store(done)
	t.all.Store(all)
}

func (t *Tally) text(decor.Statistics) string {
	if all := t.all.Load(); all > 0 {
		return fmt.Sprintf(" %d of %d entries checked, ", t.done.Load(), all)
	}
	return fmt.Sprintf(" %d entries read, ", t.done.Load())
}

// Close takes it away.
func (t *Tally) Close() {
	t.bar.Abort(true)
	t.container.Wait()
}

// Package terminal shows the progress of a piece of work on a terminal, if there is one.
package terminal

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"dporbench/algos"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/explore"
)

const defaultWidth = 160

// Width is the width of w in characters; see [command.Width].
func Width(w io.Writer) int { return command.Width(w, defaultWidth) }

const refresh = 500 * time.Millisecond

// Counter shows the progress of a piece of work, whose size may become known only on
// the way. A nil Counter shows nothing.
type Counter struct {
	container *mpb.Progress
	bar       *mpb.Bar
	things    string
	started   time.Time
	done, all atomic.Int64
	note      atomic.Pointer[string]
}

// NewCounter starts showing on w how many of the things have been done. It returns nil
// if w is not a terminal.
func NewCounter(w io.Writer, title, things string) *Counter {
	if !command.IsTerminal(w) {
		return nil
	}
	c := &Counter{container: mpb.New(mpb.WithOutput(w), mpb.WithWidth(1), mpb.WithRefreshRate(refresh)), things: things, started: time.Now()}
	c.bar = c.container.New(0, mpb.SpinnerStyle(),
		mpb.PrependDecorators(decor.Name(title+" ")),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
			text := pace(c.done.Load(), c.all.Load(), c.things, time.Since(c.started))
			if note := c.note.Load(); note != nil {
				text += "; " + *note
			}
			return text
		})),
	)
	return c
}

// In pace, an all of 0 means that it is unknown.
func pace(done, all int64, things string, elapsed time.Duration) string {
	if all == 0 {
		return fmt.Sprintf(" %d %s, %v", done, things, elapsed.Round(time.Second))
	}
	text := fmt.Sprintf(" %d of %d %s, %v", done, all, things, elapsed.Round(time.Second))
	if done == 0 {
		return text
	}
	left := time.Duration(float64(elapsed) / float64(done) * float64(all-done))
	return fmt.Sprintf("%s, %.0f/s, ends in about %v", text, float64(done)/elapsed.Seconds(), left.Round(time.Second))
}

// Set sets how much has been done, of how much; all is 0 if unknown.
func (c *Counter) Set(done, all int64) {
	if c != nil {
		c.done.Store(done)
		c.all.Store(all)
	}
}

// Note sets a text that follows the numbers.
func (c *Counter) Note(text string) {
	if c != nil {
		c.note.Store(&text)
	}
}

// Add adds n to the finished part.
func (c *Counter) Add(n int) {
	if c != nil {
		c.done.Add(int64(n))
	}
}

// Close removes it from the terminal.
func (c *Counter) Close() {
	if c != nil {
		c.bar.Abort(true)
		c.container.Wait()
	}
}

// Watch returns settings with which explorations show their progress on the terminal under the title, until
// stop is called.
func Watch(s explore.Settings, title string) (watched explore.Settings, stop func()) {
	c := NewCounter(os.Stderr, title, "executions")
	if c == nil {
		return s, func() {}
	}
	s.Progress = func(stats *algos.Stats) { c.Set(stats.Executions, 0) }
	return s, sync.OnceFunc(c.Close)
}

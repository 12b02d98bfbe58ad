// Package terminal tells whether output goes to a terminal, and how wide that is,
// and shows there how far a piece of work has come.
package terminal

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/cwriter"
	"github.com/vbauerster/mpb/v8/decor"
)

// defaultWidth is used where there is no terminal to ask.
const defaultWidth = 160

// file is an [os.File] or has one.
type file interface{ Fd() uintptr }

// Is reports whether w is a terminal.
func Is(w io.Writer) bool {
	f, ok := w.(file)
	return ok && cwriter.IsTerminal(int(f.Fd()))
}

// Width is the width of w in characters: what the variable COLUMNS says, or that of
// the terminal or, if w is none, 160.
func Width(w io.Writer) int {
	if width, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && width > 0 {
		return width
	}
	if Is(w) {
		if width, _, err := cwriter.GetSize(int(w.(file).Fd())); err == nil && width > 0 {
			return width
		}
	}
	return defaultWidth
}

// refresh is how often what is shown is drawn again.
const refresh = 500 * time.Millisecond

// Counter shows how far a piece of work has come, of which it may become known only
// on the way how much it is. The nil Counter shows nothing.
type Counter struct {
	container *mpb.Progress
	bar       *mpb.Bar
	things    string
	done, all atomic.Int64
}

// NewCounter begins to show on w how many of these things have been done. It is nil
// if w is no terminal.
func NewCounter(w io.Writer, title, things string) *Counter {
	if !Is(w) {
		return nil
	}
	c := &Counter{container: mpb.New(mpb.WithOutput(w), mpb.WithWidth(1), mpb.WithRefreshRate(refresh)), things: things}
	c.bar = c.container.New(0, mpb.SpinnerStyle(),
		mpb.PrependDecorators(decor.Name(title+" ")),
		mpb.AppendDecorators(decor.Any(c.text), decor.Elapsed(decor.ET_STYLE_GO)),
	)
	return c
}

func (c *Counter) text(decor.Statistics) string {
	if all := c.all.Load(); all > 0 {
		return fmt.Sprintf(" %d of %d %s, ", c.done.Load(), all, c.things)
	}
	return fmt.Sprintf(" %d %s, ", c.done.Load(), c.things)
}

// Set says how much has been done, of how much; 0 if that is not known.
func (c *Counter) Set(done, all int64) {
	if c != nil {
		c.done.Store(done)
		c.all.Store(all)
	}
}

// Close takes it away.
func (c *Counter) Close() {
	if c != nil {
		c.bar.Abort(true)
		c.container.Wait()
	}
}

// Bar shows how many of a known number of things have been done.
type Bar struct {
	container *mpb.Progress
	bar       *mpb.Bar
	started   time.Time
}

// NewBar begins to show on w, a terminal, how many of so many things have been
// done.
func NewBar(w io.Writer, things string, all int) *Bar {
	b := &Bar{started: time.Now()}
	b.container = mpb.New(mpb.WithOutput(w), mpb.WithWidth(24), mpb.WithRefreshRate(refresh))
	b.bar = b.container.AddBar(int64(all),
		mpb.PrependDecorators(decor.Name(things, decor.WCSyncSpaceR)),
		mpb.AppendDecorators(decor.Any(b.text, decor.WCSyncSpaceR)),
	)
	return b
}

func (b *Bar) text(now decor.Statistics) string {
	return pace(now.Current, now.Total, time.Since(b.started))
}

// pace says how many of all things are done after that time, and when the others
// will be.
func pace(done, all int64, elapsed time.Duration) string {
	text := fmt.Sprintf("%d of %d, %v", done, all, elapsed.Round(time.Second))
	if done == 0 {
		return text
	}
	left := time.Duration(float64(elapsed) / float64(done) * float64(all-done))
	return fmt.Sprintf("%s, %.0f/s, ends in about %v", text, float64(done)/elapsed.Seconds(), left.Round(time.Second))
}

// Add moves the bar by so many things.
func (b *Bar) Add(n int) { b.bar.IncrBy(n) }

// Close removes the bar.
func (b *Bar) Close() {
	b.bar.Abort(true)
	b.container.Wait()
}

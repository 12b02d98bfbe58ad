package exhaust

import (
	"fmt"
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// Display is a bar that shows how far a run has come.
type Display struct {
	container *mpb.Progress
	bar       *mpb.Bar
	started   time.Time
}

// NewDisplay begins to show on w, which must be a terminal, how many of so many
// programs have been checked.
func NewDisplay(w io.Writer, programs int) *Display {
	d := &Display{started: time.Now()}
	d.container = mpb.New(mpb.WithOutput(w), mpb.WithWidth(24), mpb.WithRefreshRate(500*time.Millisecond))
	d.bar = d.container.AddBar(int64(programs),
		mpb.PrependDecorators(decor.Name("programs", decor.WCSyncSpaceR)),
		mpb.AppendDecorators(decor.Any(d.text, decor.WCSyncSpaceR)),
	)
	return d
}

func (d *Display) text(now decor.Statistics) string {
	return pace(now.Current, now.Total, time.Since(d.started))
}

// pace says how many of all programs are done after that time, and when the
// others will be.
func pace(done, all int64, elapsed time.Duration) string {
	text := fmt.Sprintf("%d of %d, %v", done, all, elapsed.Round(time.Second))
	if done == 0 {
		return text
	}
	left := time.Duration(float64(elapsed) / float64(done) * float64(all-done))
	return fmt.Sprintf("%s, %.0f/s, ends in about %v", text, float64(done)/elapsed.Seconds(), left.Round(time.Second))
}

// Progress moves the bar by so many programs.
func (d *Display) Progress(programs int) { d.bar.IncrBy(programs) }

// Close takes the bar away.
func (d *Display) Close() {
	d.bar.Abort(true)
	d.container.Wait()
}

package campaign

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dporbench/results"
)

// record holds the files next to the results file of a campaign: the samples, and the
// manifest, which is written at the start and completed at the end.
type record struct {
	path     string
	manifest results.Manifest
	samples  *results.SampleFile
	noise    *noiseMonitor
	note     func(format string, args ...any)
	warned   map[string]bool // warnings already given
}

// beginRecord makes r record its samples. It returns nil if no files can be put next to the results.
func (c Campaign) beginRecord(r *Runner) (*record, error) {
	if r.Out == nil || !r.Out.IsRegular() {
		return nil, nil
	}
	rec := &record{path: c.Out, note: c.note, warned: map[string]bool{}}
	if err := rec.open(c.Resume); err != nil {
		return nil, err
	}
	r.Samples, rec.noise = rec.samples, monitorNoise()
	rec.manifest.Sessions = append(rec.manifest.Sessions, c.describe(r))
	return rec, rec.update(nil)
}

func (rec *record) open(resume bool) (err error) {
	path := results.SamplesPath(rec.path)
	rec.manifest = results.Manifest{
		Format:  results.ManifestFormat,
		Results: filepath.Base(rec.path),
		Samples: filepath.Base(path),
	}
	if !resume {
		rec.samples, err = results.CreateSamples(path)
		return err
	}
	earlier, err := results.ReadManifest(results.ManifestPath(rec.path))
	if err == nil {
		rec.manifest.Sessions = earlier.Sessions
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	rec.samples, err = results.ResumeSamples(path)
	return err
}

func (c Campaign) describe(r *Runner) results.Session {
	return results.Session{
		Start:     time.Now(),
		Args:      os.Args[1:],
		Commit:    r.Build.Commit,
		Dirty:     strings.HasSuffix(r.Build.Commit, "-dirty"),
		Build:     r.Build.Hash,
		GoVersion: r.Build.GoVersion,
		Tools:     c.versions,
		Machine:   describeMachine(),
		Setup: results.Setup{
			Timeout:          c.Settings.Time.Seconds(),
			RedundantTimeout: c.Redundant.Seconds(),
			MemLimit:         c.Settings.MemLimit,
			MaxSteps:         c.Settings.MaxSteps,
			GOGC:             c.GOGC,
			Order:            c.Settings.Order.String(),
			Seed:             c.Settings.Seed,
			Rounds:           c.Repeat.Rounds,
			Budget:           c.Repeat.Budget.Seconds(),
			WarmUpBelow:      c.Repeat.WarmUpBelow().Seconds(),
		},
	}
}

// update writes the manifest and reports new warnings.
func (rec *record) update(more []string) error {
	session := &rec.manifest.Sessions[len(rec.manifest.Sessions)-1]
	session.Noise = rec.noise.Snapshot()
	session.Warnings = append(noiseWarnings(session.Machine, session.Noise), more...)
	for _, warning := range session.Warnings {
		if !rec.warned[warning] {
			rec.note("warning: %s", warning)
			rec.warned[warning] = true
		}
	}
	return rec.manifest.Write(results.ManifestPath(rec.path))
}

// end completes the manifest and returns err or, if that is nil, what went wrong here.
func (rec *record) end(cells []results.Cell, err error) error {
	rec.noise.Stop()
	session := &rec.manifest.Sessions[len(rec.manifest.Sessions)-1]
	now := time.Now()
	session.End, session.Outcome = &now, "done"
	if err != nil {
		session.Outcome = err.Error()
	}
	return cmp.Or(err, errors.Join(rec.update(fewSamples(cells)), rec.samples.Close()))
}

func fewSamples(cells []results.Cell) []string {
	few := 0
	for _, c := range cells {
		if n := c.Samples(); 0 < n && n < FewSamples {
			few++
		}
	}
	if few == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d cells rest on fewer than %d samples", few, len(cells), FewSamples)}
}

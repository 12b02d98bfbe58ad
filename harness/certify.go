package harness

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"

	"github.com/google/renameio/v2"

	"dporbench/algos"
	"dporbench/harness/internal/runner"
	"dporbench/internal/certificate"
	"dporbench/model"
	"dporbench/results"
)

// target is the file that a certificate is to be in. Until it is whole it is
// written under another name, so that what is there is the old one or the new one.
type target struct {
	partial string
	pending *renameio.PendingFile // nil for a device or a pipe, which takes it as it comes
}

// newTarget makes sure that a certificate can be written to path. A certificate
// that is there will be replaced, any other file is left alone, with an error.
func newTarget(path string) (*target, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder, not a certificate", path)
	case !info.Mode().IsRegular():
		return &target{path, nil}, nil
	default:
		if err := replaceable(path, info.Size()); err != nil {
			return nil, err
		}
	}
	file, err := renameio.NewPendingFile(path, renameio.WithPermissions(0o644))
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		e.Path = path // the name that the user knows
	}
	if err != nil {
		return nil, err
	}
	return &target{file.Name(), file}, nil
}

// replaceable returns an error unless the file at path is empty or a certificate.
func replaceable(path string, size int64) error {
	if size == 0 {
		return nil
	}
	file, err := certificate.Open(path)
	if err == nil {
		defer file.Close()
		_, err = certificate.NewReader(file)
	}
	if err != nil {
		return fmt.Errorf("%s exists and is not a certificate; it is left alone", path)
	}
	return nil
}

// keep gives the certificate, which is whole, its name.
func (t *target) keep() error {
	if t.pending == nil {
		return nil
	}
	return t.pending.CloseAtomicallyReplace()
}

// abandon removes what has not been kept.
func (t *target) abandon() {
	if t.pending != nil {
		t.pending.Cleanup()
	}
}

// measureAndCertify measures the plan and then, if path is not empty, writes the
// certificate of its first run, if that finished.
func (s session) measureAndCertify(ctx context.Context, plan []results.Run, path string) ([]results.Cell, error) {
	if path == "" {
		return s.measure(ctx, plan)
	}
	to, err := newTarget(path)
	if err != nil {
		return nil, err
	}
	defer to.abandon()
	cells, err := s.measure(ctx, plan)
	if err != nil || cells[0].Median().Status != results.OK {
		return cells, err
	}
	return cells, s.certify(ctx, plan[0], to)
}

// certify does the run once more, in a process of its own like any other, to
// write its certificate. It has no part in the figures of the runs before.
func (s session) certify(ctx context.Context, run results.Run, to *target) error {
	s.flags.out = ""
	s.flags.repeat = 1
	r, err := s.runner()
	if err != nil {
		return err
	}
	measured := r.Command
	r.Command = func(run results.Run) *exec.Cmd {
		cmd := measured(run)
		cmd.Args = append(cmd.Args, "--certify="+to.partial)
		return cmd
	}
	rows, err := s.watched(ctx, r, []results.Run{run})
	if err != nil {
		return err
	}
	if row := rows[0]; row.Status != results.OK {
		return fmt.Errorf("no certificate of %s, %s: %s: %s", row.Name(), row.Algorithm, row.Status, row.Error)
	}
	return to.keep()
}

// header is the header of the certificate of a run of the first algorithm.
func (e exploring) header(named runner.Case) certificate.Header {
	return certificate.Header{
		Benchmark: named.Benchmark,
		Params:    named.Params,
		Algorithm: e.algorithms[0],
		Order:     e.order.String(),
		Seed:      e.seed,
	}
}

// certified explores p and writes the certificate to path.
func certified(ctx context.Context, path string, h certificate.Header, p *model.Program, explorer algos.Explorer) (algos.Stats, error) {
	build, err := runner.ThisBuild(commit())
	if err != nil {
		return algos.Stats{}, err
	}
	h.Build = strings.TrimSpace(build.Hash + " " + build.Commit)
	file, err := certificate.Create(path, h, p)
	if err != nil {
		return algos.Stats{}, err
	}
	stats, err := explorer.Explore(ctx, p, file.Add)
	if closing := file.Close(); err == nil {
		err = closing
	}
	return stats, err
}

package certify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"dporbench/algos"
	"dporbench/harness/internal/ground/process"
	"dporbench/harness/internal/ground/registry"
	"dporbench/harness/internal/ground/terminal"
	"dporbench/harness/internal/ground/version"
	"dporbench/harness/internal/work/explore"
	"dporbench/harness/internal/work/progress"
	"dporbench/internal/certificate"
	"dporbench/model"
)

// Explore lets an algorithm, which is given its options, explore p, and writes
// the certificate to path.
func Explore(ctx context.Context, path string, p registry.Program, algorithm string, s explore.Settings, explorer algos.Explorer) (algos.Stats, error) {
	hash, err := process.Hash()
	if err != nil {
		return algos.Stats{}, err
	}
	file, err := certificate.Create(path, certificate.Header{
		Benchmark: p.Benchmark,
		Params:    p.Params,
		Algorithm: algorithm,
		Order:     s.Order.String(),
		Seed:      s.Seed,
		Build:     strings.TrimSpace(hash + " " + version.Commit()),
	}, p.Program)
	if err != nil {
		return algos.Stats{}, err
	}
	stats, err := explorer.Explore(ctx, p.Program, file.Add)
	if closing := file.Close(); err == nil {
		err = closing
	}
	return stats, err
}

// Verify verifies the certificate at path, and shows on a terminal how far it has
// come.
func Verify(ctx context.Context, r *registry.Registry, path string, stderr io.Writer) (certificate.Result, error) {
	source := certificate.Source{
		Open: func() (io.ReadCloser, error) { return certificate.Open(path) },
		Program: func(h certificate.Header) (*model.Program, error) {
			b, err := r.Benchmark(h.Benchmark)
			if err != nil {
				return nil, fmt.Errorf("of an %v", err)
			}
			return b.Program(h.Params...)
		},
	}
	if terminal.Is(stderr) {
		display := progress.NewTally(stderr, path)
		defer display.Close()
		source.Progress = display.Set
	}
	result, err := certificate.Verify(ctx, source)
	return result, located(path, err)
}

// located puts the name of the file in front of an error, unless it has it.
func located(path string, err error) error {
	_, named := errors.AsType[*fs.PathError](err)
	_, line := errors.AsType[*certificate.LineError](err)
	_, missing := errors.AsType[*certificate.MissingError](err)
	switch {
	case err == nil || named:
		return err
	case line || missing:
		return fmt.Errorf("%s:%w", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

package job

import (
	"cmp"
	"context"
	"strings"

	"dporbench/algos"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/internal/certificate"
	"dporbench/model/front"
)

// certified explores p with an explorer of the algorithm, and writes the certificate to
// path.
func certified(ctx context.Context, path string, p program.Program, algorithm string, s explore.Settings, explorer algos.Explorer) (algos.Stats, error) {
	if (*front.Program)(p.Program).PassesTime() {
		return algos.Stats{}, cli.Usagef("%v: certificates are about races, and timers that fire last have none: leave out --timers", p)
	}
	hash, err := process.OwnHash()
	if err != nil {
		return algos.Stats{}, err
	}
	name, params := p.Recorded()
	file, err := certificate.Create(path, certificate.Header{
		Benchmark: name,
		Params:    params,
		Algorithm: algorithm,
		Order:     s.Order.String(),
		Seed:      s.Seed,
		Memory:    s.Memory,
		Origin:    p.Origin,
		Build:     strings.TrimSpace(hash + " " + process.Commit()),
	}, p.Program)
	if err != nil {
		return algos.Stats{}, err
	}
	stats, err := explorer.Explore(ctx, p.Program, file.Add)
	return stats, cmp.Or(err, file.Close())
}

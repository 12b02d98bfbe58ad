// Package explore finds executions of a program: those an algorithm visits, or
// the first one with a certain outcome.
package explore

import (
	"time"

	"dporbench/algos"
	"dporbench/harness/internal/ground/guard"
	"dporbench/model"
)

// Settings say how an exploration is done, and within which limits.
type Settings struct {
	Order    algos.Order
	Seed     uint64 // of the random order
	MaxSteps int    // of one execution, in events
	guard.Limits
}

// Defaults are the settings that the commands which explore begin with.
func Defaults() Settings {
	return Settings{Seed: 1, MaxSteps: model.DefaultMaxSteps, Limits: guard.Limits{Time: time.Minute, Memory: 4 << 30}}
}

// Options are the settings as an algorithm takes them.
func (s Settings) Options() algos.Options {
	return algos.Options{Order: s.Order, Seed: s.Seed, MaxSteps: s.MaxSteps}
}

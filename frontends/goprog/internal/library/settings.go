package library

import (
	"go/types"

	"dporbench/frontends/goprog/internal/memory"
)

// settings are the functions by which the standard library asks for GODEBUG, which has no settings, and for modes of cryptography, which are off.
func settings() map[string]native {
	empty := func(*thread, []value) value { return memory.String("") }
	return map[string]native{
		"internal/godebug.New": nothing, "(*internal/godebug.Setting).Value": empty, "(*internal/godebug.Setting).IncNonDefault": nothing,
		"crypto/internal/fips140only.Enforced": nothing, "crypto/internal/fips140.RecordApproved": nothing, "crypto/internal/fips140.RecordNonApproved": nothing,
		"crypto/internal/boring.Unreachable": nothing, "crypto/internal/boring.NotStandardBackend": nothing,
	}
}

// pollErrors are the errors of package internal/poll that others use.
func pollErrors() map[string]native {
	return map[string]native{
		"os.errDeadlineExceeded": func(th *thread, _ []value) value {
			t := th.Gen.TypeNamed("internal/poll", "DeadlineExceededError")
			p := th.NewObject(th.Gen.Site("os.ErrDeadlineExceeded", th.Gen.Layouts.Of(t), false), 1)
			return value{R: &memory.Iface{T: th.Gen.Types.Of(types.NewPointer(t)), V: p}}
		},
		"(*internal/poll.DeadlineExceededError).Error":     func(*thread, []value) value { return memory.String("i/o timeout") },
		"(*internal/poll.DeadlineExceededError).Timeout":   constantly(1),
		"(*internal/poll.DeadlineExceededError).Temporary": constantly(1),
	}
}

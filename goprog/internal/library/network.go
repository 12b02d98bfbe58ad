package library

import (
	"strings"

	"dporbench/goprog/internal/memory"
)

// network is what package net does before it reaches out of the program.
func network() map[string]native {
	return map[string]native{
		// A peer must be named; without one, that is the error.
		"net.DialUDP": func(th *thread, a []value) value {
			if !strings.HasPrefix(a[0].Text(), "udp") || a[1].R != nil || a[2].R != nil {
				th.Refuse("net.DialUDP with addresses is not supported: it reaches out of the program")
			}
			return memory.Tuple(value{}, newError(th, formattedError, memory.String("dial "+a[0].Text()+": missing address")))
		},
	}
}

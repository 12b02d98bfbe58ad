package machine

import (
	"fmt"

	"dporbench/results"
)

// idleLoad is the load below which a machine is taken to be idle.
const idleLoad = 0.5

// Warnings says what makes times measured on the machine less than trustworthy,
// one line each. A run keeps one core busy and, while it collects garbage, a
// little more; so a load above the number of cores means that runs had to wait.
func Warnings(m results.Machine, n results.Noise) []string {
	var warnings []string
	warn := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	if n.LoadBefore > idleLoad {
		warn("the machine was not idle: load average %.2f before the first run", n.LoadBefore)
	}
	if n.LoadDuring > float64(m.Cores) {
		warn("runs had to wait for a processor: load average up to %.2f on %d cores", n.LoadDuring, m.Cores)
	}
	if m.Governor != "" && m.Governor != "performance" {
		warn("the processor's frequency varies: its governor is %s", m.Governor)
	}
	if m.Turbo == "on" {
		warn("the processor's frequency varies: turbo is on")
	}
	if n.SwappedIn+n.SwappedOut > 0 {
		warn("the machine was swapping: %d bytes in, %d bytes out", n.SwappedIn, n.SwappedOut)
	}
	return warnings
}

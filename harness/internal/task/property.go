package task

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/cli"
)

// Property is a property that a program should have.
type Property struct {
	Name string // the name of its file: "unreach-call"
	Text string // "CHECK( init(main()), LTL(G ! call(reach_error())) )"
}

// The checks that can be decided, as verdicts name them.
const (
	unreachCall = "unreach-call"
	validFree   = "valid-free"
	validDeref  = "valid-deref"
	memTrack    = "valid-memtrack"
	memCleanup  = "valid-memcleanup"
	noDataRace  = "no-data-race"
)

// formulas maps the formulas in property files, without spaces and empty parentheses, to checks.
var formulas = map[string]string{
	"G!call(reach_error)": unreachCall, "Gvalid-free": validFree, "Gvalid-deref": validDeref, "Gvalid-memtrack": memTrack,
	"Gvalid-memcleanup": memCleanup, "G!data-race": noDataRace,
}

func readProperty(file string) (Property, error) {
	text, err := cli.ReadFile(file)
	if err != nil {
		return Property{}, cli.Usage(err)
	}
	return Property{propertyName(file), strings.Join(strings.Fields(string(text)), " ")}, nil
}

// checks returns the checks that the property asks for, at least one. It is an error if it asks for anything else.
func (p Property) checks() (all []string, err error) {
	compact := strings.NewReplacer(" ", "", "()", "").Replace(p.Text)
	for compact != "" || len(all) == 0 {
		formula, rest, ok := strings.Cut(compact, "))")
		if strings.HasSuffix(formula, "call(reach_error") { // this formula ends with another parenthesis
			formula, rest = formula+")", strings.TrimPrefix(rest, ")")
		}
		check := formulas[strings.TrimPrefix(formula, "CHECK(init(main),LTL(")]
		if !ok || check == "" {
			return nil, fmt.Errorf("property %s is not supported: must be that reach_error is never called, that memory is safe or cleaned up, or that there is no data race", p.Name)
		}
		all = append(all, check)
		compact = rest
	}
	return all, nil
}

func (p Property) asks(check string) bool {
	all, _ := p.checks()
	return slices.Contains(all, check)
}

// asksOfEnd reports whether the property is about memory left when the program ends.
func (p Property) asksOfEnd() bool { return p.asks(memTrack) || p.asks(memCleanup) }

// options returns o, set for the property.
func (p Property) options(o cprog.Options) cprog.Options {
	switch {
	case p.asks(memCleanup):
		o.Leaks = cprog.Unfreed
	case p.asks(memTrack):
		o.Leaks = cprog.Lost
	default:
		o.Leaks = cprog.NoLeaks
	}
	if p.asks(noDataRace) {
		o.Races = cprog.Look
	} else {
		o.Races = cprog.Ignore
	}
	return o
}

// checkOf is the check that a failure of a thread violates; "" if it violates none.
func checkOf(failure string) string {
	for _, begins := range []struct{ text, check string }{
		{reachError, unreachCall}, {"free of ", validFree}, {"realloc of ", validFree},
		{"use of memory to which nothing", ""}, {"use of a null pointer", validDeref}, {"use of an address", validDeref}, {"use of memory that is freed", validDeref}, {"use of a local variable", validDeref},
	} {
		if strings.HasPrefix(failure, begins.text) {
			return begins.check
		}
	}
	return ""
}

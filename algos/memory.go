package algos

import (
	"fmt"

	"dporbench/model"
)

// OnlySC is explore for an algorithm that knows no memory model but sequential consistency: under others
// it is an error.
func OnlySC(name string, explore func(x *Exploration) error) func(x *Exploration) error {
	return func(x *Exploration) error {
		if x.Memory != model.SC {
			return fmt.Errorf("%s does not explore under %v: choose another algorithm, or the memory model sc", name, x.Memory)
		}
		return explore(x)
	}
}

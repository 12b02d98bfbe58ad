package results

import (
	"encoding/json"
	"strings"
)

// MarshalJSON writes the cell's median run as one object. Its fields are the
// columns of the file, in their order, except that params is an array and the
// storage counters are the fields of an object peak_stored; what is not known
// of a run that did not finish is null. Then come the number of repetitions,
// and the shortest and the longest wall-clock time of those that finished.
func (c Cell) MarshalJSON() ([]byte, error) {
	fields, err := c.Median().fields()
	if err != nil {
		return nil, err
	}
	shortest, longest := c.Spread()
	for _, extra := range []struct {
		name  string
		value any
	}{
		{"repetitions", len(c.Rows)},
		{"wall_s_min", shortest.Seconds()},
		{"wall_s_max", longest.Seconds()},
	} {
		value, err := json.Marshal(extra.value)
		if err != nil {
			return nil, err
		}
		fields = append(fields, field(extra.name, value))
	}
	return object(fields), nil
}

func (r Row) fields() (plain []string, err error) {
	var stored []string
	for _, c := range columns {
		value, err := c.json(&r)
		if err != nil {
			return nil, err
		}
		if name, ok := strings.CutPrefix(c.name, storedPrefix); ok {
			stored = append(stored, field(name, value))
		} else {
			plain = append(plain, field(c.name, value))
		}
	}
	return append(plain, field(strings.TrimSuffix(storedPrefix, "_"), object(stored))), nil
}

// field is a field of a JSON object. Its name must need no escaping.
func field(name string, value []byte) string { return `"` + name + `":` + string(value) }

func object(fields []string) []byte { return []byte("{" + strings.Join(fields, ",") + "}") }

package results

import (
	"bytes"
	"encoding/json"
	"strings"
)

// MarshalJSON writes the cell's median run as one object. Its fields are the
// columns of the file, in their order, except that params is an array and the
// storage counters are the fields of an object peak_stored; what is not known
// of a run that did not finish is null. Then come the number of repetitions,
// and the shortest and the longest wall-clock time of those that finished.
func (c Cell) MarshalJSON() ([]byte, error) {
	o, err := c.Median().object()
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
		o.add(extra.name, value)
	}
	return o.end(), nil
}

func (r Row) object() (*object, error) {
	var plain, stored object
	for _, c := range columns {
		value, err := c.json(&r)
		if err != nil {
			return nil, err
		}
		if name, ok := strings.CutPrefix(c.name, storedPrefix); ok {
			stored.add(name, value)
		} else {
			plain.add(c.name, value)
		}
	}
	plain.add(strings.TrimSuffix(storedPrefix, "_"), stored.end())
	return &plain, nil
}

// object is a JSON object under construction, with its fields in the order
// they are added. Names must need no escaping.
type object struct{ bytes.Buffer }

func (o *object) add(name string, value []byte) {
	separator := `,"`
	if o.Len() == 0 {
		separator = `{"`
	}
	o.WriteString(separator + name + `":`)
	o.Write(value)
}

func (o *object) end() []byte {
	o.WriteByte('}')
	return o.Bytes()
}

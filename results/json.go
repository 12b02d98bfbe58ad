package results

import (
	"cmp"
	"encoding/json"
	"strings"
)

// MarshalJSON writes the cell's median run as one object. Its fields are the
// columns of the file, in their order, except that params is an array and the
// storage counters are the fields of an object peak_stored; what is not known
// of a run that did not finish is null. Then come the number of repetitions,
// and the shortest and the longest wall-clock time of those that finished.
func (c Cell) MarshalJSON() ([]byte, error) {
	o := c.Median().object()
	shortest, longest := c.Spread()
	o.add("repetitions", len(c.Rows))
	o.add("wall_s_min", shortest.Seconds())
	o.add("wall_s_max", longest.Seconds())
	return o.MarshalJSON()
}

func (r Row) object() *object {
	var plain, stored object
	for _, c := range columns {
		if name, ok := strings.CutPrefix(c.name, storedPrefix); ok {
			stored.add(name, c.value(&r))
		} else {
			plain.add(c.name, c.value(&r))
		}
	}
	plain.add(strings.TrimSuffix(storedPrefix, "_"), &stored)
	return &plain
}

// An object keeps its fields in the order in which they are added. Names must need no escaping.
type object struct {
	fields []string
	err    error // the first one
}

func (o *object) add(name string, value any) {
	text, err := json.Marshal(value)
	o.fields = append(o.fields, `"`+name+`":`+string(text))
	o.err = cmp.Or(o.err, err)
}

func (o *object) MarshalJSON() ([]byte, error) {
	return []byte("{" + strings.Join(o.fields, ",") + "}"), o.err
}

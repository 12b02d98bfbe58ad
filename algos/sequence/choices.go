package sequence

import "dporbench/model/order"

// LastChoosing is the last event of E, a Choice, with another value, as if it raced with that.
func (r Reader) LastChoosing(value int32) RaceEnd {
	at := r.Len() - 1
	return RaceEnd{r.Event(at).Thread, value, order.None, int(r.Links(at).Thread)}
}

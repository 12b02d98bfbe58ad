package judging

import (
	"dporbench/frontends/goprog/internal/machine"
	"dporbench/model/front"
	"dporbench/model/guarded"
)

// follower is a detector for searches of equal states; see [front.Races].
type follower struct {
	detector
	names []int32 // of clocks, in states
}

// Races implements [front.Racing].
func (j *Judges) Races() front.Races {
	f := &follower{detector: newDetector(j.g)}
	f.forgets, f.numbers = true, &j.followed
	return f
}

// Follow implements [front.Races].
func (f *follower) Follow(r front.Run, unchanged int) bool {
	f.takeBack(unchanged)
	return f.race(r)
}

// Adopt implements [front.Races].
func (f *follower) Adopt(of front.Races) {
	f.takeBack(0)
	f.FastTrack.Adopt(&of.(*follower).FastTrack)
}

// AppendPast implements [front.Races].
func (f *follower) AppendPast(key []byte, of front.Future) []byte {
	f.nameClocks()
	for i := range f.objects {
		x := &f.objects[i]
		if !of.Accessed(int32(i)) {
			continue
		}
		key = f.detector.AppendPast(key, x.memory, of, f.names)
		if x.counting != 0 {
			key = f.detector.AppendPast(key, x.counting, of, f.names)
		}
		for _, c := range x.channels {
			key = f.detector.AppendPast(key, c.variable, of, f.names)
		}
	}
	return key
}

// AppendAcquired implements [front.Races].
func (f *follower) AppendAcquired(locks []int32) []int32 {
	last := len(f.marks) - 1
	if effect := machine.Effect(f.marks[last]); effect > machine.AllOthers {
		e := &f.events[len(f.events)-1]
		for _, op := range f.opsOf(effect) {
			if op.Kind != guarded.Acquire {
				break
			}
			locks = append(locks, f.clock(f.object(e.Object), guarded.Acquire, op.Key))
		}
	}
	return locks
}

// nameClocks names the clocks of a buffer from the slot that is received from next, since only the order from there on matters.
func (f *follower) nameClocks() {
	for i := range f.objects {
		for _, b := range f.objects[i].buffers {
			for int64(len(f.names)) < b.slots+b.size {
				f.names = append(f.names, int32(len(f.names)))
			}
			for slot := range b.size {
				f.names[b.slots+slot] = int32(b.slots + (slot-b.received%b.size+b.size)%b.size)
			}
		}
	}
}

// forget makes the clock of a parked goroutine release nothing, if it is not needed any more.
func (d *detector) forget(x *object, kind guarded.SyncKind, key int64) {
	if d.forgets {
		d.Clear(d.clock(x, kind, key))
	}
}

package goprog_test

// concurrentStatements are statements of a goroutine: each $ is where a result goes, each # a small number, and a~b in «a~b» is a or b. They use maps and ranges over
// them, timers, generic types with methods, ranges over functions, deferred calls, panics and Goexit.
var concurrentStatements = []string{
	// maps
	"mu.Lock(); for k, v := range table { $ = 3*$ + k + v; «table[k+2] = v~delete(table, 1-k)~break~_ = v» }; mu.Unlock()",
	"mu.Lock(); table[#]++; mu.Unlock()", "mu.Lock(); delete(table, «0~1»); mu.Unlock()", "mu.Lock(); clear(table); table[1] = #; mu.Unlock()",
	"mu.Lock(); for k := range table { mu.Unlock(); Pause(); mu.Lock(); $ = 3*$ + k + 1 }; mu.Unlock()",
	"mu.Lock(); delete(table, 1); table[2] = #; table[1] = 1; mu.Unlock()",
	"m.Range(func(k, v any) bool { $ = 3*$ + k.(int) + v.(int); return «true~false~v.(int) < 2» })",
	"m.Range(func(k, _ any) bool { Pause(); m.«Delete(k)~Delete(1 - k.(int))~Store(k, 3)~Swap(#, 1)~LoadOrStore(2, #)»; $++; return $ < 5 })",
	"m.«Delete(1)~Clear()~Store(0, #)~CompareAndSwap(1, 1, #)~CompareAndDelete(0, 1)~Swap(1, #)»",
	"if m.CompareAndSwap(«0~1», #, 1) { $ = # }", "if v, ok := m.Load(«0~1»); ok { $ = v.(int) }",
	"mu.Lock(); rows[#] = append(rows[#], #); $ = len(rows[1]) + 4*cap(rows[2]); mu.Unlock()",
	// deferred calls, panics and Goexit
	"func() { mu.Lock(); defer mu.Unlock(); if x > # { runtime.Goexit() }; x++; $ = x }()",
	"func() { defer func() { $ = 1 + int(a.Swap(#)) }(); if b.Load() == 1 { runtime.Goexit() } }()",
	"func() { defer func() { if why := recover(); why != nil { $ = why.(int) } }(); mu.Lock(); defer mu.Unlock(); if x == # { panic(x + 1) }; x = # }()",
	"func() { defer a.Add(#); defer func() { defer rw.RLocker().Unlock(); $ = y; if y == # { panic(1) } }(); rw.RLock() }()",
	"once.Do(func() { defer a.Add(1); «runtime.Goexit()~panic(1)~$ = #~Pause()» })",
	"if try(func() { once.Do(func() { b.Add(1); if a.Load() == 1 { panic(2) } }) }) { $ = # }",
	"func() { for k := range 3 { defer func() { $ = 2*$ + k + int(a.Load()) }(); if b.Load() == # { runtime.Goexit() } } }()",
	"func() { defer func() { _ = recover(); b.Store(#) }(); for v := range box.each(2) { if v == int(a.Load()) { «panic(v)~runtime.Goexit()~return~continue» }; $ += v + 1 } }()",
	"go func() { defer a.Add(#); defer func() { _ = recover() }(); «runtime.Goexit()~ch <- 1~<-ch~Pause()» }()",
	"{ done := make(chan int, 1); go func() { defer close(done); if a.Load() == # { runtime.Goexit() }; done <- # }(); v, ok := <-done; if ok { $ = v } else { $ = 9 } }",
	// ranges over functions, and generic types
	"for v := range box.each(#) { if v == int(b.Load()) { «break~continue~a.Add(1)» }; $ = 2*$ + v + 1 }",
	"for v := range box.locked() { Pause(); $ = v; «x++~a.Add(#)~break» }",
	"outer$n: for v := range box.each(2) { for w := range box.each(2) { if v+w == int(a.Load()) { «break~continue» outer$n }; $ += 2*v + w } }",
	"{ next, stop := iter.Pull(box.each(2)); v, _ := next(); Pause(); $ = v + int(a.Load()); stop() }",
	"$ = box.swap(#)", "$ = len(queue.put(#))", "if v, ok := queue.take(); ok { $ = v }", "$ = queue.wait()", "queue.each(func(v int) { $ = 3*$ + v })",
	"if old := pairs.replace(«\"a\"~\"b\"», #); old != nil { $ = *old }", "$ = total2[int](&box, #)",
	"{ f := queue.put; mu.Lock(); x++; mu.Unlock(); f(#) }", "func() { defer queue.put(#); if x := a.Load(); x > 1 { runtime.Goexit() } }()",
	// timers and contexts
	"{ k := time.NewTicker(time.Microsecond); <-k.C; «k.Stop()~k.Reset(time.Millisecond)~a.Add(1)»; $ = int(b.Load()); k.Stop() }",
	"{ k := time.AfterFunc(time.Microsecond, func() { a.Add(#) }); Pause(); if «k.Stop()~k.Reset(time.Microsecond)» { $ = # } }",
	"{ k := time.NewTimer(time.Microsecond); Pause(); if !k.Stop() { $ = 1 }; select { case <-k.C: $ = 9; default: } }",
	"{ k := time.NewTimer(time.Microsecond); select { case <-k.C: $ = 1; case $ = <-ch: }; if k.Reset(0) { $ += 4 }; <-k.C }",
	"func() { c, stop := context.WithTimeout(ctx, time.Microsecond); defer stop(); select { case <-c.Done(): if c.Err() == context.Canceled { $ = 1 }; case $ = <-ch: } }()",
	"{ stop := context.AfterFunc(ctx, func() { b.Add(#) }); Pause(); if stop() { $ = # } }",
	"func() { c, stop := context.WithCancelCause(ctx); defer stop(nil); stop(errOwn); if context.Cause(c) == errOwn { $ = 1 }; if ctx.Err() != nil { $ += 2 } }()",
	"time.Sleep(time.Microsecond); $ = int(a.Load())", "go func() { defer func() { _ = recover() }(); time.Sleep(1); «ch <- #~cancel()~a.Store(#)» }()",
	"select { case v, ok := <-ch: if ok { $ = v } else { $ = 5 }; case <-time.After(time.Microsecond): $ = 6; case other <- #: $ = 7 }",
	// channels
	"{ c := make(chan chan int, 1); go func() { v := <-c; v <- int(a.Load()) }(); v := make(chan int); c <- v; $ = <-v }",
	"for v := range func() chan int { c := make(chan int, 2); c <- 1; go func() { c <- #; close(c) }(); return c }() { $ = 3*$ + v }",
	"{ var none chan int; select { case <-none: $ = 9; case v := <-ch: $ = v; default: $ = len(ch) + 1 } }",
	"select { case ch <- #: case v, ok := <-ch: if ok { $ = v } else { $ = 8 } }", "if try(func() { ch <- # }) { $ = 3 }", "if try(func() { select { case ch <- #: default: } }) { $ = 3 }",
	"select { case <-ctx.Done(): $ = 1; default: $ = 2 }", "$ = cap(ch) + len(other)",
	// locks
	"{ var l sync.Locker = «&mu~rw.RLocker()~&rw»; l.Lock(); $ = int(a.Add(1)); l.Unlock() }", "if rw.TryLock() { y = #; rw.Unlock() } else { $ = 1 }",
	"mu.Lock(); for x == 0 && b.Load() == 0 { cond.Wait() }; $ = x; mu.Unlock()", "mu.Lock(); x = #; mu.Unlock(); cond.«Signal~Broadcast»()", "cond.Broadcast()", "b.Store(1); cond.Broadcast()",
	"{ p := pool.Get().(*int); *p += #; $ = *p; Pause(); pool.Put(p) }", "inner.Go(func() { defer func() { _ = recover() }(); a.Add(1); if b.Load() == # { runtime.Goexit() } })", "inner.Wait(); $ = int(a.Load())",
	// atomics
	"for { o := a.Load(); if a.CompareAndSwap(o, o+#) { $ = int(o); break } }", "go a.Store(#); for a.Load() == 0 { Pause(); if b.Load() != 0 { break } }", "$ = int(a.«And~Or»(#))",
	"if v := any2.Swap(#); v != nil { $ = v.(int) }", "if try(func() { any2.Store(«1~\"a\"») }) { $ = 1 }", "if any2.CompareAndSwap(#, 1) { $ = 1 }", "if v, ok := any2.Load().(int); ok { $ = v }",
	"{ n := p.Load(); w := #; if p.CompareAndSwap(n, &w) { $ = 1 } }", "if flag.CompareAndSwap(false, true) { x++; flag.Store(false) } else { $ = 1 }",
	"for !flag.CompareAndSwap(false, true) { Pause() }; $ = z2; z2 = #; flag.Store(false)",
}

// concurrentTypes are declarations that they use.
const concurrentTypes = `
var errOwn = errors.New("own")

// each is an iterator, and locked one that holds the lock meanwhile.
func (k *kept[T]) each(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for v := range n {
			if !yield(v) {
				return
			}
		}
	}
}

func (k *kept[T]) locked() iter.Seq[T] {
	return func(yield func(T) bool) {
		k.mu.Lock()
		defer k.mu.Unlock()
		_ = yield(k.v) && yield(k.v)
	}
}

type swapper[T any] interface{ swap(T) T }

func total2[T any](s swapper[T], v T) T {
	s.swap(v)
	return s.swap(v)
}

// list is a queue.
type list[T any] struct {
	sync.Mutex
	ready *sync.Cond
	all   []T
}

func (l *list[T]) put(v T) []T {
	l.Lock()
	defer l.Unlock()
	l.all = append(l.all, v)
	l.ready.Signal()
	return l.all[:len(l.all):len(l.all)]
}

func (l *list[T]) take() (v T, ok bool) {
	l.Lock()
	defer l.Unlock()
	if len(l.all) == 0 {
		return v, false
	}
	v, l.all = l.all[0], l.all[1:]
	return v, true
}

func (l *list[T]) wait() T {
	l.Lock()
	defer l.Unlock()
	for len(l.all) == 0 {
		l.ready.Wait()
	}
	v := l.all[len(l.all)-1]
	l.all = l.all[:len(l.all)-1]
	return v
}

func (l *list[T]) each(f func(T)) {
	l.Lock()
	defer l.Unlock()
	for _, v := range l.all {
		f(v)
	}
}

// dictionary is a map with a lock.
type dictionary[K comparable, V any] struct {
	mu sync.RWMutex
	m  map[K]*V
}

func (d *dictionary[K, V]) replace(k K, v V) (old *V) {
	d.mu.RLock()
	old = d.m[k]
	d.mu.RUnlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.m == nil {
		d.m = map[K]*V{}
	}
	d.m[k] = &v
	return old
}
`

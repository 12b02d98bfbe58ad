package litmus

import (
	"slices"
	"strings"

	"dporbench/model/operation"
)

// The functions of the Linux kernel and of <stdatomic.h>, as x86 compilers implement them.

// call reads the arguments of a function and emits its code.
func (p *parser) call(name string, line int) operand {
	if !isC11(name) {
		p.notC11(name)
	}
	if name == "READ_ONCE" || name == "rcu_dereference" {
		return p.argument() // its expression is a load
	}
	if result, ok := p.fence(name); ok {
		return result
	}
	if operand, ok := p.access(name); ok {
		return operand
	}
	if operand, ok := p.updating(name); ok {
		return operand
	}
	p.fail(line, "function %s is not supported", name)
	return operand{}
}

func (p *parser) argument() operand {
	p.expect("(")
	a := p.expression()
	p.expect(")")
	return a
}

// arguments reads the first n arguments.
func (p *parser) arguments(n int) []operand {
	p.expect("(")
	var args []operand
	for i := range n {
		if i > 0 {
			p.expect(",")
		}
		args = append(args, p.assignment())
	}
	return args
}

func (p *parser) noMore() { p.expect(")") }

// isC11 reports whether a function is one of <stdatomic.h>; others are the kernel's, whose memory model is another one.
func isC11(name string) bool {
	base := strings.TrimSuffix(name, "_explicit")
	operator, isFetch := strings.CutPrefix(base, "atomic_fetch_")
	return isFetch && slices.Contains([]string{"add", "sub", "and", "or", "xor"}, operator) || slices.Contains([]string{
		"atomic_thread_fence", "atomic_load", "atomic_store", "atomic_exchange",
		"atomic_compare_exchange_strong", "atomic_compare_exchange_weak",
	}, base)
}

// notC11 notes something whose effect C11 does not define.
func (p *parser) notC11(name string) {
	if p.test.notC11 == "" {
		p.test.notC11 = (&Error{p.file, p.tokens[max(p.at-1, 0)].line, name}).Error()
	}
}

// fence is for functions that only order accesses.
func (p *parser) fence(name string) (result operand, ok bool) {
	switch name {
	case "smp_mb", "mb":
		p.arguments(0)
		p.c.emit(instruction{code: opFence})
	case "smp_wmb", "wmb":
		p.orders(name)
		p.arguments(0)
	case "smp_rmb", "rmb", "barrier", "smp_mb__before_atomic", "smp_mb__after_atomic", "smp_mb__after_spinlock",
		"rcu_read_lock", "rcu_read_unlock":
		p.arguments(0)
	case "atomic_thread_fence":
		p.arguments(0)
		o := p.orderOf()
		p.c.emit(instruction{code: opFence, order: o})
		if o == operation.Release || o == operation.AcqRel {
			p.orders(name)
		}
	default:
		return constant(0), false
	}
	p.noMore()
	return constant(0), true
}

// access is for functions that read, write, lock or unlock.
func (p *parser) access(name string) (result operand, ok bool) {
	base, explicit := strings.CutSuffix(name, "_explicit")
	switch base {
	case "WRITE_ONCE", "rcu_assign_pointer":
		p.expect("(")
		address := p.addressOf(p.line())
		p.expect(",")
		p.c.emit(instruction{code: opStore, a: address, b: p.assignment()})
		if name == "rcu_assign_pointer" {
			p.orders(name)
		}
	case "smp_load_acquire", "atomic_read":
		result = p.load(p.arguments(1)[0])
	case "atomic_load":
		a := p.arguments(1)[0]
		result = p.c.into(instruction{code: opLoad, a: a, order: p.orderGiven(explicit)})
	case "smp_store_release", "atomic_set":
		a := p.arguments(2)
		p.c.emit(instruction{code: opStore, a: a[0], b: a[1]})
		if base == "smp_store_release" {
			p.orders(name)
		}
	case "atomic_store":
		a := p.arguments(2)
		o := p.orderGiven(explicit)
		p.c.emit(instruction{code: opStore, a: a[0], b: a[1], order: o})
		if o == operation.SeqCst {
			p.c.emit(instruction{code: opFence, compiled: true})
		}
		if o == operation.SeqCst || o == operation.Release || o == operation.AcqRel {
			p.orders(name)
		}
	case "spin_lock", "spin_unlock":
		line := p.line()
		a := p.arguments(1)[0]
		p.locks(a, line)
		p.c.emit(instruction{code: map[string]opcode{"spin_lock": opLock, "spin_unlock": opUnlock}[name], a: a})
	default:
		return result, false
	}
	p.noMore()
	return result, true
}

func (p *parser) orderGiven(explicit bool) operation.MemoryOrder {
	if !explicit {
		return operation.SeqCst
	}
	p.expect(",")
	return p.orderOf()
}

// locks notes that a variable is a lock.
func (p *parser) locks(address operand, line int) {
	x, ok := p.test.at(address.number)
	if address.isRegister || !ok {
		p.fail(line, "the lock must be a variable")
	}
	p.test.locations[x].isLock = true
}

// The variants of the kernel's atomic updates differ only in memory order.
func withoutOrder(name string) string {
	for _, suffix := range []string{"_relaxed", "_acquire", "_release", "_explicit"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return name
}

func (p *parser) updating(name string) (result operand, ok bool) {
	base := withoutOrder(name)
	update := len(p.c.instructions)
	switch base {
	case "xchg", "atomic_xchg", "atomic_exchange":
		a := p.arguments(2)
		result = p.c.into(instruction{code: opSwap, a: a[0], b: a[1]})
	case "cmpxchg", "atomic_cmpxchg":
		a := p.arguments(3)
		result = p.c.into(instruction{code: opCompare, a: a[0], b: a[1], c: a[2]})
	case "atomic_compare_exchange_strong", "atomic_compare_exchange_weak":
		result = p.compareExchangeStrong(p.arguments(3))
	case "atomic_inc", "atomic_dec", "atomic_inc_return", "atomic_dec_return", "atomic_fetch_inc", "atomic_fetch_dec":
		operator := map[bool]string{true: "+", false: "-"}[strings.Contains(base, "inc")]
		result = p.fetch(base, operator, p.arguments(1)[0], constant(1))
	default:
		operator, isFetch := fetchOperator(base)
		if !isFetch {
			return result, false
		}
		a := p.arguments(2)
		if isKernels := !a[1].isRegister && p.test.isAddress(a[1].number); isKernels {
			a[0], a[1] = a[1], a[0] // the value comes first
			p.notC11(name)
		}
		result = p.fetch(base, operator, a[0], a[1])
	}
	p.ordersOf(update)
	p.noMore()
	return result, true
}

// ordersOf reads the order of an update, which is one of the instructions from position from on, and the order if it fails.
func (p *parser) ordersOf(from int) {
	var given []operation.MemoryOrder
	for p.accept(",") {
		given = append(given, p.orderOf())
	}
	for i := range p.c.instructions[from:] {
		u := &p.c.instructions[from+i]
		if len(given) > 0 && (u.code == opSwap || u.code == opFetch || u.code == opCompare) {
			u.order, u.failing = given[0], given[len(given)-1]
		}
	}
}

// fetchOperator returns the operator of functions like atomic_fetch_add, atomic_add_return or atomic_add.
func fetchOperator(name string) (operator string, ok bool) {
	words := strings.Split(name, "_")
	if words[0] != "atomic" || len(words) > 3 || len(words) == 3 && words[1] != "fetch" && words[2] != "return" {
		return "", false
	}
	i := slices.IndexFunc(words, func(w string) bool { return operators[w] != "" && w != "shl" })
	if i < 0 {
		return "", false
	}
	return operators[words[i]], true
}

func (p *parser) fetch(name, operator string, address, value operand) operand {
	old := p.c.into(instruction{code: opFetch, operator: operator, a: address, b: value})
	if strings.Contains(name, "fetch") {
		return old
	}
	return p.c.compute(operator, old, value)
}

// compareExchangeStrong yields true if *a[0] was *a[1], and is now a[2]; otherwise it sets *a[1] to
// *a[0].
func (p *parser) compareExchangeStrong(a []operand) operand {
	expected := p.load(a[1])
	seen := p.c.into(instruction{code: opCompare, a: a[0], b: expected, c: a[2]})
	result := p.c.compute("==", seen, expected)
	succeeds := p.c.jump(result)
	p.store(a[1], seen)
	p.c.land(succeeds)
	return result
}

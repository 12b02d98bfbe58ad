// Package refused has unsupported code.
package refused

import (
	"fmt"
	"net"
	"os/exec"
	"os/user"
	"reflect"
	"unsafe"
)

// Process is refused, as are the others.
func Process() { _ = exec.Command("true") }

func Network() {
	_, _ = net.Dial("tcp", "localhost:1")
}

func Reflection() { reflect.StructOf(nil) }

func Address() {
	x := uintptr(1)
	_ = unsafe.Pointer(x)
}

func Reinterpreted() {
	x := 1.5
	_ = *(*uint64)(unsafe.Pointer(&x))
}

func Formatted() {
	x := 1
	_ = fmt.Sprint(&x)
}

func Random() { _, _ = user.Current() }

func Stuck() {
	for x := 0; ; x++ {
	}
}

func Deep() { deep(0) }

func deep(n int) int { return deep(n+1) + 1 }

func Variable() { _ = exec.ErrNotFound.Error() }

func Endless() {
	c := make(chan int, 1)
	for {
		select {
		case c <- 1:
		case <-c:
		}
	}
}

// Imported imports unsupported packages, and uses nothing of them.
func Imported() {}

func Parameters(int) {}

// Header makes a string of memory by its header.
func Header() {
	s, t := "a", "b"
	h := (*reflect.StringHeader)(unsafe.Pointer(&s))
	h.Data = (*reflect.StringHeader)(unsafe.Pointer(&t)).Data
}

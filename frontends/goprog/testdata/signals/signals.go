// Package signals has functions that ask for signals, and send them to their own process. Natively they end as explored unless a signal from outside is expected.
package signals

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Sent sends itself a signal, which arrives once.
func Sent() {
	c := make(chan os.Signal, 2)
	signal.Notify(c, syscall.SIGUSR1)
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGUSR1); err != nil {
		panic(err)
	}
	if s := <-c; s != syscall.SIGUSR1 || s.String() != "user defined signal 1" {
		panic(s)
	}
	signal.Stop(c)
	if len(c) != 0 {
		panic("twice")
	}
}

// Process sends a signal to the process, which ends a context.
func Process() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	p, err := os.FindProcess(os.Getpid())
	if err != nil {
		panic(err)
	}
	if err := p.Signal(os.Interrupt); err != nil {
		panic(err)
	}
	<-ctx.Done()
	if !errors.Is(context.Cause(ctx), context.Canceled) || context.Cause(ctx).Error() != "interrupt signal received" {
		panic(context.Cause(ctx))
	}
}

// Several sends a signal that two channels get, and one that one of them gets.
func Several() {
	a, b := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(a, os.Interrupt)
	signal.Notify(b, os.Interrupt, syscall.SIGTERM)
	syscall.Kill(os.Getpid(), syscall.SIGINT)
	<-a
	<-b
	signal.Stop(a)
	syscall.Kill(os.Getpid(), syscall.SIGTERM)
	if s := <-b; s != syscall.SIGTERM {
		panic(s)
	}
}

// Dropped sends a signal to a channel without a buffer, from which nobody receives until it is too late.
func Dropped() {
	c := make(chan os.Signal)
	signal.Notify(c, os.Interrupt)
	syscall.Kill(os.Getpid(), syscall.SIGINT)
	signal.Stop(c)
	select {
	case <-c:
		panic("late")
	case <-time.After(time.Millisecond):
	}
}

// Ignored ignores a signal, and sends one that ends no process.
func Ignored() {
	signal.Ignore(os.Interrupt)
	if !signal.Ignored(os.Interrupt) || signal.Ignored(os.Kill) {
		panic("not ignored")
	}
	syscall.Kill(os.Getpid(), syscall.SIGINT)
	syscall.Kill(os.Getpid(), syscall.SIGWINCH)
	syscall.Kill(os.Getpid(), 0)
}

// Dies sends a signal for which it does not ask any more.
func Dies() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	signal.Reset()
	syscall.Kill(os.Getpid(), syscall.SIGINT)
}

// Races increments a variable that the goroutine which sends a signal has written: a signal synchronises with nothing.
func Races() {
	c, x := make(chan os.Signal, 1), 0
	signal.Notify(c, os.Interrupt)
	go func() {
		x = 1
		syscall.Kill(os.Getpid(), syscall.SIGINT)
	}()
	<-c
	if x++; x == 0 {
		panic(x)
	}
}

// Waits waits for a signal from outside.
func Waits() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	<-c
}

// Forgets forgets a worker once a signal has come.
func Forgets() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	results := make(chan int)
	go func() { results <- 1 }()
	select {
	case <-results:
	case <-ctx.Done():
	}
}

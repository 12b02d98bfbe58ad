package main

import (
	"slices"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model/event"
)

// sleepers explores with sleep sets alone, written to be read rather than to be
// fast: P. Godefroid, Partial-Order Methods for the Verification of Concurrent
// Systems, LNCS 1032 (1996), chapter 5.
var sleepers = catalog.Algorithm{
	Name:             "sleepers",
	Paper:            "P. Godefroid: Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032, 1996",
	Doc:              "sleep sets in thirty lines",
	New:              func(o algos.Options) algos.Explorer { return algos.NewExplorer(o, explore) },
	ExactlyOnce:      true,
	PolynomialMemory: true,
}

func explore(x *algos.Exploration) error { return exploreFrom(x, nil) }

// exploreFrom explores everything after the current execution, except for the
// threads that are asleep: what begins with their next events is explored elsewhere.
func exploreFrom(x *algos.Exploration, sleep []event.ThreadID) error {
	enabled := x.AppendEnabled(nil)
	if len(enabled) == 0 {
		return x.Maximal()
	}
	sleep = slices.Clone(sleep)
	awake := slices.DeleteFunc(enabled, func(t event.ThreadID) bool { return slices.Contains(sleep, t) })
	if len(awake) == 0 {
		return x.Redundant()
	}
	for i, t := range awake {
		for value := range x.Machine.Values(t) { // more than one only if t is at a Choose
			x.Machine.Choose(value)
			if i > 0 || value > 0 {
				x.NotifyBranch(t)
			}
			if err := exploreAfter(x, t, sleep); err != nil {
				return err
			}
		}
		sleep = append(sleep, t)
	}
	return nil
}

// exploreAfter explores everything after E and the next event of t.
func exploreAfter(x *algos.Exploration, t event.ThreadID, sleep []event.ThreadID) error {
	next, _ := x.Machine.Next(t)
	stillAsleep := slices.DeleteFunc(slices.Clone(sleep), func(u event.ThreadID) bool {
		other, _ := x.Machine.Next(u)
		return event.Dependent(next, other)
	})
	algos.RaisePeak(&x.Stats.Peak.SleepEntries, len(stillAsleep))
	algos.RaisePeak(&x.Stats.Peak.Events, x.Machine.Len()+1)
	if _, err := x.Step(t); err != nil {
		return err
	}
	if err := exploreFrom(x, stillAsleep); err != nil {
		return err
	}
	x.Machine.Undo()
	return nil
}

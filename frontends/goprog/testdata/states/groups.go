package states

import (
	"sync"
	"sync/atomic"
)

// In these functions a WaitGroup that only seems to wait for goroutines to end turns out to count, in one of two ways that lead to the same
// state except for the facts about the group: there a goroutine waits forever, or fails.

var groups [2]sync.WaitGroup

// GroupsAdded: a number that has been added, and not been waited for.
func GroupsAdded() {
	done := restored()
	if isChanged() {
		go func() {}()
		groups[0].Add(1)
	} else {
		groups[0].Add(1)
		go end(&groups[0])
		groups[0].Wait()
	}
	<-done
	groups[0].Wait()
}

func end(wg *sync.WaitGroup) { wg.Done() }

// GroupsStarted: how many goroutines have been started for a group.
func GroupsStarted() {
	done := restored()
	if isChanged() {
		go func() {}()
		groups[0].Add(1)
	} else {
		groups[0].Add(1)
		go end(&groups[0])
	}
	<-done
	groups[0].Wait()
}

// GroupsEmpty: a group to which nothing has been added.
func GroupsEmpty() {
	done := restored()
	if isChanged() {
		groups[0].Add(1)
	}
	<-done
	groups[0].Wait()
}

// GroupsOfOne and GroupsOfOther: which group it is, of two in one array.
func GroupsOfOne() { groupsAt(0) }

func GroupsOfOther() { groupsAt(1) }

func groupsAt(n int) {
	done := restored()
	if isChanged() {
		groups[n].Add(1)
	} else {
		groups[1-n].Add(1)
	}
	<-done
	groups[0].Wait()
}

// GroupsMade: which group it is, of two that are made alike.
func GroupsMade() { groupsMade(0) }

func GroupsMadeLater() { groupsMade(1) }

var made [2]atomic.Pointer[sync.WaitGroup]

func groupsMade(n int) {
	done := restored()
	for i := range made {
		made[i].Store(&sync.WaitGroup{})
	}
	if isChanged() {
		made[n].Load().Add(1)
	} else {
		made[1-n].Load().Add(1)
	}
	<-done
	made[0].Load().Wait()
}

// GroupsShared: something was added before others could reach a group.
func GroupsShared() {
	done := restored()
	var wg sync.WaitGroup
	if isChanged() {
		go func() {}()
		wg.Add(1)
		made[0].Store(&wg)
	} else {
		wg.Add(1)
		made[0].Store(&wg)
		go end(&wg)
		wg.Wait()
	}
	<-done
	wg.Wait()
}

// GroupsOfParts and GroupsOfOtherParts: for which group a goroutine has been started is known even when its starter has ended.
func GroupsOfParts() { groupsOfParts(0) }

func GroupsOfOtherParts() { groupsOfParts(1) }

func groupsOfParts(n int) {
	done := restored()
	go func() {
		if isChanged() {
			groups[n].Add(1)
		} else {
			groups[1-n].Add(1)
		}
		go part(done, &groups[0], &groups[1])
	}()
	<-stopped
}

var stopped = make(chan bool)

func part(done chan bool, wg, _ *sync.WaitGroup) {
	<-done
	wg.Done()
}

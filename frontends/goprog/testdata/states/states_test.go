package states

import "testing"

// TestCleanups: functions that are called in the end.
func TestCleanups(t *testing.T) {
	done := restored()
	if isChanged() {
		t.Cleanup(func() { after.Store(1) })
	}
	<-done
}

// TestNames: subtests of one name are told apart by how many there were.
func TestNames(t *testing.T) {
	done := restored()
	name := "one"
	if isChanged() {
		name = "two"
	}
	t.Run(name, func(*testing.T) {})
	<-done
	t.Run("one", func(t *testing.T) { after.Store(int64(len(t.Name()))) })
}

// TestNumbers: how many subtests of a name there were.
func TestNumbers(t *testing.T) {
	done := restored()
	first := "one"
	if isChanged() {
		first = "two"
	}
	t.Run(first, func(*testing.T) {})
	t.Run("one", func(*testing.T) {})
	t.Run("two", func(*testing.T) {})
	<-done
	t.Run("one", func(t *testing.T) { after.Store(int64(t.Name()[len(t.Name())-1])) })
}

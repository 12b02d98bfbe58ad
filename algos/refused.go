package algos

import (
	"slices"
	"strings"

	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// Feature is a set of properties of an exploration: of its options, of its program, or of its algorithm.
type Feature uint32

// The features.
const (
	// Of options.
	StoreBuffers     Feature = 1 << iota // a memory model with store buffers
	CommutingUpdates                     // a memory model under which updates commute
	Graphs                               // a memory model under which executions are graphs
	Preemptions                          // a bound of preemptions
	QuietOrder                           // QuietFirst

	// Of programs. All but the first two and the last two are found while the program runs.
	Judged        // a Verdict decides how executions end
	InSequence    // it takes no executions that are graphs
	EndlessLoops  // a loop may run forever
	PlainRaces    // plain accesses may race
	Guards        // a thread waits for a value, at an Await or a When
	AppliedGuards // of a variable that an Apply changes
	Passes        // time passes, at a Pass; this shows before it runs
	Posts         // posts of semaphores commute; this, too

	// Of algorithms, which declare them.
	CoarserClasses  // the executions of a class may differ in the order of dependent events
	NoStoreBuffers  // it does not explore under store buffers
	NoCommuting     // it does not explore where updates commute
	NoGraphs        // it does not explore where executions are graphs; this is so unless it declares
	TakesGraphs     // that it does
	NoQuietOrder    // it does not take QuietFirst; this is so unless it declares
	TakesQuietOrder // that it does
	NoGuards        // it does not explore programs with guards
	NoAppliedGuards // it does not explore programs with guards of variables that an Apply changes
	NoPasses        // it does not explore programs in which time passes
	NoBoundedGuards // it does not explore programs with guards within a bound of preemptions
)

// Constraint says that no exploration has both Feature and Excludes.
type Constraint struct {
	Feature, Excludes Feature
	Message           string // for users; %v stands for the memory model
	Why               string
}

// What messages have in common.
const (
	orAnother    = ": choose another algorithm"
	orSC         = orAnother + ", or the memory model sc"
	differsByOne = " depends on the order of events, which is not the same in all executions of a class of this algorithm" + orAnother
	hasGuards    = "the program has an Await or a When"
)

// A range over an array would copy it, to the frame of whatever Declare is inlined into.
var constraints = []Constraint{
	{Preemptions, StoreBuffers | CommutingUpdates, "preemptions are bounded under sc only, not under %v",
		"a flush belongs to no thread that could be preempted, and where updates commute, a class has no order to count in"},
	{NoStoreBuffers, StoreBuffers, "the algorithm does not explore under %v" + orSC,
		"it assumes that a Store takes effect at once, in the order of its thread"},
	{NoCommuting, CommutingUpdates, "the algorithm does not explore under %v" + orSC,
		"it gives each update a place among the accesses of its variable"},
	{NoGraphs, Graphs, "the algorithm does not explore under %v" + orAnother + ", as trust, or the memory model sc",
		"it explores sequences of events, in which a Load reads what is in memory"},
	{Preemptions, Graphs, "preemptions are bounded under sc only, not under %v",
		"a graph is not the execution of one schedule"},
	{NoQuietOrder, QuietOrder, "the algorithm does not take the order quiet: must be first, last or random",
		"it explores graphs, without a machine that could execute the program once"},
	{InSequence, Graphs, "whether an execution is linearizable in real time, or is one of a Go program that races, is decided under sc only, not under %v",
		"that depends on a sequence of events, and a graph has no order of the events of different threads"},
	{Passes, Graphs, "time passes under sc only, not under %v",
		"that nothing else can move depends on the order of all events"},
	{CoarserClasses, Preemptions, "how many preemptions an execution has" + differsByOne,
		"one execution of a class is visited, and another may take fewer preemptions"},
	{CoarserClasses, Judged, "whether an execution is linearizable, loses memory, or is one of a Go program that races," + differsByOne,
		"a judge may depend on the order in which operations took effect"},
	{CoarserClasses, EndlessLoops, "whether a loop runs forever" + differsByOne,
		"a thread may change something in one order of the events of a class, and nothing in another"},
	{CoarserClasses, PlainRaces, "whether plain accesses race" + differsByOne,
		"release sequences, and so synchronisation, depend on the order of writes that nobody reads"},
	{NoCommuting, Posts, "the program has semaphores, whose posts commute, which the algorithm does not explore beside others that do" + orAnother,
		"it gives each update a place among the accesses of its variable"},
	{Preemptions, Posts, "the program has semaphores, whose posts commute, and preemptions are bounded only where updates are ordered",
		"where updates commute, a class has no order to count in"},
	{NoGuards, Guards, hasGuards + ", which the algorithm does not explore under %v" + orAnother,
		"a thread that waits for a value is disabled by others, and the algorithm as published looks for no such races"},
	{NoAppliedGuards, AppliedGuards, hasGuards + " of a variable that an Apply changes, which the algorithm does not explore under %v" + orSC,
		"which sets of updates let the thread continue is a subset-sum problem, and the algorithm examines pairs of events"},
	{NoPasses, Passes, "timers of the program fire, or its cleanups run, only where nothing else can move, which the algorithm does not explore" + orAnother + ", or timers that fire at any moment",
		"it does not take an event that comes after all others in place of the clock"},
	{Passes, StoreBuffers | CommutingUpdates, "time passes under sc only, not under %v",
		"a store in a buffer is not an event of a thread that could wait"},
	{NoBoundedGuards, Guards, hasGuards + ", which the algorithm does not explore within a bound of preemptions" + orAnother + ", or no bound",
		"a thread that has to wait is not preempted, so that the preemptions of a prefix say too little about those of its executions"},
}

// Constraints lists which features exclude each other. The slice is the caller's.
func Constraints() []Constraint { return slices.Clone(constraints) }

// RefusedError is the error for an exploration that a Constraint rules out.
type RefusedError struct {
	Constraint
	Memory memory.Model
}

// Concerns reports whether f is one of the features that exclude each other.
func (e *RefusedError) Concerns(f Feature) bool { return (e.Feature|e.Excludes)&f != 0 }

func (e *RefusedError) Error() string { return strings.ReplaceAll(e.Message, "%v", e.Memory.String()) }

// Features are the properties of one exploration, as far as they have shown.
type Features struct {
	declared Feature
	memory   memory.Model
	machine  *machine.Machine // that explores, or nil
}

// declareUnlessTaken refuses options to an algorithm that has not declared that it takes them, a memory model under which executions are
// graphs or the order QuietFirst: none explores otherwise than asked for because nobody thought of it.
func (s *Features) declareUnlessTaken() error {
	if s.declared&(Graphs|TakesGraphs) == Graphs {
		return s.Declare(NoGraphs)
	}
	if s.declared&(QuietOrder|TakesQuietOrder) == QuietOrder {
		return s.Declare(NoQuietOrder)
	}
	return nil
}

// Declare adds features: an algorithm declares its limits before it explores, and features of the
// program when they are found. It returns a RefusedError if one excludes another.
func (s *Features) Declare(f Feature) error {
	if s.declared&f == f {
		return nil
	}
	s.declared |= f
	for _, c := range constraints {
		if s.declared&c.Feature != 0 && s.declared&c.Excludes != 0 {
			return &RefusedError{c, s.memory}
		}
	}
	return nil
}

// DeclareGuards declares that a thread has waited for a value.
func (s *Features) DeclareGuards() error {
	if s.declared&(NoGuards|NoAppliedGuards|NoBoundedGuards) == 0 {
		return nil
	}
	return s.declareGuards()
}

func (s *Features) declareGuards() error {
	found := Guards
	if s.machine != nil && s.machine.WaitsForApplied() {
		found |= AppliedGuards
	}
	return s.Declare(found)
}

// featuresOf returns the features that show before the exploration of p begins.
func featuresOf(p *model.Program, o Options) Feature {
	_, bounded := o.Preemptions.Limit()
	return when(o.Order.FollowsFirst(), QuietOrder) | when(o.Memory.Buffers(), StoreBuffers) | when(o.Memory.Graphs(), Graphs) | when(o.Memory.UpdatesCommute(), CommutingUpdates) |
		when(bounded, Preemptions) | judgedBy((*front.Program)(p).Verdict()) | when((*front.Program)(p).PassesTime(), Passes) |
		when((*front.Program)(p).PostsCommute(o.Memory), Posts)
}

func judgedBy(v front.Verdict) Feature {
	if v == nil {
		return 0
	}
	return Judged | when(!v.TakesGraphs(), InSequence)
}

func when(has bool, f Feature) Feature {
	if has {
		return f
	}
	return 0
}

package catalog

import (
	"dporbench/algos/bpor"
	"dporbench/algos/exhaustive"
	"dporbench/algos/fgdpor"
	"dporbench/algos/lapor"
	"dporbench/algos/optimal"
	"dporbench/algos/pop"
	"dporbench/algos/pop/algorithm2"
	"dporbench/algos/poplazy"
	"dporbench/algos/popnaive"
	"dporbench/algos/randomwalk"
	"dporbench/algos/readsfrom"
	"dporbench/algos/sleepset"
	"dporbench/algos/source"
	"dporbench/algos/trust"
	"dporbench/algos/unfolding"
	"dporbench/model/equivalence"
)

// algorithms is the list. A new algorithm needs one entry here.
var algorithms = []Algorithm{
	{
		Name:          "exhaustive",
		Paper:         "no paper: every configuration once",
		Doc:           "visits every configuration once and remembers them all; the oracle for small programs",
		New:           exhaustive.New,
		ExactlyOnce:   true,
		StoreBuffers:  true,
		Commuting:     true,
		Awaits:        true,
		AwaitsApplied: true,
	},
	{
		Name:             "sleepset",
		Paper:            "P. Godefroid: Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032, 1996",
		Doc:              "sleep sets alone",
		New:              sleepset.New,
		ExactlyOnce:      true,
		StoreBuffers:     true,
		Commuting:        true,
		PolynomialMemory: true,
		Splittable:       true,
		Bounded:          true,
		Awaits:           true,
		AwaitsApplied:    true,
	},
	{
		Name:             "fgdpor",
		Paper:            "Flanagan, Godefroid: Dynamic Partial-Order Reduction for Model Checking Software, POPL 2005",
		Doc:              "backtracking points and sleep sets",
		New:              fgdpor.New,
		ExactlyOnce:      true,
		StoreBuffers:     true,
		Commuting:        true,
		PolynomialMemory: true,
		Awaits:           true,
	},
	{
		Name:             "source",
		Paper:            "Abdulla, Aronis, Jonsson, Sagonas: Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction, JACM 64(4), 2017",
		Doc:              "Source-DPOR: source sets and sleep sets",
		New:              source.New,
		ExactlyOnce:      true,
		StoreBuffers:     true,
		Commuting:        true,
		PolynomialMemory: true,
		Awaits:           true,
	},
	{
		Name:         "optimal",
		Paper:        "Abdulla, Aronis, Jonsson, Sagonas: Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction, JACM 64(4), 2017",
		Doc:          "Optimal-DPOR with explicit wakeup trees",
		New:          optimal.New,
		ExactlyOnce:  true,
		StoreBuffers: true,
		Commuting:    true,
		Optimal:      true,
		Awaits:       true,
	},
	{
		Name:         "pop-naive",
		Paper:        "Abdulla, Atig, Das, Jonsson, Sagonas: Parsimonious Optimal Dynamic Partial Order Reduction, CAV 2024, section 4.3 and appendix B",
		Doc:          "POP with its sleep sets stored, schedule by schedule",
		New:          popnaive.New,
		ExactlyOnce:  true,
		StoreBuffers: true,
		Commuting:    true,
		Optimal:      true,
		Awaits:       true,
	},
	{
		Name:         "pop-lazy",
		Paper:        "Abdulla, Atig, Das, Jonsson, Sagonas: Parsimonious Optimal Dynamic Partial Order Reduction, CAV 2024, section 4.2",
		Doc:          "POP with schedules collected before they are explored",
		New:          poplazy.New,
		ExactlyOnce:  true,
		StoreBuffers: true,
		Commuting:    true,
		Optimal:      true,
		Awaits:       true,
	},
	{
		Name:             "pop",
		Paper:            "Abdulla, Atig, Das, Jonsson, Sagonas: Parsimonious Optimal Dynamic Partial Order Reduction, CAV 2024",
		Doc:              "parsimonious and eager race reversal; walks along kept tails instead of sleep sets",
		New:              pop.New,
		ExactlyOnce:      true,
		StoreBuffers:     true,
		Commuting:        true,
		Optimal:          true,
		PolynomialMemory: true,
		Splittable:       true,
		Bounded:          true,
		Awaits:           true,
	},
	{
		Name:             "trust",
		Paper:            "Kokologiannakis, Marmanis, Gladstein, Vafeiadis: Truly Stateless, Optimal Dynamic Partial Order Reduction, POPL 2022",
		Doc:              "TruSt over execution graphs",
		New:              trust.New,
		StoreBuffers:     true,
		ExactlyOnce:      true,
		Optimal:          true,
		PolynomialMemory: true,
		Splittable:       true,
		Bounded:          true,
		Awaits:           true,
	},
	{
		Name:             "readsfrom",
		Paper:            "after Abdulla, Atig, Jonsson, Lång, Ngo, Sagonas: Optimal Stateless Model Checking for Reads-From Equivalence under Sequential Consistency, OOPSLA 2019",
		Doc:              "TruSt without coherence order: each choice of what reads read from, without memory of those explored",
		New:              readsfrom.New,
		Equivalence:      equivalence.ReadsFrom,
		ExactlyOnce:      true,
		PolynomialMemory: true,
		Awaits:           true,
	},
	{
		Name:        "lapor",
		Paper:       "after Kokologiannakis, Raad, Vafeiadis: Effective Lock Handling in Stateless Model Checking, OOPSLA 2019",
		Doc:         "TruSt without an order of critical sections: sections that do not conflict commute",
		New:         lapor.New,
		Equivalence: equivalence.Lazy,
		ExactlyOnce: true,
	},
	{
		Name:        "unfolding",
		Paper:       "Rodríguez, Sousa, Sharma, Kroening: Unfolding-based Partial Order Reduction, CONCUR 2015",
		Doc:         "the unfolding of the program; alternatives to what has been explored",
		New:         unfolding.New,
		ExactlyOnce: true,
		Optimal:     true,
		Awaits:      true,
		Plain:       true,
	},
	{
		Name:        "unfolding-1",
		Paper:       "Nguyen, Rodríguez, Sousa, Coti, Petrucci: Quasi-Optimal Partial Order Reduction, CAV 2018",
		Doc:         "the unfolding of the program; alternatives to one event of what has been explored",
		New:         unfolding.NewPartial(1),
		ExactlyOnce: true,
		Awaits:      true,
		Plain:       true,
	},
	{
		Name:        "unfolding-2",
		Paper:       "Nguyen, Rodríguez, Sousa, Coti, Petrucci: Quasi-Optimal Partial Order Reduction, CAV 2018",
		Doc:         "the unfolding of the program; alternatives to two events of what has been explored",
		New:         unfolding.NewPartial(2),
		ExactlyOnce: true,
		Awaits:      true,
		Plain:       true,
	},
	{
		Name:             "bpor",
		Paper:            "Coons, Musuvathi, McKinley: Bounded Partial-Order Reduction, OOPSLA 2013",
		Doc:              "backtracking points, within a bound of preemptions also where blocks begin; no sleep sets",
		New:              bpor.New,
		PolynomialMemory: true,
		Bounded:          true,
		Plain:            true,
	},
	{
		Name:             "pop-expressions",
		Paper:            "Abdulla, Atig, Das, Jonsson, Sagonas: Parsimonious Optimal Dynamic Partial Order Reduction, CAV 2024, Algorithm 2, with fourteen corrections",
		Doc:              "POP with its sleep sets characterised by expressions, as the paper has it",
		New:              algorithm2.NewCorrected,
		ExactlyOnce:      true,
		Optimal:          true,
		PolynomialMemory: true,
		Plain:            true,
	},
	{
		Name:          "randomwalk",
		Paper:         "no paper: every step drawn by lot",
		Doc:           "walks at random until no new class has turned up for long; an example",
		New:           randomwalk.New,
		Samples:       true,
		StoreBuffers:  true,
		Commuting:     true,
		Awaits:        true,
		AwaitsApplied: true,
	},
}

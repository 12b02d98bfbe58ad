package catalog

import (
	"dporbench/algos/exhaustive"
	"dporbench/algos/pop"
	"dporbench/algos/poplazy"
	"dporbench/algos/popnaive"
	"dporbench/algos/sleepset"
)

// algorithms is the list. A new algorithm is one entry here.
var algorithms = []Algorithm{
	{
		Name:        "exhaustive",
		Paper:       "no paper: every configuration once",
		Doc:         "visits every configuration once and remembers them all; the oracle for small programs",
		New:         exhaustive.New,
		ExactlyOnce: true,
	},
	{
		Name:             "sleepset",
		Paper:            "P. Godefroid: Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032, 1996",
		Doc:              "sleep sets alone",
		New:              sleepset.New,
		ExactlyOnce:      true,
		PolynomialMemory: true,
	},
	{
		Name:        "pop-naive",
		Paper:       "Abdulla, Atig, Das, Jonsson, Sagonas: Parsimonious Optimal Dynamic Partial Order Reduction, CAV 2024, section 4.3 and appendix B",
		Doc:         "POP with its sleep sets stored, schedule by schedule",
		New:         popnaive.New,
		ExactlyOnce: true,
		Optimal:     true,
	},
	{
		Name:        "pop-lazy",
		Paper:       "Abdulla, Atig, Das, Jonsson, Sagonas: Parsimonious Optimal Dynamic Partial Order Reduction, CAV 2024, section 4.2",
		Doc:         "POP with schedules collected before they are explored",
		New:         poplazy.New,
		ExactlyOnce: true,
		Optimal:     true,
	},
	{
		Name:             "pop",
		Paper:            "Abdulla, Atig, Das, Jonsson, Sagonas: Parsimonious Optimal Dynamic Partial Order Reduction, CAV 2024",
		Doc:              "parsimonious and eager race reversal, characterised sleep sets",
		New:              pop.New,
		ExactlyOnce:      true,
		Optimal:          true,
		PolynomialMemory: true,
	},
}

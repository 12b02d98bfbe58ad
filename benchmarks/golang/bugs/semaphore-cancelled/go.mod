module bugs/semaphore-cancelled

go 1.26.0

require golang.org/x/sync v0.7.0

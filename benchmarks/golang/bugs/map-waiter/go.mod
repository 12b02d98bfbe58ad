module bugs/map-waiter

go 1.26.0

require github.com/puzpuzpuz/xsync v1.0.0

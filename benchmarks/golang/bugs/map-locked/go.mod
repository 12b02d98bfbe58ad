module bugs/map-locked

go 1.26.0

require github.com/puzpuzpuz/xsync v1.0.1

module bugs/map-twice

go 1.26.0

require github.com/puzpuzpuz/xsync/v2 v2.0.2

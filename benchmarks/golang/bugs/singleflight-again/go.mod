module bugs/singleflight-again

go 1.26.0

require golang.org/x/sync v0.1.0

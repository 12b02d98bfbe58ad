module bugs/singleflight-panic

go 1.26.0

require golang.org/x/sync v0.0.0-20190911185100-cd5d95a43a6e

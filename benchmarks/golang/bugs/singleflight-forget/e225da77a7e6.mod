module bugs/singleflight-forget

go 1.26.0

require golang.org/x/sync v0.0.0-20190227155943-e225da77a7e6

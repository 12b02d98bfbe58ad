# dporbench: `make help` lists what there is to make.

COMMIT  := $(shell git describe --always --dirty 2>/dev/null)
# What the source is, to the byte: by it the command knows its dporbench-measured.
SOURCE   = $(shell find . \( -name '*.go' -o -name 'go.*' -o -name '*.csv' -o -name '*.pgo' -o -path '*/html/page/*' -o -path '*/lab/site/static/*' -o -path '*/lab/site/page.html' -o -path '*/steps/listings/*' -o -path './docs/*.md' -o -path './docs/figures/twenty-*.svg' \) -type f \
	-not -path './out/*' -not -path './bin/*' | LC_ALL=C sort | xargs cat | cksum | tr ' ' -)
VERSION := dporbench/harness/internal/shared/process
LDFLAGS  = -X $(VERSION).linkedCommit=$(COMMIT) -X $(VERSION).linkedSource=$(SOURCE)

# Where the commands are built.
BIN ?= bin

# Flags of the table commands, as in: make table1 ARGS='--resume --repeat 3'
ARGS ?=

# The packages whose tests are worth their time under the race detector: those
# in which goroutines meet.
RACE := ./model ./algos ./algos/parallel ./harness/swarm ./harness/internal/swarm/worker \
	./harness/internal/check $(addprefix ./harness/internal/shared/,campaign checkpoint find job measure)

.DEFAULT_GOAL := build
.PHONY: instructions orders relaxed rc11 build quick test short scripts race test-all table1 table1-quick ablation plots compare reproduce reference-plots picture literature go-tests go-tests-race versus check-reference exhaust exhaust-more proof fuzz chaos calibration coverage map bench profile examples lint vet staticcheck paper check-paper paper.pdf site editor release image module clean help

# Without profiles: with them, every package is compiled again for each of cmd.
UNTUNED := -pgo=off

# All of cmd has the same profile. Built at once, whatever they share would be compiled for each of them.
build: ## build the commands into bin: dporbench, dporswarm, and the executables that they start
	CGO_ENABLED=0 go build $(TUNING) -ldflags '$(LDFLAGS)' -o $(BIN)/ ./cmd/dporbench
	CGO_ENABLED=0 go build $(TUNING) -ldflags '$(LDFLAGS)' -o $(BIN)/ ./cmd/...

# Not vetted again, after lint.
VETTED := -vet=off

quick: build ## build, vet and the short tests: under a minute, seconds when little has changed
	go vet $(UNTUNED) ./...
	go test $(UNTUNED) -short ./...

# What is tested counts the same without the profile, and shares what is compiled with the tests. It is built apart, so
# that nobody measures with it, and without C, so that it shares what is compiled with vet.
test: export TUNING := $(UNTUNED)
test: export BIN := bin/untuned
test: export CGO_ENABLED := 0

# Vet and build compile what all others need, which are then two at a time: beside the short tests first what has
# use for one processor only.
test: vet build ## lint, the short tests, also with -race, the command as its users call it, the pages, and a quick table that must agree with the paper and the reference
	$(MAKE) -j2 --output-sync=target short check-reference examples check-paper race staticcheck scripts
	@echo all tests passed

# Tests make much garbage, and there is memory enough.
short: export GOGC := 400

# One processor for each package: two packages are tested at a time, and what explores in one thread would only wake the
# other processor now and then. Workers have all of them under the race detector.
short: ## the short tests
	go test $(UNTUNED) $(VETTED) -cpu 1 -short ./...

scripts: build ## the command as its users call it
	go test $(UNTUNED) $(VETTED) -run 'TestScripts|TestMeasured' ./harness

race: ## the tests of workers, with the race detector, but for those of what workers cost and for most that are suspended
	CGO_ENABLED=1 go test $(UNTUNED) $(VETTED) -race -short -skip 'TestMemory|TestWork|TestSuspended' ./algos/parallel

test-all: test ## all that, and the tests that take long: planted mistakes, more random programs, all with -race that share something
	go test $(UNTUNED) $(VETTED) ./...
	CGO_ENABLED=1 go test $(UNTUNED) $(VETTED) -race -short $(RACE)

table1: build ## measure Table 1 of the paper into out/table1.csv, in about eight minutes (ARGS=--resume continues it)
	bin/dporbench table1 $(ARGS)

table1-quick: build ## the first row of each benchmark only, into out/table1-quick.csv: under a minute
	bin/dporbench table1 --quick $(ARGS)

ablation: build ## measure what each of POP's ideas buys into out/ablation.csv
	bin/dporbench ablation $(ARGS)

plots: build ## draw the figures of out/table1.csv, or of the quick table, into out/plots (ARGS='--from FILE' for another)
	bin/dporbench plot $(ARGS)

compare: build ## compare two results files: make compare OLD=old.csv NEW=new.csv
	bin/dporbench compare $(ARGS) $(OLD) $(NEW)

# The reference: results and figures that are kept in the repository.
REFERENCE := reference
FIGURES   := reference/plots

# Programs of which the work is counted, with the algorithms. The trees of Optimal-DPOR are
# what takes memory.
WORK  = "linuxrwlocks 6 $(ALL)" "filesystem 22 $(THREE)" "indexer 15 $(THREE)" "indexer 17 $(THREE)" "lastzero 15 $(ALL)" \
	"lastzero 17 $(THREE)" "exp-mem3 8 $(ALL)" "dispatcher 4 $(ALL)" "poke 5 $(ALL)" "length-param 2 8196 $(ALL)"
ALL   = --algo source,optimal,pop,trust
THREE = --algo optimal,pop,trust

reproduce: build ## delete the reference results and figures and make them again, in about half an hour
	rm -rf $(FIGURES) $(REFERENCE)/table1.* $(REFERENCE)/exp-mem3.* $(REFERENCE)/ablation.* $(REFERENCE)/work.* $(REFERENCE)/tso.*
	mkdir -p $(REFERENCE)
	bin/dporbench table1 --out $(REFERENCE)/table1.csv
	bin/dporbench table1 --quick --memory tso --against sc --repeat 5 --out $(REFERENCE)/tso.csv
	bin/dporbench ablation --bench exp-mem3 --params 3,4,5,6,7,8 --algo optimal,pop-naive,pop-lazy,pop-expressions,pop,trust --out $(REFERENCE)/exp-mem3.csv
	bin/dporbench ablation --algo optimal,pop-naive,pop-lazy,pop-expressions,pop --redundant-timeout 2m --out $(REFERENCE)/ablation.csv
	for program in $(WORK); do bin/dporbench run $$program --repeat auto --out $(REFERENCE)/work.csv --resume || exit 1; done
	$(MAKE) reference-plots paper

# Figures that pages show, of all that can be drawn of the reference.
SHOWN := table1/memory table1/time-per-execution table1/time-vs-pop \
	exp-mem3/storage-exp-mem3-n exp-mem3/storage-exp-mem3-n-2 exp-mem3/memory-in-run-heap

# Figures of other reference results, which pages in docs show.
DRAWN := map/map map/quantiles coverage/coverage speed-up/speed-up versus/time-vs-pop versus/time-per-execution versus/memory

reference-plots: build ## draw the figures of the reference results: all into out/reference, those that pages show into reference/plots and docs/figures
	for f in map coverage speed-up versus; do bin/dporbench plot --from $(REFERENCE)/$$f.csv --out out/reference/$$f --format png || exit 1; done
	for f in $(DRAWN); do to=docs/figures/$${f#*/}; [ $${f%/*} = versus ] && to=docs/figures/$$f; cp out/reference/$$f.png $$to.png || exit 1; done
	for f in table1 exp-mem3; do bin/dporbench plot --from $(REFERENCE)/$$f.csv --out out/reference/$$f --format png || exit 1; done
	for f in $(SHOWN); do mkdir -p $(FIGURES)/$${f%/*} && cp out/reference/$$f.png $(FIGURES)/$$f.png || exit 1; done

picture: ## draw the picture of the page that README shows; needs Chromium
	go test $(UNTUNED) ./harness/site -run '^TestPicture$$' -picture $(CURDIR)/docs/figures/laboratory.png

# Installed: Nidhugg of the authors of POP, and GenMC, or one of them.
TOOLS = nidhugg-pop,nidhugg,genmc
versus: build ## measure POP, Optimal and TruSt beside other installed tools (TOOLS=...), in one run, into reference/versus.csv, and draw it
	bin/dporbench table1 --quick --timeout 2m --repeat 5 --tool $(TOOLS) --out $(REFERENCE)/versus.csv $(ARGS)
	bin/dporbench claims --from $(REFERENCE)/versus.csv
	! command -v nidhuggc > /dev/null || sh reference/nidhugg/repeat.sh > reference/nidhugg/counts.txt
	bin/dporbench plot --from $(REFERENCE)/versus.csv --out out/versus --format png
	mkdir -p docs/figures/versus && cp out/versus/time-vs-pop.png out/versus/time-per-execution.png out/versus/memory.png docs/figures/versus/

rc11: build ## GenMC's programs under rc11, beside GenMC, as rows of a table in docs/rc11.md: GENMC names the command, GENMC_SOURCE a checkout; a minute
	sh reference/genmc-rc11.sh

relaxed: build ## executions of the first rows of Table 1 under sc, and with all accesses relaxed, into reference/relaxed.csv: two minutes
	rm -f $(REFERENCE)/relaxed.csv $(REFERENCE)/relaxed.manifest.json
	bin/dporbench table1 --quick --memory relaxed --against sc --algo trust --out $(REFERENCE)/relaxed.csv $(ARGS)

orders: build ## events under all thread orders, into reference/orders.csv and map-orders.csv, and the figure of the first: minutes
	rm -f $(REFERENCE)/orders.csv $(REFERENCE)/orders.manifest.json $(REFERENCE)/map-orders.csv $(REFERENCE)/map-orders.manifest.json
	mkdir -p out
	printf 'bystander %s 9\n' 10 30 100 300 1000 > out/orders.txt
	for o in first last random quiet calm recent shortest; do \
		bin/dporbench map out/orders.txt --algo pop,optimal,source --order $$o --out $(REFERENCE)/orders.csv --resume || exit 1; \
		bin/dporbench map benchmarks/map.txt --algo pop,optimal,source --order $$o --timeout 20s --out $(REFERENCE)/map-orders.csv --resume || exit 1; done
	rm -f $(REFERENCE)/orders.classes.csv $(REFERENCE)/orders.states.csv $(REFERENCE)/map-orders.classes.csv $(REFERENCE)/map-orders.states.csv
	bin/dporbench plot --from $(REFERENCE)/orders.csv --out out/orders --format png
	cp out/orders/events-by-order.png docs/figures/

instructions: ## count the instructions of each counted step, into reference/instructions.csv; needs valgrind, takes half an hour
	sh $(REFERENCE)/instructions.sh > $(REFERENCE)/instructions.csv

literature: build ## explore the programs of benchmarks/literature with POP, Optimal-DPOR and TruSt, with and without awaits, into reference/literature.*
	bin/dporbench suite benchmarks/literature --algo pop,optimal,trust --list --csv $(REFERENCE)/literature.csv > $(REFERENCE)/literature.txt

go-tests: export CGO_ENABLED := 0
go-tests: build ## explore the own tests of Go packages, which are downloaded, into docs/go-tests.md: half an hour, or less with PACKAGES="..."
	mkdir -p out
	cd benchmarks/golang/tests && { $(CURDIR)/bin/dporbench test --json --timeout 20s $(or $(PACKAGES),$$(go list -f '{{join .Imports " "}}' .)) || true; } > $(CURDIR)/out/go-tests.json
	GO_TESTS=$(CURDIR)/out/go-tests.json go test ./frontends/goprog -run OwnTests

go-tests-race: ## run the tests with findings natively, under the race detector, into docs/go-tests.md, or only those of PACKAGES=xsync
	GO_TESTS_RACE=$(or $(PACKAGES),/) go test ./frontends/goprog -run OwnRaces -timeout 0

check-reference: build ## measure the quick rows: counts and storage counters must be those of the reference; the checkout stays clean
	rm -rf out/check
	@before=$$(git status --porcelain); $(BIN)/dporbench table1 --quick --repeat 1 --out out/check/quick.csv && \
	$(BIN)/dporbench plot --from out/check/quick.csv --out out/check/plots && \
	[ "$$before" = "$$(git status --porcelain)" ] || { echo "table1 --quick or plot failed, or left files in the checkout"; git status --short; exit 1; }
	$(BIN)/dporbench compare $(REFERENCE)/table1.csv out/check/quick.csv

# Every small program, one for each way to name and order what is in it: 1.7
# million for each algorithm, and more for pop. What has been checked is kept in
# bin/, so that an interrupted run can be continued.
BOUNDS := rwu:threads=2-3,variables=2,accesses=7 rwu:threads=4,variables=2,accesses=6 \
	mutex:threads=2-4,variables=2,accesses=6,mutexes=2 \
	cas:threads=2-4,variables=2,accesses=4,values=4 cas:threads=2-3,variables=1,accesses=5,values=3
MORE   := rwu:threads=4,variables=2,accesses=7 rwu:threads=5,variables=2,accesses=6 \
	cas:threads=3-4,variables=2,accesses=5,values=3
OTHERS := optimal trust source pop-naive pop-lazy fgdpor sleepset

exhaust: build ## check the algorithms of --algo all on every program within bounds, into reference/exhaust, in a quarter of an hour
	bin/dporbench exhaust --algo pop --state bin/exhaust-pop --out reference/exhaust/pop.txt $(BOUNDS) $(MORE)
	for a in $(OTHERS); do \
		bin/dporbench exhaust --algo $$a --state bin/exhaust-$$a --out reference/exhaust/$$a.txt $(BOUNDS) || exit 1; \
	done

# Programs that await values, and store buffers.
AWAITS  := await:threads=2-3,variables=2,accesses=5,values=2
MOREAWAITS := await:threads=3,variables=2,accesses=6,values=2
BUFFERS := rwu:threads=2-3,variables=2,accesses=5 mutex:threads=2-3,variables=2,accesses=5,mutexes=2 \
	fence:threads=2-3,variables=2,accesses=4 cas:threads=2-3,variables=2,accesses=4,values=3

# Within bounds of preemptions.
BOUNDED   := rwu:threads=2-3,variables=2,accesses=7 rwu:threads=4,variables=2,accesses=6 mutex:threads=2-3,variables=2,accesses=6,mutexes=2
REPEATING := rwu:threads=2-3,variables=2,accesses=6 mutex:threads=2-3,variables=2,accesses=5,mutexes=2

# What waits, or fails from the buffer, under tso-genmc and PSO.
CASES := cas:threads=2-3,variables=2,accesses=4,values=3 await:threads=2-3,variables=2,accesses=4,values=2 fence:threads=2-3,variables=2,accesses=4

# Memory orders, under the memory models of graphs.
ORDERED := order:threads=2-3,variables=2,accesses=4

# The oracle that ifs asks.
ORACLES := rwu:threads=2-3,variables=2,accesses=6 mutex:threads=2-3,variables=2,accesses=6,mutexes=2 \
	await:threads=2-3,variables=1,accesses=5,values=2 choice:threads=2-3,variables=2,accesses=5 cas:threads=2-3,variables=1,accesses=5,values=2

# Coarser equivalences.
COARSER := rwu:threads=2-3,variables=2,accesses=6 mutex:threads=2-3,variables=2,accesses=5,mutexes=2 \
	choice:threads=2-3,variables=2,accesses=5 cas:threads=2-3,variables=2,accesses=5,values=2

# Unfoldings, which are whole in memory.
UNFOLDED := rwu:threads=2-3,variables=2,accesses=7 mutex:threads=2-4,variables=2,accesses=5,mutexes=2 \
	cas:threads=2-3,variables=2,accesses=4,values=3 await:threads=2-3,variables=2,accesses=4,values=2

# Critical sections that are not ordered.
LOCKS := rwu:threads=2-3,variables=2,accesses=6 mutex:threads=2-3,variables=2,accesses=6,mutexes=1 mutex:threads=2-3,variables=2,accesses=6,mutexes=2

exhaust-more: build ## the same with awaits, store buffers and bounds of preemptions; coarser equivalences, and ifs; in three hours
	mkdir -p reference/exhaust/awaits reference/exhaust/tso
	for a in pop $(OTHERS); do \
		bin/dporbench exhaust --algo $$a --state bin/exhaust-awaits-$$a --out reference/exhaust/awaits/$$a.txt $(AWAITS) || exit 1; \
		bin/dporbench exhaust --memory tso --algo $$a --state bin/exhaust-tso-$$a --out reference/exhaust/tso/$$a.txt $(BUFFERS) || exit 1; \
	done
	bin/dporbench exhaust --algo pop --state bin/exhaust-awaits-pop-6 --out reference/exhaust/awaits/pop-6-accesses.txt $(MOREAWAITS)
	mkdir -p reference/exhaust/preemptions
	for k in 0 1; do for a in trust pop; do \
		bin/dporbench exhaust --preemptions $$k --random 0 --algo $$a --state bin/exhaust-$$a-$$k --out reference/exhaust/preemptions/$$a-$$k.txt $(BOUNDED) || exit 1; \
	done; done
	for k in 0 1 2 3; do \
		bin/dporbench exhaust --preemptions $$k --random 0 --algo bpor --out reference/exhaust/preemptions/bpor-$$k.txt $(REPEATING) || exit 1; \
	done
	bin/dporbench exhaust --algo observers --state bin/exhaust-observers --out reference/exhaust/observers.txt $(COARSER)
	bin/dporbench exhaust --algo observers --state bin/exhaust-awaits-observers --out reference/exhaust/awaits/observers.txt $(AWAITS)
	bin/dporbench exhaust --algo ifs --state bin/exhaust-ifs --out reference/exhaust/ifs.txt $(ORACLES)
	bin/dporbench exhaust --algo unfolding --state bin/exhaust-unfolding --out reference/exhaust/unfolding.txt $(UNFOLDED)
	bin/dporbench exhaust --algo lapor --state bin/exhaust-lapor --out reference/exhaust/lapor.txt $(LOCKS)
	for a in readsfrom rvf; do \
		bin/dporbench exhaust --algo $$a --state bin/exhaust-$$a --out reference/exhaust/$$a.txt $(COARSER) await:threads=2-3,variables=2,accesses=4,values=2 || exit 1; \
	done
	mkdir -p reference/exhaust/graphs
	bin/dporbench exhaust --memory rc11 --algo trust --state bin/exhaust-rc11 --out reference/exhaust/graphs/rc11.txt $(ORDERED) order:threads=2,variables=1,accesses=5
	for m in rc11-2017 rc11-genmc ra sra relaxed; do \
		bin/dporbench exhaust --memory $$m --algo trust --state bin/exhaust-$$m --out reference/exhaust/graphs/$$m.txt $(ORDERED) || exit 1; \
	done
	mkdir -p reference/exhaust/tso-genmc reference/exhaust/pso
	for a in pop optimal source fgdpor; do \
		bin/dporbench exhaust --memory tso-genmc --algo $$a --state bin/exhaust-genmc-$$a --out reference/exhaust/tso-genmc/$$a.txt $(CASES) || exit 1; \
	done
	bin/dporbench exhaust --memory pso --algo optimal --state bin/exhaust-pso-optimal --out reference/exhaust/pso/optimal.txt rwu:threads=2-3,variables=2,accesses=5 $(CASES)

proof: ## check the mechanised part of the proof of POP, where coqc is installed: half a minute
	@if command -v coqc >/dev/null; then $(MAKE) -C proof; else echo "no coqc: install Coq 8.16 to check proof/"; exit 1; fi

fuzz: ## let the fuzzers look for programs and files that are not treated right, a minute each
	go test -run '^$$' -fuzz FuzzRandom -fuzztime 1m ./algos/algostest
	go test -run '^$$' -fuzz FuzzNotation -fuzztime 1m ./algos/algostest
	go test -run '^$$' -fuzz FuzzParse -fuzztime 1m ./frontends/smallprog
	go test -run '^$$' -fuzz FuzzParse -fuzztime 1m ./frontends/litmus
	go test -run '^$$' -fuzz FuzzVerify -fuzztime 1m ./internal/certificate
	go test -run '^$$' -fuzz FuzzRead -fuzztime 1m ./internal/certificate
	go test -run '^$$' -fuzz FuzzResults -fuzztime 1m ./results
	go test -run '^$$' -fuzz FuzzSamples -fuzztime 1m ./results
	go test -run '^$$' -fuzz FuzzManifest -fuzztime 1m ./results
	go test -run '^$$' -fuzz FuzzLoad -fuzzminimizetime 1x -fuzztime 1m ./frontends/cprog
	go test -run '^$$' -fuzz FuzzRead -fuzztime 1m ./trace
	go test -run '^$$' -fuzz FuzzParseClient -fuzztime 1m ./benchmarks/objects
	go test -run '^$$' -fuzz FuzzParseTask -fuzztime 1m ./algos
	go test -run '^$$' -fuzz FuzzSpec -fuzztime 1m ./harness/internal/shared/program
	go test -run '^$$' -fuzz FuzzDemand -fuzztime 1m ./harness/internal/shared/program
	go test -run '^$$' -fuzz FuzzParseRecorded -fuzztime 1m ./harness/internal/shared/arguments
	go test -run '^$$' -fuzz FuzzRead -fuzztime 1m ./harness/internal/shared/checkpoint
	go test -run '^$$' -fuzz FuzzCells -fuzztime 1m ./harness/internal/shared/table
	go test -run '^$$' -fuzz FuzzReadPart -fuzztime 1m ./harness/swarm

chaos: ## explore 100 times with several processes of which some are killed all the time: about ten minutes
	go test ./harness/swarm -run 'Chaos|ClockJumps' -chaos 100 -clock-jumps -timeout 5h

calibration: ## estimate each row of Table 1 again with POP, into reference/estimates.*: ten minutes
	go test ./harness/internal/estimate -run Calibration -calibrate 5 -timeout 1h

# Programs of which random schedulers are compared with all classes.
AUDITED := "lastzero 5" "linuxrwlocks 3" "fib-bench 2" "exp-mem3 4" "casrot 6" wait-with-if

coverage: build ## audit random schedulers again, into reference/coverage.csv, and draw docs/figures/coverage.png: two minutes
	rm -f $(REFERENCE)/coverage.csv
	for program in $(AUDITED); do bin/dporbench audit $$program --timeout 10m --out $(REFERENCE)/coverage.csv || exit 1; done
	bin/dporbench plot --from $(REFERENCE)/coverage.csv --out docs/figures --format png

map: build ## hold all algorithms against each other on many programs, into reference/map.*, and draw docs/figures/map.png: some minutes
	rm -f $(REFERENCE)/map.*
	bin/dporbench map benchmarks/map.txt --out $(REFERENCE)/map.csv
	cd benchmarks/golang && ../../bin/dporbench map map.txt --resume --out ../../$(REFERENCE)/map.csv
	bin/dporbench plot --from $(REFERENCE)/map.csv --out docs/figures --format png

# The pages with parts that are generated from what is in the repository.
PAGES := $(wildcard *.md docs/*.md) reference/estimates.md

paper: build ## bring the generated parts and figures of all pages up to date
	go run ./internal/documents $(PAGES)

check-paper: build ## fail if a generated part or figure of a page is not up to date
	go run ./internal/documents -check $(PAGES)

# Pandoc, a LaTeX and librsvg, as Debian has them; no part of make test.
paper.pdf: paper.md docs/laboratory.md contrib/pdf/twocolumn.lua contrib/pdf/header.tex ## the two papers in two columns, into out/paper.pdf and out/laboratory.pdf
	mkdir -p out
	for f in paper.md docs/laboratory.md; do pandoc -f gfm-tex_math_dollars $$f --lua-filter contrib/pdf/twocolumn.lua --resource-path=.:$$(dirname $$f) --pdf-engine=xelatex \
		-H contrib/pdf/header.tex -V documentclass=article -V classoption=twocolumn -V fontsize=10pt -V geometry=margin=18mm \
		-V mainfont='DejaVu Serif' -V mainfontoptions=Scale=0.82 -V monofont='DejaVu Sans Mono' -V monofontoptions=Scale=0.78 --highlight-style=monochrome \
		-o out/$$(basename $$f .md).pdf || exit 1; done

# The compiler lays out the command by where the algorithms spend their time. It
# finds the profile by its name, for all of them alike.
PROFILE := $(CURDIR)/cmd/dporbench/default.pgo

bench: ## run the Go benchmarks, built like the command
	go test -pgo=$(PROFILE) -run '^$$' -bench . -benchmem ./...

profile: ## record again where the algorithms, and the machines of C and Go programs, spend their time
	mkdir -p bin
	go test -trimpath -run '^$$' -bench Explore -benchtime 3s -cpuprofile bin/explore.pgo -o bin/profile.test ./algos/catalog
	go test -trimpath -run '^$$' -bench Find -cpuprofile bin/c.pgo -o bin/profile.test ./model/races
	go test -trimpath -run '^$$' -bench 'Twins/Stack3' -benchtime 50x -cpuprofile bin/go.pgo -o bin/profile.test ./frontends/goprog
	go tool pprof -proto -output $(PROFILE) bin/explore.pgo bin/c.pgo bin/go.pgo

# A release: static executables for each platform, with the licences of all modules in them, a bill of materials, and checksums.
RELEASE   := out/release
RELEASED   = $(shell sed -n 's/^const Version = "\(.*\)"$$/\1/p' internal/version/version.go)
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64
# GNU tar makes the same archive of the same files.
ARCHIVE   := tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -c

release: export CGO_ENABLED := 0
release: site ## put a release for all platforms into out/release (PLATFORMS=linux/amd64 for one)
	rm -rf $(RELEASE) && mkdir -p $(RELEASE)
	go run ./internal/notices -version $(RELEASED) -notices $(RELEASE)/THIRD-PARTY-NOTICES.txt -sbom $(RELEASE)/dporbench-$(RELEASED).cdx.json ./cmd/...
	for p in $(PLATFORMS); do \
		to=$(RELEASE)/dporbench-$(RELEASED)-$$(echo $$p | tr / -); mkdir -p $$to && \
		GOOS=$${p%/*} GOARCH=$${p#*/} go build -trimpath $(TUNING) -ldflags '-s -w $(LDFLAGS)' -o $$to/ ./cmd/... && \
		cp -r bin/site LICENSE README.md CHANGELOG.md CITATION.cff $(RELEASE)/THIRD-PARTY-NOTICES.txt $$to/ && \
		$(ARCHIVE) -C $(RELEASE) $${to##*/} | gzip -n > $$to.tar.gz && rm -rf $$to || exit 1; \
	done
	cd $(RELEASE) && sha256sum * > SHA256SUMS

# An image is a tar file of a layer and two descriptions, and needs no daemon to be built: there is nothing in it but static executables.
IMAGE := out/image

image: site ## write an image with all commands and the page, which starts dporbench, for `podman load -i` or `docker load -i`
	rm -rf $(IMAGE) && mkdir -p $(IMAGE)/root/bin $(IMAGE)/root/tmp $(IMAGE)/root/work
	go run ./internal/notices -version $(RELEASED) -notices $(IMAGE)/root/bin/THIRD-PARTY-NOTICES.txt -sbom $(IMAGE)/root/bin/sbom.cdx.json ./cmd/...
	cp -r $(addprefix bin/,dporbench dporbench-measured dporbench-site dporswarm site) LICENSE $(IMAGE)/root/bin/
	$(ARCHIVE) -C $(IMAGE)/root . > $(IMAGE)/layer.tar
	printf '{"architecture":"%s","os":"linux","config":{"Cmd":["dporbench","--help"],"Env":["PATH=/bin"],"WorkingDir":"/work"},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}' \
		$$(go env GOARCH) $$(sha256sum < $(IMAGE)/layer.tar | cut -d' ' -f1) > $(IMAGE)/config.json
	printf '[{"Config":"config.json","RepoTags":["dporbench:$(RELEASED)"],"Layers":["layer.tar"]}]' > $(IMAGE)/manifest.json
	$(ARCHIVE) -C $(IMAGE) manifest.json config.json layer.tar > out/dporbench-$(RELEASED)-image.tar

# The module's path stands in go.mod, in imports, and in texts that name one of its packages.
ROOMS := algos|benchmarks|cmd|docs|frontends|harness|internal|linear|model|plots|results|trace
OLDPATH   = $(subst .,\.,$(shell go list -m))

module: ## give the module another path, for a fork: make module MODULE=github.com/you/dporbench
	@case '$(MODULE)' in ''|*[!A-Za-z0-9._~/-]*|/*|*/) echo "make module MODULE=PATH, such as github.com/you/dporbench"; exit 1;; esac
	find . -type f -not -path './.git/*' -not -path './bin/*' -not -path './out/*' -print0 | xargs -0 grep -lIE '$(OLDPATH)' | \
		xargs sed -i -E -e 's#(^|[^A-Za-z0-9_./-])$(OLDPATH)/($(ROOMS))\b#\1$(MODULE)/\2#g' -e 's#^(module|require|replace) $(OLDPATH)( |$$)#\1 $(MODULE)\2#'
	gofmt -w $$(git ls-files '*.go' 2>/dev/null || find . -name '*.go')

# A module of its own: a program, an algorithm, and a table and figures of both.
TICKETS := out/examples/tickets.csv

examples: ## build and test the module in examples, and measure and draw its program with its algorithm
	cd examples && go vet ./... && go test $(VETTED) -short ./... && \
		go build -ldflags '$(LDFLAGS)' -o ../bin/mylab . && \
		go build -ldflags '$(LDFLAGS)' -tags measured -o ../bin/mylab-measured .
	bin/mylab check tickets 3 --algo sleepers
	bin/mylab ablation --bench tickets --params 2,3,4 --algo sleepers,pop --out $(TICKETS)
	bin/mylab plot --from $(TICKETS) --out out/examples/plots --format svg

lint: vet staticcheck ## gofmt, go vet, staticcheck

vet:
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt these: $$unformatted"; exit 1; fi
	go vet $(UNTUNED) ./...

staticcheck:
	GOFLAGS=$(UNTUNED) go tool staticcheck ./...

site: build ## write the laboratory as a page for a browser into bin/site, where dporbench serve finds it; any static host can serve it
	bin/dporbench serve --write bin/site

# The one bundle of the page that is not written here. It is kept, so that nothing else needs npm.
EDITOR := internal/lab/site/editor

editor: ## bundle the editor of that page again, with npm, in the versions that its package.json names
	cd $(EDITOR) && npm ci --ignore-scripts && npm run --silent build
	rm -rf $(EDITOR)/node_modules

clean: ## remove what was built; results stay
	rm -rf bin

help: ## show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# make run      installs what is missing, builds, and serves on http://127.0.0.1:8080
# make test     installs what is missing, builds, and runs every test, browser included
# make bench    the figures of docs/performance.md
# make check    format, includes, warnings of two compilers, sanitizers, signature
# make format   formats all sources
# make fuzz     each fuzz target for FUZZ_SECONDS (60)
.PHONY: run build test bench check format fuzz clean setup setup-test page unit

export PATH := $(CURDIR)/.node/bin:$(PATH)
JOBS ?= $(shell nproc)
# Tests wait more than they work: twice as many at once keep every core busy.
TEST_JOBS ?= $(shell expr 2 \* $(JOBS))
FUZZ_SECONDS ?= 60
CTEST = ctest --output-on-failure --no-tests=error

setup:
	@tools/setup.sh build

setup-test:
	@tools/setup.sh test

build: setup
	cmake --preset release
	cmake --build build/release -j $(JOBS)
	npm run --silent web:build

run: build
	build/release/shogikan serve

# The sanitizers' run comes first, so that the last line is of the run that covers everything.
test: setup-test build
	cmake --preset dev
	cmake --build build/dev -j $(JOBS)
	cd build/dev && $(CTEST) -LE 'browser|slow' -j $(TEST_JOBS)
	cd build/release && $(CTEST) -j $(TEST_JOBS)

bench: build
	build/release/shogikan bench
	node tests/load/perft.mjs --tool build/release/shogikan
	node tests/load/engine.mjs
	node tests/load/bench.mjs

check: setup-test
	node tools/check/house.mjs
	node tools/check/words.mjs
	tools/check/format.sh
	npm run --silent web:check
	cmake --preset gcc && cmake --build build/gcc -j $(JOBS)
	cmake --preset release && cmake --build build/release -j $(JOBS)
	cmake --preset dev && cmake --build build/dev -j $(JOBS)
	cd build/dev && $(CTEST) -LE 'browser|slow' -j $(TEST_JOBS)
	cd build/release && $(CTEST) -R signature

format: setup-test
	tools/check/format.sh --write
	npm run --silent web:format
	node tools/check/words.mjs --write

fuzz: setup-test
	cmake --preset fuzz && cmake --build build/fuzz -j $(JOBS)
	tools/check/fuzz.sh $(FUZZ_SECONDS)

clean:
	rm -rf build

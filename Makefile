# The two commands of the README, and what developers use.
# `make audit` leaves its results and report in audit/; `make test` runs the tests.

PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# The generator of a new build folder: asked for when it is needed, since the dependencies bring ninja.
# A folder that is there keeps the one that it has.
generator = $(if $(wildcard build/$(1)/CMakeCache.txt),,$(if $(shell command -v ninja 2>/dev/null),-G Ninja))
BENCH_PROGRAM := build/release/bench/shufflecert_bench
FORMATTED := $(shell git ls-files '*.cpp' '*.hpp' 2>/dev/null)

.PHONY: test-vectors release package package-test playground playground-test python docs-site docs-api audit test test-long browser-test cluster-test program published-audit check-published check-proofs check-coq evidence coverage-page methods-table mechanisms-page install dependencies dependencies-ci dependencies-bench dependencies-cluster sanitize sanitize-build sanitize-all sanitize-threads test-nightly fuzz fuzz-readers soak bench bench-python profile format check-format tidy tidy-changed clean

audit: program
	@mkdir -p audit
	@status=0; build/release/shufflecert verify --output audit/results.json || status=$$?; \
	if [ -f audit/results.json ]; then \
	  build/release/shufflecert report audit/results.json --output audit >/dev/null && \
	  echo "Report: $(CURDIR)/audit/index.html (also audit/report.md, audit/results.json)"; \
	fi; exit $$status

# What reports/audit keeps of the audit, for readers on a code host: the report without the claims of long
# sections, the results, and pictures. It is renewed after a change of the catalogue, the engine or the pages.
PICTURES := chen-2024-icassp.corollary-2.frontier.svg claim-chen-2024-icassp.corollary-2.mechanism-eps0.svg
published-audit:
	@rm -rf audit && $(MAKE) --no-print-directory audit
	@rm -rf reports/audit && mkdir reports/audit && cp $(PICTURES:%=audit/plots/%) reports/audit
	@reports/published_report.py audit/report.md >reports/audit/report.md
	@gzip -9nc audit/results.json >reports/audit/results.json.gz
	@echo "Renewed: reports/audit"

# Whether it is what the audit says now.
check-published: audit
	@reports/check-published.py reports/audit audit

# Writes the proof of every claim that is proved, has the other program check it, and counts. Some
# minutes.
PROOFS := build/proofs
check-proofs: program
	@cmake --build --preset release --target check_proof -j $(JOBS)
	@rm -rf $(PROOFS)
	build/release/shufflecert verify --effort 0 --proofs $(PROOFS) >$(PROOFS).log
	@verify/check-proofs.py $(PROOFS) build/release/check-proof $(RECORD)

# Builds the theory of verify/coq, writes every claim that is proved as a theorem over it, has Coq check
# them, and counts. COQ_CLAIMS are papers or claims, and all without; COQ_JOBS are processes.
THEOREMS := build/theorems
COQ_JOBS ?= $(JOBS)
check-coq: program
	@cmake/install-debian-packages.sh coq
	@rm -rf $(THEOREMS) && mkdir -p build
	@build/release/shufflecert verify --effort 0 $(COQ_CLAIMS) --coq $(THEOREMS) >/dev/null 2>$(THEOREMS).log || true
	@verify/check-coq.py verify/coq build/coq $(THEOREMS) $(THEOREMS).log --jobs $(COQ_JOBS) --accepted $(THEOREMS).accepted

# Renews what is recorded of proofs that other programs accept, after a change of the engine, of a catalogue
# or of the theory. About a quarter of an hour on two cores.
EVIDENCE := src/claims/derivation/accepted_proofs.txt
evidence: check-coq
	@$(MAKE) --no-print-directory check-proofs RECORD="--record $(EVIDENCE) --accepted-by-coq $(THEOREMS).accepted"
	@echo "Renewed: $(EVIDENCE)"

program: dependencies
	@cmake --preset release $(call generator,release) >build-log.txt 2>&1 || { cat build-log.txt; rm -f build-log.txt; exit 1; }
	@rm -f build-log.txt
	@cmake --build --preset release --target shufflecert_program -j $(JOBS)

# Renews reports/coverage.md after a change of the catalogue.
coverage-page: program
	@build/release/shufflecert coverage --markdown >reports/coverage.md.new && mv reports/coverage.md.new reports/coverage.md

# Renews the table of methods in docs/methods/index.md after a change of a quantity's registry.
methods-table: program
	@build/release/shufflecert methods --markdown >build/methods-table.md
	@sed -i -e '/^<!-- the methods:/,/^<!-- end of the methods/{//!d}' \
	  -e '/^<!-- the methods:/r build/methods-table.md' docs/methods/index.md

# Renews reports/nearest-mechanisms.md after a change of the search or of the catalogue. Some minutes.
mechanisms-page: program
	@reports/nearest_mechanisms.py build/release/shufflecert --jobs $(JOBS)

# By their own names: make knows no target of a library without sources, as shufflecert is.
INSTALLED := shufflecert_core shufflecert_claims shufflecert_program check_proof

# Installs into PREFIX: the program, the library with its headers, and what CMake and pkg-config need.
install: dependencies
	cmake --preset release $(call generator,release)
	cmake --build --preset release --target $(INSTALLED) -j $(JOBS)
	cmake --install build/release --prefix "$(PREFIX)" --component shufflecert

# A Debian package of what `make install` installs, in build/release/packages; no error of lintian but
# for the address of its maintainer, who is whoever hands it on (SHUFFLECERT_PACKAGE_CONTACT).
# package-test installs and uses it in a root of its own that holds nothing else, as root.
package: dependencies
	@cmake/install-debian-packages.sh package
	cmake --preset release $(call generator,release)
	cmake --build --preset release --target $(INSTALLED) -j $(JOBS)
	cd build/release && cpack
	lintian --allow-root --fail-on error --suppress-tags no-manual-page,bogus-mail-host,bogus-mail-host-in-debian-changelog build/release/packages/*.deb

# Every file of a release, and the checklist of what is left to do by hand.
release:
	@cmake/release.sh

package-test: package
	tests/package/run.sh build/release/packages/*.deb

test: dependencies
	cmake --preset release $(call generator,release)
	cmake --build --preset release -j $(JOBS)
	ctest --preset release -j $(JOBS)

# All tests with other random cases than `make test`, and more of them, and the fuzzers that need no libFuzzer.
SEED ?= $(shell date +%s)
MULTIPLIER ?= 100
test-nightly: dependencies
	cmake --preset release $(call generator,release) -DSHUFFLECERT_FUZZ_TESTS=ON
	cmake --build --preset release -j $(JOBS)
	SHUFFLECERT_TEST_SEED=$(SEED) SHUFFLECERT_TEST_MULTIPLIER=$(MULTIPLIER) \
	  ctest --test-dir build/release --output-on-failure -j $(JOBS)

# The programs of `show --script` that take longest, some minutes in all.
test-long: dependencies
	cmake --preset release $(call generator,release)
	cmake --build --preset release --target test_claims -j $(JOBS)
	build/release/tests/test_claims "[.long]"

# Opens every page of a report in headless Chromium: of the built-in catalogue, and of one whose texts
# try to be executed. Renders a results file of 2,000 claims.
BROWSER := build/browser
browser-test: dependencies-ci program
	@mkdir -p $(BROWSER)
	@rm -rf $(BROWSER)/site $(BROWSER)/hostile
	tests/browser/check_report.py --self-test
	build/release/shufflecert verify --effort 0 --output $(BROWSER)/results.json >/dev/null
	build/release/shufflecert report $(BROWSER)/results.json --output $(BROWSER)/site >/dev/null
	tests/browser/check_report.py $(BROWSER)/site
	tests/browser/check_hostile.sh build/release/shufflecert $(BROWSER)/hostile
	tests/browser/large_report.sh build/release/shufflecert $(BROWSER)/large

# The playground: one page in build/playground that computes in the browser (examples/playground/README.md).
# The first time it builds four libraries for the browser, which takes half an hour on two cores; neither target is
# part of .ci/run. playground-test opens the page in headless Chromium and holds every digit against the
# program's.
playground: dependencies
	@cmake/install-debian-packages.sh playground
	@JOBS=$(JOBS) examples/playground/build.sh

playground-test: dependencies-ci program playground
	tests/browser/check_playground.py build/playground/index.html build/release/shufflecert

# A run in parts under a real Slurm of two nodes on this machine, with the scripts of
# examples/cluster; a program, a task and a node are lost on the way. What is judged: all claims, or
# CLUSTER_CLAIMS="a-paper --effort 2". Each of four parts needs some dozen claims, to be lost among them.
cluster-test: dependencies-cluster program
	tests/cluster/run.sh build/release/shufflecert build/cluster $(CLUSTER_CLAIMS)

# The Python package in build/python, and its tests. PYTHON is the interpreter that it is for; the
# packages of Debian are those of Debian's own.
PYTHON ?= /usr/bin/python3
python: dependencies
	@cmake/install-debian-packages.sh python
	@cmake --preset release $(call generator,release) -DSHUFFLECERT_PYTHON=ON -DPython3_EXECUTABLE=$(PYTHON) >build-log.txt 2>&1 || { cat build-log.txt; rm -f build-log.txt; exit 1; }
	@rm -f build-log.txt
	@cmake --build --preset release --target shufflecert_python_package -j $(JOBS)
	@PYTHONPATH=build/python PYTHONDONTWRITEBYTECODE=1 $(PYTHON) -m pytest -q -p no:cacheprovider python/tests

dependencies:
	@cmake/install-debian-packages.sh build

dependencies-ci:
	@cmake/install-debian-packages.sh build ci

dependencies-cluster:
	@cmake/install-debian-packages.sh build cluster

sanitize-build: dependencies-ci
	cmake --preset sanitize $(call generator,sanitize)
	cmake --build --preset sanitize -j $(JOBS)

# THIRD=1, 2 or 3 runs every third test file: all of them take a quarter of an hour.
comma := ,
sanitize: sanitize-build
	ctest --preset sanitize -j $(JOBS) $(if $(THIRD),-I $(THIRD)$(comma)$(comma)3)

# The tests that take longest, too: hours.
sanitize-all: sanitize-build
	ctest --test-dir build/sanitize --output-on-failure -j $(JOBS)

# The tests of what uses threads under the thread sanitizer, which is slow. See docs/develop/building.md.
THREADED := claims|reports|program
sanitize-threads: dependencies-ci
	cmake --preset tsan $(call generator,tsan)
	cmake --build --preset tsan -j $(JOBS) --target shufflecert_program test_claims test_reports test_program
	ctest --preset tsan -j $(JOBS) -L '$(THREADED)'

# Formulas, catalogues, results, journals, proofs and command lines under libFuzzer and the
# sanitizers, and random formulas and claims against the slow evaluator: FUZZ_SECONDS in all. See
# tests/fuzz/README.md.
FUZZ_SECONDS ?= 3600
fuzz: dependencies-ci
	cmake --preset fuzz $(call generator,fuzz)
	cmake --build --preset fuzz -j $(JOBS) --target shufflecert_program shufflecert_fuzz \
	  fuzz_formulas fuzz_catalogues fuzz_results fuzz_journals fuzz_proofs fuzz_command_lines
	tests/fuzz/run.sh build/fuzz $(FUZZ_SECONDS)

# Readers alone, on short inputs and without the address sanitizer: several times as many.
fuzz-readers: dependencies-ci
	cmake --preset readers $(call generator,readers)
	cmake --build --preset readers -j $(JOBS) --target \
	  fuzz_formulas fuzz_catalogues fuzz_results fuzz_journals fuzz_proofs
	tests/fuzz/run.sh build/readers $(FUZZ_SECONDS) readers

# Random claims in one process for two hours, or for SOAK_SECONDS: memory stays flat. tests/fuzz/README.md.
SOAK_SECONDS ?= 7200
soak: dependencies
	cmake --preset release $(call generator,release)
	cmake --build --preset release -j $(JOBS) --target shufflecert_soak
	build/release/tests/fuzz/shufflecert_soak --seconds $(SOAK_SECONDS)

# Certified values for the tests of accounting libraries, each computed twice: docs/guide/test-vectors.md.
# Some minutes.
test-vectors: program
	@cmake/install-debian-packages.sh python
	@/usr/bin/python3 examples/vectors/make_vectors.py build/release/shufflecert build/test-vectors

# The documentation as a site in build/site, built and read without network.
docs-site:
	@cmake/install-debian-packages.sh docs
	@mkdocs build --quiet --strict --clean
	@cp -r /usr/share/javascript/mathjax build/site/mathjax
	@echo "Site: $(CURDIR)/build/site/index.html; its search needs a server: python3 -m http.server -d build/site"

# Pages of the comments in include/, in build/api/html; a comment that is missing is an error.
docs-api:
	@cmake/install-debian-packages.sh docs
	@mkdir -p build && rm -rf build/api && doxygen cmake/Doxyfile
	@echo "Pages: $(CURDIR)/build/api/html/index.html"

dependencies-bench:
	@cmake/install-debian-packages.sh build bench

$(BENCH_PROGRAM): dependencies-bench FORCE
	@cmake --preset bench $(call generator,release) >build-log.txt 2>&1 || { cat build-log.txt; rm -f build-log.txt; exit 1; }
	@rm -f build-log.txt
	@cmake --build --preset bench --target shufflecert_bench -j $(JOBS)

# The table of times in docs/methods/speed.md, in one run of some minutes.
bench: $(BENCH_PROGRAM)
	@bench/speed-table.sh $(BENCH_PROGRAM) >$(BENCH_PROGRAM)-table.new && mv $(BENCH_PROGRAM)-table.new build/release/bench/speed.md
	@cat build/release/bench/speed.md
	@echo "Table: $(CURDIR)/build/release/bench/speed.md"

# The Python package beside C++ on the same arrays: CPU seconds, and their ratio. Some minutes.
bench-python: $(BENCH_PROGRAM)
	@cmake/install-debian-packages.sh python
	@cmake --preset bench $(call generator,release) -DSHUFFLECERT_PYTHON=ON -DPython3_EXECUTABLE=$(PYTHON) >build-log.txt 2>&1 || { cat build-log.txt; rm -f build-log.txt; exit 1; }
	@rm -f build-log.txt
	@cmake --build --preset bench --target shufflecert_python_package -j $(JOBS)
	@PYTHONPATH=build/python PYTHONDONTWRITEBYTECODE=1 $(PYTHON) bench/python_factor.py $(BENCH_PROGRAM)

# What part of the first rows' instructions are multiplications of balls.
profile: $(BENCH_PROGRAM)
	@bench/profile.sh $(BENCH_PROGRAM)

FORCE:

format:
	clang-format -i $(FORMATTED)

check-format:
	clang-format --dry-run --Werror $(FORMATTED)

# With the commands of the clang build, whose flags clang-tidy understands, each file by itself.
TIDY_COMMANDS = cmake --preset sanitize -B build/tidy $(call generator,tidy) -DSHUFFLECERT_UNITY=OFF -DSHUFFLECERT_PRECOMPILE=OFF
tidy: dependencies-ci
	$(TIDY_COMMANDS)
	run-clang-tidy -quiet -p build/tidy -j $(JOBS) '$(CURDIR)/(src|verify|reports)/.*\.cpp$$'

# The same for the sources that the last commit changed.
CHANGED = $(shell git diff --name-only --diff-filter=d HEAD~1 2>/dev/null | grep -E '^(src|verify|reports)/.*\.cpp$$')
tidy-changed: dependencies-ci
	$(TIDY_COMMANDS)
	@if [ -n "$(CHANGED)" ]; then echo $(CHANGED) | xargs -n 1 -P $(JOBS) clang-tidy -quiet -p build/tidy; fi

clean:
	rm -rf build audit

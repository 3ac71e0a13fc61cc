# The whole developer experience; `make help` lists it. CMake does the work, in build/<preset>.

JOBS         ?= $(shell nproc)
WERROR       ?= ON
PREFIX       ?= /usr/local
FUZZ_SECONDS ?= 3600
CTEST_ARGS   ?=
COMPILED     ?=
BENCH_ARGS   ?=

release := build/release
fuzz    := build/fuzz
sources  = $(shell find src tests benchmarks examples python -name '*.h' -o -name '*.cpp' 2>/dev/null)
ctest    = ctest --parallel $(JOBS) --output-on-failure --no-tests=error $(CTEST_ARGS)

# $(call build,preset[,CMake arguments[,target]]): configure quietly, then build.
define build
	@mkdir -p build
	@cmake --preset $(1) $(2) >build/$(1).log 2>&1 || { cat build/$(1).log; exit 1; }
	@cmake --build build/$(1) --parallel $(JOBS) $(if $(3),--target $(3))
endef

.DEFAULT_GOAL := help
.PHONY: help demo test clang verify bench papers asan fuzz search fuzzers coverage format lint docs install clean deps-build deps-test deps-bench deps

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

demo: deps-build ## install what is missing, build, run a model, end with a report
	$(call build,release,-DTRAMMEL_WERROR=$(WERROR),demo)
	@tools/demo $(release) out/demo

test: deps-test ## build with GCC, run every test; warnings are errors
	$(call build,release,-DTRAMMEL_WERROR=$(WERROR))
	@$(ctest) --test-dir $(release) --label-exclude verify --output-junit test-report.xml

clang: deps-test ## read everything with Clang as well (syntax and warnings); CI does, after the tests
	$(call build,release,-DTRAMMEL_WERROR=$(WERROR),help >/dev/null)
	@tools/check_clang.py --jobs $(JOBS) $(if $(COMPILED),--compiled $(COMPILED)) $(release)

verify: deps-test ## the full verification tables, into docs/verification (up to an hour)
	$(call build,release,-DTRAMMEL_WERROR=$(WERROR))
	$(call build,release,,verifications)
	@$(ctest) --test-dir $(release) --label-regex verify --verbose

bench: deps-bench ## run the benchmarks; BENCH_ARGS='--problem a100 ...' runs that part of the suite only
	$(call build,release,-DTRAMMEL_WERROR=$(WERROR),benchmarks)
	@benchmarks/suite/run $(release) $(BENCH_ARGS)
	@[ -n "$(BENCH_ARGS)" ] || for program in $(release)/benchmarks/*_bench; do $$program || exit 1; done

papers: deps-build ## run the experiments of the papers again, into docs/papers (a few minutes)
	$(call build,release,-DTRAMMEL_WERROR=$(WERROR),trammel)
	@$(release)/trammel bench papers -o docs/papers >/dev/null

asan: deps-test ## run every test under the address and undefined-behaviour sanitizers
	$(call build,asan)
	@LSAN_OPTIONS=suppressions=$(CURDIR)/tools/leaks.supp:print_suppressions=0 $(ctest) --test-dir build/asan --label-exclude 'verify|packaging'

fuzz: deps-test ## feed the readers random input for FUZZ_SECONDS in all (3600)
	$(call build,fuzz,-DTRAMMEL_WERROR=$(WERROR),all_fuzzers)
	@tools/fuzz $(fuzz) $(FUZZ_SECONDS)

search: deps-test ## feed the readers of datasets and expressions random input for a minute; CI does, after the tests
	@! tools/fuzz --available || { $(MAKE) --no-print-directory fuzzers && tools/fuzz $(fuzz) 60 adm expression; }

fuzzers:
	$(call build,fuzz,-DTRAMMEL_WERROR=$(WERROR),fuzzers)

coverage: deps ## line coverage of src/ by the tests, into build/coverage/report
	$(call build,coverage)
	@tools/coverage build/coverage $(JOBS)

format: deps ## clang-format everything in place
	@clang-format -i $(sources)

lint: deps ## clang-format, clang-tidy, layers, labels, links
	$(call build,release,-DTRAMMEL_WERROR=$(WERROR),help >/dev/null)
	@clang-format --dry-run --Werror $(sources)
	@tools/check_layers.py
	@tools/check_equation_labels.py
	@tools/check_style.py
	@tools/check_links.py
	@tools/check_clang.py --jobs $(JOBS) --tidy $(release)

docs: deps-test ## rewrite docs/reference from the tables in the code, check labels and links
	$(call build,release,-DTRAMMEL_WERROR=$(WERROR))
	@for program in $(release)/tests/*_tests; do \
	  TRAMMEL_UPDATE_DOCS=1 $$program --gtest_filter='Manual.*' --gtest_brief=1 >build/docs.log || \
	    { cat build/docs.log; exit 1; }; done
	@tools/check_equation_labels.py
	@tools/check_links.py

install: deps-build ## install libraries, headers, program and CMake package into PREFIX (/usr/local)
	$(call build,release,-DTRAMMEL_WERROR=$(WERROR),product)
	@cmake --install $(release) --prefix $(PREFIX)

clean: ## remove build/ and out/
	@rm -rf build out

deps-build:
	@tools/install-deps build

deps-test:
	@tools/install-deps build test

deps-bench:
	@tools/install-deps build test bench

deps:
	@tools/install-deps

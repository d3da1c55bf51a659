# Numbridge.  `make help` lists the targets.  Everything lands in build/$(FLAVOR).
FLAVOR ?= release
OUT := build/$(FLAVOR)
PROTOC_C ?= protoc-c
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
DESTDIR ?=
ifeq ($(V),1)
Q :=
else
Q := @
endif

# --- how things are compiled -------------------------------------------------------------------
WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
        -Wswitch-enum -Wcast-qual -Wwrite-strings -Wvla -Wundef -Wformat=2
ifeq ($(WERROR),1)
WARN += -Werror
endif
SAN := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
OPT_release := -O2 -g -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
OPT_debug := -O0 -g -fPIE
OPT_asan := -O1 -g -fPIE $(SAN)
OPT_cov := -O0 -g -fPIE -fprofile-instr-generate -fcoverage-mapping
OPT_fuzz := -O1 -g -fPIE $(SAN) -fsanitize=fuzzer-no-link
LD_release := -pie -Wl,-z,relro,-z,now
LD_debug := -pie
LD_asan := -pie $(SAN)
LD_cov := -pie -fprofile-instr-generate -fcoverage-mapping
LD_fuzz := -pie $(SAN)
ifneq ($(filter cov fuzz,$(FLAVOR)),)
CC := clang
endif
CC ?= cc

ALL_CFLAGS = -std=c17 -D_POSIX_C_SOURCE=200809L $(WARN) $(OPT_$(FLAVOR)) -MMD -MP \
             -Iproto -I. -I$(OUT)/gen $(CFLAGS)
ALL_LDFLAGS = $(LD_$(FLAVOR)) -Wl,--as-needed $(LDFLAGS)

# --- what there is: a new file in one of these folders needs no edit here -----------------------
objs = $(patsubst %.c,$(OUT)/%.o,$(1))
mains = $(if $(wildcard $(1)/*.c),$(shell grep -l '^int main' $(1)/*.c))
helpers = $(filter-out $(call mains,$(1)),$(wildcard $(1)/*.c))

GEN := $(patsubst proto/%.proto,$(OUT)/gen/%.pb-c.c,$(wildcard proto/*.proto))
PROTO_OBJS := $(call objs,$(wildcard proto/*/*.c)) $(GEN:.c=.o)
KEYS_OBJS := $(call objs,$(wildcard keys/*.c))
DAEMON_OBJS := $(call objs,$(filter-out daemon/main.c,$(wildcard daemon/*.c)))
CLI_OBJS := $(call objs,$(filter-out cli/main.c cli/verify.c,$(wildcard cli/*.c)))

PROTO := $(OUT)/libproto.a
KEYS := $(OUT)/libkeys.a
LIBS := $(OUT)/libcli.a $(OUT)/libdaemon.a $(KEYS) $(PROTO)
TESTLIB := $(OUT)/libtests.a
ALL_LIBS := -lzmq -lsqlite3 -linih -lreadline -ljansson -lprotobuf-c -lsodium -lminiupnpc \
            -lnatpmp -lqrencode -lpthread

PROGRAMS := $(if $(wildcard daemon/main.c),$(OUT)/numbridged) \
            $(if $(wildcard cli/main.c),$(OUT)/numbridge) \
            $(if $(wildcard cli/verify.c),$(OUT)/numbridge-verify)

test_programs = $(patsubst %.c,$(OUT)/%,$(call mains,$(1)))
UNIT := $(patsubst tests/unit/%.c,$(OUT)/tests/%,$(wildcard tests/unit/test_*.c))
ATTACK := $(call test_programs,tests/attack)
SIM := $(call test_programs,tests/sim)
FAULTS := $(call test_programs,tests/faults)
SHIM := $(OUT)/tests/libfaults.so
BENCH := $(call test_programs,tests/bench)
TOOLS := $(call test_programs,tests/tools)
FUZZ := $(patsubst tests/fuzz/%.c,$(OUT)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

# --- targets for people -------------------------------------------------------------------------
.DEFAULT_GOAL := all
.PHONY: all help deps play check demo bench sim fuzz asan valgrind cov lint install clean \
        unit tests bench-programs corpus check-run check-source
.DELETE_ON_ERROR:

all: $(LIBS) $(PROGRAMS) ## build the three programs (FLAVOR=release debug asan; V=1 WERROR=1)
	@:

help: ## this list
	@sed -n 's/^\([a-z-]*\):.* ## \(.*\)/  make \1\t\2/p' Makefile | expand -t 24

deps: ## install the Debian packages that are missing for playing and testing
	@.ci/deps play test

play: ## from nothing to the prompt: install, build, start
	@.ci/deps play
	@$(MAKE) --no-print-directory FLAVOR=release all
	@echo "How the games are played: 'help rules'."
	@echo "With a friend: 'invite' prints a line to send; the friend types 'join LINE'."
	@exec build/release/numbridge

check: ## everything the tests need, then all tests; the last line counts them
	@.ci/deps play test
	@$(MAKE) --no-print-directory WERROR=1 all tests
	@$(MAKE) --no-print-directory check-run

demo: ## two players, one whole game with real programs
	@.ci/deps play test
	@$(MAKE) --no-print-directory all
	@BIN=$(OUT) tests/e2e/demo.sh

bench: ## measure; B=NAME measures one
	@.ci/deps play test
	@$(MAKE) --no-print-directory FLAVOR=release all bench-programs
	@tests/bench.sh build/release $(B)

sim: ## many games of whole simulated peers: make sim N=10000 SEED=1
	@.ci/deps play test
	@$(MAKE) --no-print-directory $(OUT)/tests/sim/sim_chaos
	@tests/sim.sh $(OUT) $(or $(N),10000) $(or $(SEED),1)

fuzz: ## hunt with libFuzzer: make fuzz T=ticket SECS=60
	@.ci/deps play lint
	@$(MAKE) --no-print-directory FLAVOR=fuzz build/fuzz/fuzz/fuzz_$(T)
	@mkdir -p build/fuzz/found/$(T)
	build/fuzz/fuzz/fuzz_$(T) -max_total_time=$(or $(SECS),60) -artifact_prefix=build/fuzz/ \
	    build/fuzz/found/$(T) tests/fuzz/corpus/$(T)

asan: ## all tests again with address and undefined behaviour sanitizers
	@.ci/deps play test
	@$(MAKE) --no-print-directory FLAVOR=asan all tests
	@$(MAKE) --no-print-directory FLAVOR=asan check-run

# (libc keeps the stacks of threads that ended: "possibly lost" is no error.)
valgrind: ## unit tests under memcheck
	@.ci/deps play test lint
	@$(MAKE) --no-print-directory FLAVOR=debug tests
	@for t in $(notdir $(UNIT)); do \
	    valgrind -q --leak-check=full --errors-for-leak-kinds=definite --error-exitcode=9 \
	        build/debug/tests/$$t || exit 1; done

cov: ## lines of the code that the tests reach
	@.ci/deps play test lint
	@$(MAKE) --no-print-directory FLAVOR=cov all tests
	@rm -rf build/cov/raw && mkdir -p build/cov/raw
	-@LLVM_PROFILE_FILE=$(CURDIR)/build/cov/raw/%9m.profraw \
	    $(MAKE) --no-print-directory FLAVOR=cov check-run
	@llvm-profdata merge -sparse -o build/cov/all.profdata build/cov/raw/*.profraw
	@llvm-cov report -instr-profile=build/cov/all.profdata \
	    -ignore-filename-regex='(tests|gen)/' $(addprefix -object ,$(PROGRAMS:$(OUT)/%=build/cov/%) \
	    $(patsubst tests/unit/%.c,build/cov/tests/%,$(wildcard tests/unit/test_*.c)))

C_FILES = $(wildcard proto/*/*.c keys/*.c daemon/*.c cli/*.c)
lint: ## clang-tidy, cppcheck, shellcheck
	@.ci/deps play test lint
	@$(MAKE) --no-print-directory all
	shellcheck -x -S warning .ci/run .ci/deps $(shell find tests -name '*.sh')
	cppcheck --quiet --std=c11 --enable=warning,portability,performance --inline-suppr \
	    --suppress=missingIncludeSystem --error-exitcode=1 -Iproto -I. $(C_FILES)
	clang-tidy --quiet $(C_FILES) -- -std=c17 -D_POSIX_C_SOURCE=200809L -Iproto -I. -I$(OUT)/gen

# Where zsh looks: a folder of its own for packages.
ZSH_DIR = share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
install: all install-languages ## into $(DESTDIR)$(PREFIX)
	install -d $(DESTDIR)$(BINDIR) $(addprefix $(DESTDIR)$(PREFIX)/share/man/,man1 man5 man8)
	install -m 755 $(PROGRAMS) $(DESTDIR)$(BINDIR)
	for s in 1 5 8; do for m in docs/*.$$s; do [ ! -e $$m ] || \
	    install -m 644 $$m $(DESTDIR)$(PREFIX)/share/man/man$$s || exit 1; done; done
	install -D -m 644 cli/completion/numbridge.bash \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions/numbridge
	install -D -m 644 cli/completion/_numbridge $(DESTDIR)$(PREFIX)/$(ZSH_DIR)/_numbridge
	install -D -m 644 docs/numbridge.schema.json $(DESTDIR)$(PREFIX)/share/numbridge/numbridge.schema.json
	install -D -m 644 docs/bots.md $(DESTDIR)$(PREFIX)/share/doc/numbridge/bots.md
	install -d $(DESTDIR)$(PREFIX)/share/doc/numbridge/examples
	install -m 755 docs/examples/* $(DESTDIR)$(PREFIX)/share/doc/numbridge/examples
	install -d $(DESTDIR)$(PREFIX)/lib/systemd/user
	sed 's,/usr/bin/,$(BINDIR)/,' daemon/numbridged.service \
	    >$(DESTDIR)$(PREFIX)/lib/systemd/user/numbridged.service
	chmod 644 $(DESTDIR)$(PREFIX)/lib/systemd/user/numbridged.service

.PHONY: deb deb-check
deb: ## a Debian package, in build/deb
	@.ci/deps play test package
	@.ci/deb

deb-check: ## the same, then lintian, and a demonstration in a fresh system (root)
	@.ci/deps play test package
	@.ci/deb check

clean: ## forget everything built
	rm -rf build

include cli/po/po.mk

# Many tests wait more than they compute: twice as many at a time as there are processors.
JOBS ?= $(shell echo $$((2 * $$(nproc))))

# --- tests --------------------------------------------------------------------------------------
tests: $(UNIT) $(ATTACK) $(SIM) $(FAULTS) $(SHIM) $(FUZZ) $(TOOLS)
bench-programs: $(BENCH)

unit: $(UNIT) ## only the unit tests
	@set -e; for t in $(UNIT); do $$t; done

check-source: $(PROTO) ## only the checks of the source text
	@printf '120 %s %s\n' $(foreach s,$(sort $(wildcard tests/source/*.sh)),$(s) $(s)) | \
	    BIN=$(OUT) tests/run.sh $(JOBS)

# One line a test: seconds it may take, name, command.
check-run:
	@BIN=$(OUT) tests/list.sh $(OUT) | BIN=$(OUT) tests/run.sh $(JOBS)

# --- rules --------------------------------------------------------------------------------------
$(OUT)/gen/%.pb-c.c $(OUT)/gen/%.pb-c.h &: proto/%.proto
	@mkdir -p $(@D)
	@command -v $(PROTOC_C) >/dev/null || { echo "$(PROTOC_C) is missing: type 'make deps'"; exit 1; }
	$(Q)$(PROTOC_C) --c_out=$(OUT)/gen -Iproto $<

$(OUT)/gen/%.o: $(OUT)/gen/%.c
	$(Q)$(CC) -std=c17 -w $(OPT_$(FLAVOR)) -I$(OUT)/gen -c -o $@ $<

$(OUT)/cli/lang.o: ALL_CFLAGS += -DLOCALEDIR='"$(PREFIX)/share/locale"'
# Style and script of exported pictures and pages, as arrays of lines: picture.css is picture_css.
INC := $(patsubst %,$(OUT)/gen/%.inc,$(wildcard cli/*.css cli/*.js))
$(OUT)/gen/cli/%.inc: cli/%
	@mkdir -p $(@D)
	$(Q){ echo 'static const char *const $(subst .,_,$(notdir $<))[] = {'; \
	    sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n",/' $<; echo '};'; } >$@

$(OUT)/%.o: %.c | $(GEN) $(INC)
	@mkdir -p $(@D)
	$(if $(Q),@echo "  CC $<")
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

define archive
	@rm -f $@
	$(Q)ar qcs $@ $^
endef
$(PROTO): $(PROTO_OBJS)
	$(archive)
$(KEYS): $(KEYS_OBJS)
	$(archive)
$(OUT)/libdaemon.a: $(DAEMON_OBJS)
	$(archive)
$(OUT)/libcli.a: $(CLI_OBJS)
	$(archive)

define link
	@mkdir -p $(@D)
	$(if $(Q),@echo "  LD $@")
	$(Q)$(CC) $(OPT_$(FLAVOR)) $(CFLAGS) -o $@ $(filter %.o,$^) $(ALL_LDFLAGS) $(filter %.a,$^)
endef
$(OUT)/numbridged: $(OUT)/daemon/main.o $(OUT)/libdaemon.a $(KEYS) $(PROTO)
	$(link) -lzmq -lsqlite3 -linih -lprotobuf-c -lsodium -lminiupnpc -lnatpmp
$(OUT)/numbridge: $(OUT)/cli/main.o $(OUT)/libcli.a $(KEYS) $(PROTO)
	$(link) -lreadline -ljansson -linih -lprotobuf-c -lsodium -lqrencode
# The verifier must need nothing but the pure part: its libraries say so.
# (What draws for the prompt draws for it too: libcli.a is asked for that alone.)
$(OUT)/numbridge-verify: $(OUT)/cli/verify.o $(OUT)/libcli.a $(KEYS) $(PROTO)
	$(link) -lprotobuf-c -lsodium

# What simulates a table of players, and what forges, serves all kinds of tests.
$(TESTLIB): $(call objs,$(call helpers,tests/sim) $(call helpers,tests/attack))
	$(archive)
$(UNIT): $(OUT)/tests/%: $(OUT)/tests/unit/%.o $(TESTLIB) $(LIBS)
	$(link) -lcmocka $(ALL_LIBS)
$(FAULTS): $(OUT)/%: $(OUT)/%.o $(call objs,$(call helpers,tests/faults)) $(TESTLIB) $(LIBS)
	$(link) -lcmocka $(ALL_LIBS)
# Preloaded into whole programs, so it is built without sanitizers.
$(SHIM): tests/faults/shim/faults.c
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c17 $(WARN) -O1 -g -fPIC -shared -o $@ $<
$(BENCH): $(OUT)/%: $(OUT)/%.o $(call objs,$(call helpers,tests/bench)) $(TESTLIB) $(LIBS)
	$(link) $(ALL_LIBS)
# Every function of libsodium that the pure part calls goes through a wrapper that counts.
SODIUM_CALLS = $(shell grep -oE '^ *X.crypto_[a-z0-9_]+' tests/bench/bench_verify.c | \
                 grep -oE 'crypto_.*')
$(OUT)/tests/bench/bench_verify: LDFLAGS += $(SODIUM_CALLS:%=-Xlinker --wrap=%)
$(SIM) $(ATTACK): $(OUT)/%: $(OUT)/%.o $(TESTLIB) $(LIBS)
	$(link) -lcmocka $(ALL_LIBS)
$(TOOLS): $(OUT)/%: $(OUT)/%.o $(call objs,$(call helpers,tests/tools)) $(TESTLIB) $(LIBS)
	$(link) -lcmocka $(ALL_LIBS)
# Under clang's fuzzer the program has its main; otherwise driver.c runs the corpus once.
FUZZ_MAIN := $(if $(filter fuzz,$(FLAVOR)),,$(OUT)/tests/fuzz/driver.o)
$(FUZZ): $(OUT)/fuzz/%: $(OUT)/tests/fuzz/%.o $(FUZZ_MAIN) $(TESTLIB) $(LIBS)
	$(link) $(if $(FUZZ_MAIN),,-fsanitize=fuzzer) $(ALL_LIBS)

corpus: $(OUT)/tests/tools/make_corpus
	$< tests/fuzz/corpus

.SECONDARY:
-include $(wildcard $(OUT)/*/*.d $(OUT)/*/*/*.d)

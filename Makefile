# Numbridge.  `make help` lists the targets.
FLAVOR ?= release
B := build/$(FLAVOR)
CC ?= cc
PKG_CONFIG ?= pkg-config
PROTOC_C ?= protoc-c

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
        -Wswitch-enum -Wcast-qual -Wwrite-strings -Wvla -Wundef -Wformat=2
OPT_release := -O2 -g -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
OPT_debug := -O0 -g -fPIE
OPT_asan := -O1 -g -fPIE -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
LD_release := -pie -Wl,-z,relro,-z,now
LD_debug := -pie
LD_asan := -pie -fsanitize=address,undefined
ifeq ($(WERROR),1)
WARN += -Werror
endif

BASE_CFLAGS := -std=c17 -D_POSIX_C_SOURCE=200809L $(WARN) $(OPT_$(FLAVOR)) -MMD -MP -Iproto -I. -I$(B)/gen
LDFLAGS += $(LD_$(FLAVOR))

GEN := $(patsubst proto/%.proto,$(B)/gen/%.pb-c.c,$(wildcard proto/*.proto))
GEN_OBJS := $(GEN:.c=.o)
PROTO_SRCS := $(wildcard proto/base/*.c proto/rules/*.c proto/bag/*.c proto/wire/*.c proto/chain/*.c)
PROTO_OBJS := $(PROTO_SRCS:%.c=$(B)/%.o)
KEYS_OBJS := $(patsubst %.c,$(B)/%.o,$(wildcard keys/*.c))
DAEMON_OBJS := $(patsubst %.c,$(B)/%.o,$(wildcard daemon/*.c))
CLI_OBJS := $(patsubst %.c,$(B)/%.o,$(filter-out cli/verify.c,$(wildcard cli/*.c)))
UNIT_BINS := $(patsubst tests/unit/%.c,$(B)/tests/%,$(wildcard tests/unit/test_*.c))

PROTO_LIBS := -lprotobuf-c -lsodium

.PHONY: all unit clean
all: $(B)/libproto.a $(B)/libkeys.a

$(B)/gen/%.pb-c.c $(B)/gen/%.pb-c.h &: proto/%.proto
	@mkdir -p $(@D)
	$(PROTOC_C) --c_out=$(B)/gen -Iproto $<

$(B)/gen/%.o: $(B)/gen/%.c
	$(CC) -std=c17 -w $(OPT_$(FLAVOR)) -I$(B)/gen -c -o $@ $<

$(B)/%.o: %.c | $(GEN)
	@mkdir -p $(@D)
	$(CC) $(BASE_CFLAGS) $(CFLAGS) -c -o $@ $<

$(B)/libproto.a: $(PROTO_OBJS) $(GEN_OBJS)
	@rm -f $@
	ar rcs $@ $^
$(B)/libkeys.a: $(KEYS_OBJS)
	@rm -f $@
	ar rcs $@ $^

$(B)/tests/%: tests/unit/%.c $(B)/libkeys.a $(B)/libproto.a
	@mkdir -p $(@D)
	$(CC) $(BASE_CFLAGS) $(CFLAGS) -MF $@.d -o $@ $< $(LDFLAGS) $(B)/libkeys.a $(B)/libproto.a -lcmocka $(PROTO_LIBS)

unit: $(UNIT_BINS)
	@for t in $(UNIT_BINS); do $$t || exit 1; done

clean:
	rm -rf build

-include $(wildcard $(B)/*/*.d $(B)/*/*/*.d)

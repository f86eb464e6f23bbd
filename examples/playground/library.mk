# Compiles folders of C into one archive: FROM (the sources), MODULES (its folders), OUT (objects),
# LIBRARY, INCLUDES. The compiler is called without Emscripten's own front, which takes longer than it
# for most of the 5,000 files. Left out is what needs a clock or a test.

SOURCES := $(shell cd $(FROM) && find $(MODULES) -maxdepth 1 -name '*.c' ! -name gettimeofday.c \
             ! -name profiler.c ! -name test_helpers.c | sort)
OBJECTS := $(SOURCES:%.c=$(OUT)/%.o)
FLAGS := $(shell emcc --cflags) -O2 -w -include sys/types.h $(INCLUDES)

$(LIBRARY): $(OBJECTS)
	$(file >$@.list,$^)
	@rm -f $@
	@emar qc $@ @$@.list
	@emranlib $@

$(OUT)/%.o: $(FROM)/%.c
	@mkdir -p $(@D)
	@clang $(FLAGS) -c $< -o $@

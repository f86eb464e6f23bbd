# Compiles what the playground has of the project, one object for each room, and links it. Run by
# build.sh, which says where everything is: TOP (the project), OUT (where objects go), INCLUDES and
# LIBRARIES (flags). What a room needs is compiled together: its headers take longer than its files.

ROOMS := $(addprefix src/,arithmetic language/syntax language/evaluation language/analysis \
  language/functions quantities/binomial quantities/pairs quantities/outcomes quantities/normal \
  quantities/response quantities/variation quantities/clone/layers quantities/clone/summation \
  quantities/clone/integral quantities/clone/moments quantities/clone/tails quantities/clone \
  quantities/tradeoff quantities/conversions quantities/rounds quantities/divergences typeset \
  claims/text claims/catalogue claims/results claims/mechanisms claims/reading)
VERSION := $(shell sed -nE 's/.*VERSION_(MAJOR|MINOR|PATCH) ([0-9]+).*/\2/p' $(TOP)/include/shufflecert/version.hpp | paste -sd.)

# Digests of results files need Nettle; the playground writes none.
LEFT_OUT := src/claims/text/sha256.cpp
SINGLE := python/src/evaluation.cpp examples/playground/playground.cpp
EMBEDDED := catalogue_files results_schemas

# What links decides: exceptions of the browser's own, which Chromium, Firefox and Safari have had
# since 2021 and 2022.
# FLINT names a type ulong by a macro; the system has one of its own, to be named before.
FLAGS := -std=c++20 -include sys/types.h -O2 -DNDEBUG -fwasm-exceptions -DFMT_HEADER_ONLY=1 \
  -DSHUFFLECERT_VERSION='"$(VERSION)"' -Wall -Wextra -Wconversion -Wsign-conversion \
  -Werror -Wno-header-hygiene -I$(TOP) -I$(TOP)/src -I$(TOP)/include $(INCLUDES)
COMPILER_FLAGS := $(filter-out -fignore-exceptions,$(shell em++ --cflags))
LINKING := -O2 -fwasm-exceptions -sSINGLE_FILE=1 -sENVIRONMENT=worker,node -sMODULARIZE=1 \
  -sEXPORT_NAME=shufflecert -sEXPORTED_FUNCTIONS=_answer,_malloc,_free \
  -sEXPORTED_RUNTIME_METHODS=ccall,UTF8ToString -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB \
  -sTOTAL_STACK=8MB -sFILESYSTEM=0

OBJECTS := $(ROOMS:%=$(OUT)/%.o) $(SINGLE:%.cpp=$(OUT)/%.o) $(EMBEDDED:%=$(OUT)/%.o)

$(OUT)/shufflecert.js: $(OBJECTS)
	em++ $(LINKING) $^ $(LIBRARIES) -o $@

.SECONDEXPANSION:
$(ROOMS:%=$(OUT)/%.cpp): $(OUT)/%.cpp: $$(wildcard $(TOP)/$$*/*.cpp)
	@mkdir -p $(@D)
	@for file in $(filter-out $(LEFT_OUT:%=$(TOP)/%),$^); do echo "#include \"$$file\""; done >$@

$(ROOMS:%=$(OUT)/%.o) $(EMBEDDED:%=$(OUT)/%.o): %.o: %.cpp
	clang++ $(COMPILER_FLAGS) $(FLAGS) -MD -c $< -o $@

$(SINGLE:%.cpp=$(OUT)/%.o): $(OUT)/%.o: $(TOP)/%.cpp
	@mkdir -p $(@D)
	clang++ $(COMPILER_FLAGS) $(FLAGS) -MD -c $< -o $@

embed = cmake "-DOUTPUT=$@" -DNAMESPACE=shufflecert::embedded -DFUNCTION=$(*F) \
  "-DINPUTS=$(shell echo $(filter-out %.cmake,$^) | tr ' ' ';')" -P $(TOP)/cmake/WriteEmbeddedText.cmake
$(OUT)/catalogue_files.cpp: $(OUT)/%.cpp: $(wildcard $(TOP)/verify/papers/*.toml) $(TOP)/cmake/WriteEmbeddedText.cmake
	$(embed)
$(OUT)/results_schemas.cpp: $(OUT)/%.cpp: $(TOP)/docs/reference/results-schema.json $(TOP)/cmake/WriteEmbeddedText.cmake
	$(embed)

-include $(OBJECTS:.o=.d)

#!/bin/sh
# Builds the playground, one page that computes in the browser: build.sh [FOLDER], where everything
# goes (build/playground). The page is FOLDER/index.html. The first build takes about half an hour
# on two cores; what is there is not built again.
#
# Needs Emscripten with its clang, and cmake, make, python3 and the headers of Boost, nlohmann-json,
# toml++, fmt and PEGTL: Debian's packages of cmake/debian-packages.txt, sections build and
# playground. The sources of GMP, MPFR, FLINT and Arb are Debian's, of the release that apt is set up
# for, fetched by apt into FOLDER. JOBS says how many compilers run at once.
set -eu

TOP=$(cd "$(dirname "$0")/../.." && pwd)
OUT=${1:-$TOP/build/playground}
JOBS=${JOBS:-$(nproc 2>/dev/null || echo 2)}
mkdir -p "$OUT/sources" "$OUT/lists/partial" "$OUT/lists/parts"
OUT=$(cd "$OUT" && pwd)
PREFIX=$OUT/prefix
export EMCC_SKIP_SANITY_CHECK=1
# Debian's node modules, for any node; and what Emscripten writes before version 3.1.12 finds its
# file with Node's fetch() switched off only.
export NODE_PATH="/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}"
export NODE_OPTIONS="--no-experimental-fetch ${NODE_OPTIONS:-}"

logged() {  # logged NAME FUNCTION: runs it, and shows the end of its output only if it fails
  set +e  # within the function an error must end it, which || would not let it
  (set -e; "$2") >"$OUT/$1.log" 2>&1
  status=$?
  set -e
  [ $status -eq 0 ] && return
  tail -n 30 "$OUT/$1.log" | cut -c1-300 >&2
  echo "build.sh: failed, see $OUT/$1.log" >&2
  exit 1
}

fetched() {  # The archives of all four, with lists of apt's own so that the system's stay as they are.
  cd "$OUT/sources"
  ls gmp_*.orig.tar.* mpfr4_*.orig.tar.* flint_*.orig.tar.* flint-arb_*.orig.tar.* >/dev/null 2>&1 && return
  for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
    [ -s "$file" ] || continue
    sed -E 's/^Types: deb$/Types: deb-src/; s/^deb /deb-src /' "$file" >"$OUT/lists/parts/${file##*/}"
  done
  apt="apt-get -q -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts=$OUT/lists/parts \
    -o Dir::State::Lists=$OUT/lists"
  $apt update
  $apt source --download-only gmp mpfr4 flint flint-arb
}

unpacked() {  # unpacked NAME PATTERN: into FOLDER/NAME
  [ -d "$OUT/$1" ] && return
  mkdir -p "$OUT/unpacking"
  for archive in "$OUT"/sources/$2; do tar -xf "$archive" -C "$OUT/unpacking"; done
  mv "$OUT"/unpacking/* "$OUT/$1"
}

# A number of GMP has 64 bits, and so has every whole number that FLINT is handed, although a long
# has 32 here: the arithmetic is the same as on a 64-bit machine.
build_gmp() {
  unpacked gmp 'gmp_*.orig.tar.*'
  cd "$OUT/gmp"
  mkdir -p doc && printf 'all install:\n' >doc/Makefile.in  # Debian's archive has no documentation
  # The script cannot tell how a double is kept, and the code for what it does not know is wrong.
  gmp_cv_c_double_format='IEEE little endian' limb_standard=longlong CC_FOR_BUILD=cc emconfigure ./configure --host=none --disable-assembly \
    --disable-shared --enable-static --disable-cxx --prefix="$PREFIX" CFLAGS=-O2
  grep -q '^#define _LONG_LONG_LIMB 1' gmp.h
  grep -q '^#define HAVE_DOUBLE_IEEE_LITTLE_ENDIAN 1' config.h
  emmake make -j "$JOBS" SUBDIRS="mpn mpz mpq mpf printf scanf rand" install
}

build_mpfr() {
  unpacked mpfr 'mpfr4_*.orig.tar.*'
  cd "$OUT/mpfr"
  mpfr_cv_c_double_format='IEEE double, little endian' \
    mpfr_cv_c_long_double_format='IEEE quad, little endian' \
    emconfigure ./configure --host=none --disable-shared --enable-static --disable-thread-safe \
    --disable-float128 --disable-decimal-float --with-gmp="$PREFIX" --prefix="$PREFIX" CFLAGS=-O2
  emmake make -C src -j "$JOBS" install
}

# FLINT knows words that are a long long from Windows. Its configure script looks at the machine that
# it runs on; the few headers that it writes are written here.
build_flint() {
  unpacked flint 'flint_*.orig.tar.*'
  unpacked arb 'flint-arb_*.orig.tar.*'
  cd "$OUT/flint"
  grep -rlE 'defined\(_WIN64\) \|\| defined\(__mips64\)' --include='*.h' --include='*.c' . |
    xargs -r sed -i 's/defined(_WIN64) || defined(__mips64)/defined(_WIN64) || defined(__mips64) || defined(__EMSCRIPTEN__)/'
  sed -i 's/(defined (__mips__) || defined (__arm__)/(defined (__EMSCRIPTEN__) || defined (__mips__) || defined (__arm__)/' longlong.h
  cp fmpz/link/fmpz_single.c fmpz/fmpz.c
  cp fmpz-conversions-single.in fmpz-conversions.h
  cp fft_tuning64.in fft_tuning.h
  for zero in USES_BLAS USES_TLS USES_FENV USES_PTHREAD BIG_ENDIAN USES_GC USES_CPUSET REENTRANT WANT_ASSERT; do
    echo "#define FLINT_$zero 0"
  done >flint-config.h
  echo "#define FLINT_DLL" >>flint-config.h
  mkdir -p "$PREFIX/include/flint"
  cp ./*.h "$PREFIX/include/flint"
  cp "$OUT"/arb/*.h "$PREFIX/include"
  make -j "$JOBS" -f "$TOP/examples/playground/library.mk" FROM="$OUT/flint" OUT="$OUT/flint-objects" \
    LIBRARY="$PREFIX/lib/libflint.a" INCLUDES="-I$OUT/flint -I$PREFIX/include" MODULES=". ulong_extras \
    long_extras perm double_extras d_vec d_mat mpfr_vec mpfr_mat mpf_vec mpf_mat mpn_extras nmod nmod_vec \
    nmod_mat nmod_poly nmod_poly_mat nmod_poly_factor n_poly nmod_mpoly nmod_mpoly_factor fmpz fmpz_vec \
    fmpz_poly fmpz_mat fmpz_lll fmpz_poly_mat fmpz_poly_factor fmpz_factor fmpz_mpoly fmpz_mpoly_factor \
    fmpz_mod fmpz_mod_vec fmpz_mod_mat fmpz_mod_poly fmpz_mod_poly_factor fmpz_mod_mpoly \
    fmpz_mod_mpoly_factor fmpq fmpq_vec fmpq_mat fmpq_poly fmpq_mpoly fmpq_mpoly_factor arith fft mpoly \
    aprcl qsieve thread_pool thread_support fq_nmod fq_nmod_vec fq_nmod_mat fq_nmod_poly \
    fq_nmod_poly_factor fq_nmod_mpoly fq_nmod_mpoly_factor"
}

# MPFR keeps exponents in a long; Arb hands it longer ones, which must be cut on the safe side.
build_arb() {
  sed -i 's/COEFF_IS_MPZ(\*ARF_EXPREF(y)))/COEFF_IS_MPZ(*ARF_EXPREF(y)) || ARF_EXP(y) > mpfr_get_emax() || ARF_EXP(y) < mpfr_get_emin())/' \
    "$OUT/arb/arf/get_mpfr.c"
  sed -i 's/COEFF_IS_MPZ(ARF_EXP(x)))/COEFF_IS_MPZ(ARF_EXP(x)) || ARF_EXP(x) > MPFR_EMAX_DEFAULT || ARF_EXP(x) < MPFR_EMIN_DEFAULT)/' \
    "$OUT/arb/arb/log_arf.c"
  grep -q mpfr_get_emax "$OUT/arb/arf/get_mpfr.c" && grep -q MPFR_EMAX_DEFAULT "$OUT/arb/arb/log_arf.c"
  make -j "$JOBS" -f "$TOP/examples/playground/library.mk" FROM="$OUT/arb" OUT="$OUT/arb-objects" \
    LIBRARY="$PREFIX/lib/libarb.a" \
    INCLUDES="-I$OUT/arb -I$PREFIX/include/flint -I$PREFIX/include" MODULES="arb acb acb_calc acb_dft \
    acb_dirichlet acb_elliptic acb_hypgeom acb_mat acb_modular acb_poly arb_calc arb_fmpz_poly \
    arb_fpwrap arb_hypgeom arb_mat arb_poly arf bernoulli bool_mat dirichlet dlog double_interval \
    fmpr fmpz_extras fmpzi hypgeom mag partitions"
}

# Of the system's headers those without binary code: links to them, since the rest of the folder is
# of another machine.
build_program() {
  mkdir -p "$OUT/headers"
  for name in boost nlohmann toml++ fmt tao; do ln -sfn "/usr/include/$name" "$OUT/headers/$name"; done
  make -j "$JOBS" -f "$TOP/examples/playground/objects.mk" TOP="$TOP" OUT="$OUT/objects" \
    INCLUDES="-isystem $OUT/headers -isystem $PREFIX/include" \
    LIBRARIES="$PREFIX/lib/libarb.a $PREFIX/lib/libflint.a $PREFIX/lib/libmpfr.a $PREFIX/lib/libgmp.a"
}

logged fetch fetched
[ -f "$PREFIX/lib/libgmp.a" ] || logged gmp build_gmp
[ -f "$PREFIX/lib/libmpfr.a" ] || logged mpfr build_mpfr
[ -f "$PREFIX/lib/libflint.a" ] || logged flint build_flint
[ -f "$PREFIX/lib/libarb.a" ] || logged arb build_arb
logged program build_program
"$TOP/examples/playground/put_together.py" "$OUT/objects/shufflecert.js" "$OUT/index.html"
echo "The playground: $OUT/index.html"

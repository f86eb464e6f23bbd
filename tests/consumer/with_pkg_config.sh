#!/bin/sh
# Builds and runs the consumer without CMake. Arguments: compiler, source, installed prefix, program.
set -eu
PKG_CONFIG_PATH=$(dirname "$(find "$3" -name shufflecert.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
"$1" -std=c++20 $(pkg-config --cflags shufflecert) "$2" -o "$4" \
  $(pkg-config --static --libs shufflecert)
exec "$4"

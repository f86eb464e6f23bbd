#!/bin/sh
# Makes the report of a catalogue whose texts try to be executed, and opens its pages in a browser.
#   check_hostile.sh PROGRAM DIRECTORY
set -eu
program=$1
directory=$2
here=$(dirname "$0")
mkdir -p "$directory"
rm -rf "$directory/site"
"$here/hostile_catalogue.py" >"$directory/hostile.toml"
# Its claims need not hold.
"$program" verify "$directory/hostile.toml" --effort 0 --output "$directory/results.json" >/dev/null || [ $? -eq 1 ] || [ $? -eq 3 ]
"$program" report "$directory/results.json" --output "$directory/site" >/dev/null
"$here/check_report.py" --hostile "$directory/site"

#!/bin/sh
# Renders a results file of 2,000 claims: the overview stays under 1 MB, and the time is told.
#   large_report.sh PROGRAM DIRECTORY
set -eu
program=$1
directory=$2
mkdir -p "$directory"
awk 'BEGIN {
  print "format = 1\n[paper]\nkey = \"many\"\ntitle = \"Many claims\"\nreference = \"none\""
  for (i = 0; i < 2000; ++i) {
    printf "[[claim]]\nid = \"many/theorem-%d/part-%d\"\nwhere = \"Theorem %d\"\n", i / 5, i % 5, i / 5
    printf "says = \"The divergence of %d users is at most that of the bound, for every order.\"\n", i + 2
    # Every other one fails, at x = 1.
    printf "claim = \"sqrt(x)/%d %s 1/(x + %d)\"\n", i + 2, i % 2 ? "<=" : ">=", i
    print "[claim.check]\nx = [1, 2, \"1/3\", \"log(2)\"]"
  }
}' >"$directory/many.toml"
# Statements that fail are no failure here.
"$program" verify "$directory/many.toml" --effort 0 --output "$directory/results.json" >/dev/null || [ $? -eq 1 ]
rm -rf "$directory/site"
before=$(date +%s%N)
"$program" report "$directory/results.json" --output "$directory/site" >/dev/null
after=$(date +%s%N)
claims=$(grep -o '"says":'  "$directory/results.json" | wc -l)
size=$(wc -c <"$directory/site/index.html")
echo "$claims claims: rendered in $(((after - before) / 1000000)) ms, index.html has $size bytes"
[ "$claims" -eq 2000 ] || { echo "expected 2000 claims" >&2; exit 1; }
[ "$size" -lt 1000000 ] || { echo "index.html is larger than 1 MB" >&2; exit 1; }

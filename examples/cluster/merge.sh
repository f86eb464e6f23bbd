#!/bin/bash
# Puts the parts of a run together: merge.sh PARTS FOLDER. submit.sh submits it, as a job that waits
# until all parts have ended well. Its exit status is that of 'shufflecert verify'.
#
#SBATCH --job-name=shufflecert-merge
#SBATCH --requeue
set -u
parts=$1
folder=$2
files=()
for ((part = 1; part <= parts; ++part)); do files+=("$folder/part-$part.json"); done
"${SHUFFLECERT:-shufflecert}" merge "${files[@]}" --output "$folder/results.json"

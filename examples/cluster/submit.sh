#!/bin/bash
# Gives a run to Slurm: its parts as an array, and a job that merges them when all have ended well.
#
#   submit.sh PARTS FOLDER [what 'shufflecert verify' takes: files, claims, --effort N, --seed S]
#
# FOLDER gets the journals, logs and results of the parts, and in the end results.json. It has to be
# seen by all nodes. Given once more, with the same words, it goes on where the first run was.
# Prints the numbers of both jobs. Options for sbatch: the environment variables SBATCH_PARTITION,
# SBATCH_ACCOUNT, SBATCH_TIMELIMIT and the like, which sbatch reads by itself.
set -eu
if [ $# -lt 2 ] || ! [[ $1 =~ ^[1-9][0-9]{0,3}$ ]]; then
  echo "submit.sh: expected: submit.sh PARTS FOLDER [what 'shufflecert verify' takes], with PARTS from 1 to 9999" >&2
  exit 2
fi
parts=$1
folder=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
array=$(sbatch --parsable --array="1-$parts" --output="$folder/part-%a.log" \
  "$here/part.sh" "$parts" "$folder" "$@")
array=${array%%;*} # a federation adds the name of the cluster
merge=$(sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes \
  --output="$folder/merge.log" "$here/merge.sh" "$parts" "$folder")
echo "$array ${merge%%;*}"

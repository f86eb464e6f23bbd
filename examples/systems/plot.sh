#!/bin/sh
# plot.sh RUN.csv...: a picture of each run, RUN.svg: loss and accuracy by epoch, and accuracy by ε.
set -eu
for csv in "$@"; do
  gnuplot <<END
set terminal svg size 900,360 dynamic
set output "${csv%.csv}.svg"
set datafile separator ","
set multiplot layout 1,2 title "$(basename "${csv%.csv}")" noenhanced
set key bottom right
set xlabel "epoch"
set ylabel "accuracy"
set yrange [0:1]
set y2label "loss"
set y2tics
set y2range [0:*]
plot "$csv" using 1:3 skip 1 with linespoints title "accuracy", \
     "" using 1:2 skip 1 axes x1y2 with linespoints title "loss"
unset y2label
unset y2tics
set xlabel "certified ε"
plot "$csv" using 4:3 skip 1 with linespoints title "accuracy"
unset multiplot
END
done

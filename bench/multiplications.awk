# Reads callgrind's output. A multiplication counts with all that it calls, once: where a function
# that is no multiplication calls one that is.
function name_of(text,   key) {
  key = text
  sub(/ .*/, "", key)
  if (text ~ / /) {
    sub(/^[^ ]* /, "", text)
    names[key] = text
  }
  return names[key]
}
function is_of_balls(f) { return f ~ /^arb_(mul|addmul|submul|sqr|dot)/ }
function is_any(f) { return is_of_balls(f) || f ~ /^_*(arf|mag|fmpz|fmpq|fmpz_vec|fmpz_poly|fmpq_poly|gmpn|gmpz|flint_mpn|mpfr)_(.*_)?(mul|addmul|submul|sqr|dot|pow|mullow)/ }

/^fn=/ { sub(/^fn=/, ""); caller = name_of($0) }
/^cfn=/ { sub(/^cfn=/, ""); callee = name_of($0) }
/^calls=/ {
  calls = $1
  sub(/calls=/, "", calls)
  getline
  if (is_of_balls(callee) && !is_of_balls(caller)) {
    of_balls += $NF
    if (callee ~ /_(ui|si|2exp|fmpz)/) small += calls
    else large += calls
  }
  if (is_any(callee) && !is_any(caller)) all += $NF
  next
}
/^(summary|totals):/ { total = $2 }
END {
  alone = large * balls + small * words
  printf("| %s | %d by a ball, %d by an integer | %.0f µs | %.0f %% | %.0f %% | %.0f %% |\n", name,
         large, small, alone / 1000, 100 * alone / time, 100 * of_balls / total, 100 * all / total)
}

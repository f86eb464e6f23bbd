#pragma once
// The certified side: what the rounds that were run have used up. README.md derives the pairs.

#include <iosfwd>
#include <string>

#include "shufflecert/shufflecert.hpp"

/// The exact number that a text such as "0.1" stands for. Ends the program with status 2 where it
/// is none.
shufflecert::rational exact(const std::string& text);

/// The certified upper end, as decimal text, of ε at δ after so many rounds.
std::string epsilon_after(const shufflecert::distribution_pair& round, int rounds,
                          const shufflecert::rational& delta);

/// A pair that dominates, in both directions and over any number of rounds, a mechanism that
/// samples a share γ of its users and shuffles their reports, where `shuffled` dominates the
/// mechanism of those users. Rounds up at every step.
shufflecert::distribution_pair sampled_rounds(const shufflecert::distribution_pair& shuffled,
                                              const shufflecert::rational& gamma);

/// A line of the run's table: epoch, loss and accuracy on digits that no client holds, and ε.
void write_line(std::ostream& csv, int epoch, double loss, double accuracy, const std::string& eps);

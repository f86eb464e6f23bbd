#pragma once

#include <map>
#include <string>
#include <vector>

/// A proof file as a test states it.
struct stated_proof {
  std::vector<std::string> domain;
  std::string stated;
  std::vector<std::string> steps;
  std::vector<std::string> others = {};  ///< whole lines before the rule: integers, let, …
  std::string rule = "derivation";
  std::vector<std::string> entries = {};  ///< whole lines behind the rule, that are no steps
};

std::vector<std::string> lines_of_file(const stated_proof& proof);
std::string joined(const std::vector<std::string>& lines);

/// One for each rule of check-proof, all of them right.
const std::map<std::string, stated_proof>& right_proofs();
/// What holds at no point, or not at all of them, or has no value at one, or does not follow.
const std::vector<stated_proof>& false_proofs();
/// A right proof with something put in the place of something else, everywhere in it.
stated_proof altered_proof(const std::string& right, const std::string& from,
                           const std::string& to);

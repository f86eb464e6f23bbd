#include "claims/text/sha256.hpp"

#include <fmt/format.h>
#include <nettle/sha2.h>

#include <array>
#include <cstdint>

namespace shufflecert::inline v0_1::claims {
namespace {

using digest_bytes = std::array<std::uint8_t, SHA256_DIGEST_SIZE>;

// Nettle before version 4 asks how much of the digest is wanted.
void finish_digest(auto& state, digest_bytes& digest) {
  if constexpr (requires { sha256_digest(&state, digest.size(), digest.data()); })
    sha256_digest(&state, digest.size(), digest.data());
  else
    sha256_digest(&state, digest.data());
}

}  // namespace

std::string sha256(std::string_view text) {
  sha256_ctx state{};
  sha256_init(&state);
  sha256_update(&state, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
  digest_bytes digest{};
  finish_digest(state, digest);
  std::string hex;
  for (const std::uint8_t byte : digest) hex += fmt::format("{:02x}", byte);
  return hex;
}

}  // namespace shufflecert::inline v0_1::claims

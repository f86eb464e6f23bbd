#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <system_error>

#include "claims/catalogue/catalogue.hpp"
#include "claims/results/failure.hpp"
#include "shufflecert/ball.hpp"
#include "verify/accounting/accounting_commands.hpp"
#include "verify/auditing/auditing_commands.hpp"
#include "verify/command_line/program.hpp"
#include "verify/files/read_file.hpp"
#include "verify/terminal/exit_status.hpp"
#include "verify/terminal/process_guard.hpp"

using namespace shufflecert::claims;

int main(int argc, char** argv) {
  guard_process();
  // A file that grows too large for the user's limit is an error to report, as a full disk is.
  static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
  int status = exit_unusable;
  try {
    // In the order in which --help lists them.
    status = run_command_line(
        argc, argv,
        {make_eval_command, make_compare_command, make_check_command, make_verify_command,
         make_merge_command, make_show_command, make_coverage_command, make_letter_command,
         make_methods_command, make_rules_command, make_frontier_command, make_falsify_command,
         make_simulate_command, make_account_command, make_calibrate_command,
         make_check_pld_command, make_report_command, make_recheck_command});
    // A full disk shows only when the output is delivered.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      status = refuse("cannot write to standard output");
  } catch (const usage_error& error) {
    status = refuse(error.what());
  } catch (const catalogue_error& error) {
    status = refuse(error.what());  // says its place itself
  } catch (const std::system_error& error) {
    // Printing to standard output, for instance.
    status = refuse("cannot read or write: " + error.code().message());
  } catch (...) {
    const auto known = failure_of(std::current_exception());
    status = refuse((argc > 1 ? std::string(argv[1]) + ": " : std::string()) + known.reason);
  }
  shufflecert::release_caches();
  return status;
}

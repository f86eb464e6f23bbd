#pragma once

#include <functional>

namespace shufflecert::inline v0_1::python {

/// From now on a thread of on_own_thread() sleeps for ever where FLINT or GMP would end the
/// process: at a number that they cannot hold, and where there is no memory left. Other threads are
/// not concerned: for them both do what they did before. What GMP allocates comes from where it
/// came before.
void outlive_flint();

/// Calls `compute` on a thread of its own, and waits for its end. What it throws is thrown here.
/// The thread then waits for the next call, with the constants that FLINT has computed in it.
///
/// A thread that sleeps for ever is given up, with the memory that it holds. Neither an exception
/// nor a jump may leave FLINT instead: its caches of constants are filled in place, and would be
/// taken for whole afterwards. They belong to the thread, so that nobody reads them again.
/// `compute` must hold no lock that others need while it calls FLINT. Signals go to the other
/// threads.
///
/// @throws beyond_reach  the thread was given up, or could not be started
void on_own_thread(const std::function<void()>& compute);

}  // namespace shufflecert::inline v0_1::python

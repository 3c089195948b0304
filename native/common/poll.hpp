// Lets long work be interrupted, wherever it is: by Ctrl-C, by a limit in seconds.
//
// A kernel runs in slices, but if the problem is large, a slice, or the layout before the first one,
// can be long. So every long loop calls `poll` with the approximate number of simple steps since the
// last call. After enough of them the hook looks at the clock, and may throw; the kernel must not be
// used after that. If no hook is set, nothing happens.
#pragma once

#include <cstdint>

namespace clew {

inline void (*poll_hook)() = nullptr;
inline thread_local std::int64_t poll_steps = 0;

inline void poll(std::int64_t steps = 1) {
  constexpr std::int64_t enough = 1 << 16;  // some tens of microseconds
  if ((poll_steps += steps) < enough) return;
  poll_steps = 0;
  if (poll_hook) poll_hook();
}

}  // namespace clew

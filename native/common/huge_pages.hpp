// Memory of many megabytes in pages of two, where the system has them: an allocator for std::vector.
//
// Measured on the quarters of 24 queens (halves.hpp), 720 MB: with the usual pages the system took
// 0.1 s of CPU time to take them back after Ctrl-C, with these 0.02 s.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace clew {

template <class T>
struct HugePages {
  using value_type = T;
  static constexpr std::size_t page = std::size_t{1} << 21, from = 2 * page;

  HugePages() = default;
  template <class U>
  HugePages(const HugePages<U>&) {}

  T* allocate(std::size_t n) {
    std::size_t bytes = n * sizeof(T);
    if (bytes < from) return static_cast<T*>(::operator new(bytes));
    bytes = (bytes + page - 1) / page * page;
    void* memory = ::operator new(bytes, std::align_val_t{page});
#if defined(__linux__)
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t n) {
    if (n * sizeof(T) < from)
      ::operator delete(memory);
    else
      ::operator delete(memory, std::align_val_t{page});
  }
  template <class U>
  bool operator==(const HugePages<U>&) const {
    return true;
  }
};

template <class T>
using HugeVector = std::vector<T, HugePages<T>>;

}  // namespace clew

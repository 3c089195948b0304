// Refusals of bad arguments. Each says where, what was found and what was expected.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

namespace clew {

// A piece of a message: text, or a whole number.
struct Piece {
  std::string text;
  Piece(std::string_view words) : text(words) {}
  Piece(const std::string& words) : text(words) {}
  Piece(const char* words) : text(words) {}
  template <std::integral Number>
  Piece(Number number) : text(std::to_string(+number)) {}
};

#ifdef __wasm__  // which has no exceptions of C++: whoever calls throws one of its own
extern "C" [[noreturn]] void clew_refused(const char* message, std::size_t size);
#endif

[[noreturn, gnu::noinline, gnu::cold]] inline void refuse_in(std::initializer_list<Piece> pieces) {
  std::string message;
  for (const Piece& piece : pieces) message += piece.text;
#ifdef __wasm__
  clew_refused(message.data(), message.size());
#else
  throw std::invalid_argument(message);
#endif
}

// refuse("cell ", 3, ": found ", 7, ", expected 0 to 5")
template <class... Pieces>
[[noreturn]] void refuse(const Pieces&... pieces) {
  refuse_in({Piece(pieces)...});
}

inline void expect(const char* what, std::int64_t found, std::int64_t least, std::int64_t most) {
  if (found < least || found > most)
    refuse(what, ": found ", found, ", expected ", least, " to ", most);
}

}  // namespace clew

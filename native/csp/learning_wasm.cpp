// The search that learns, for browsers: the other binding of it, compiled to WebAssembly.
//
// src/clew/web/site/static/kernel.mjs calls these functions, and gives `clew_refused`, which throws an
// error of JavaScript. Numbers are doubles, which JavaScript has; whoever gets a pointer frees it.
// What decided, in Pyodide under Node 20, against the readable search there: making `killer:3x3#1`
// takes 0.05 s instead of 6.6 s, `killer:3x3#2` 0.4 s instead of more than 6 minutes, `kakuro:6x6#1`
// 0.7 s instead of 46 s; solving `sudoku:16#1` 0.3 s instead of 6.2 s. It adds 230 kB to the site.
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "csp/learning_model.hpp"

#define CLEW_EXPORT(name) extern "C" __attribute__((export_name(name)))

namespace clew {
namespace {

struct Held {
  LearningSearch search;
  std::vector<std::uint16_t> answers;  // those of the last run
};

template <class Number>
std::vector<Number> words(const Number* numbers, double count) {
  return {numbers, numbers + static_cast<std::size_t>(count)};
}

}  // namespace

CLEW_EXPORT("allocate") void* allocate(double bytes) {
  return std::malloc(static_cast<std::size_t>(bytes));
}
CLEW_EXPORT("release") void release(void* bytes) { std::free(bytes); }

CLEW_EXPORT("model") LearningModel* model(double variables, const std::int64_t* rules, double count) {
  return new LearningModel(static_cast<std::int64_t>(variables), words(rules, count), {});
}

CLEW_EXPORT("forget_model") void forget_model(LearningModel* model) { delete model; }

CLEW_EXPORT("search") Held* search(LearningModel* model, const Mask* domains, double count) {
  return new Held{model->search(words(domains, count)), {}};
}
CLEW_EXPORT("forget") void forget(Held* held) { delete held; }

// Goes on, and returns how many answers were found.
CLEW_EXPORT("run") double run(Held* held, double max_solutions, double max_nodes) {
  std::uint64_t found = 0;
  held->answers = held->search.run(static_cast<std::uint64_t>(max_solutions),
                                   static_cast<std::uint64_t>(max_nodes), found);
  return static_cast<double>(found);
}
CLEW_EXPORT("answers") const std::uint16_t* answers(const Held* held) { return held->answers.data(); }
CLEW_EXPORT("width") double width(const Held* held) { return static_cast<double>(held->search.width()); }
CLEW_EXPORT("nodes") double nodes(const Held* held) { return static_cast<double>(held->search.nodes()); }
CLEW_EXPORT("backtracks") double backtracks(const Held* held) {
  return static_cast<double>(held->search.backtracks());
}
CLEW_EXPORT("deepest") double deepest(const Held* held) { return held->search.deepest(); }
CLEW_EXPORT("finished") bool finished(const Held* held) { return held->search.finished(); }

}  // namespace clew

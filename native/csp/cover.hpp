// Exact cover: choose options so that each item is in one of them (Knuth, "Dancing links", 2000).
//
// Always the item with the fewest options left, the first of these; its options in their order. The
// options left are a row of bits for each level, and how many each item has left are numbers for
// each level, so nothing is undone. An option that is chosen takes along all that share an item with
// it: a row of bits that is known beforehand.
//
// An option is a value of a variable; the answers are the values of all variables. A variable whose
// options are none of an answer has its default.
//
// Measured: 12 pentominoes on 6 x 10, all 9,356 answers, against the search that learns (which needs
// fewer nodes, but 100 times as long for each): see benchmarks/own.py.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/expect.hpp"
#include "common/poll.hpp"

namespace clew {

class Cover {
 public:
  using Options = std::vector<std::pair<std::int64_t, std::int64_t>>;  // a variable and its value
  using Items = std::vector<std::vector<std::int64_t>>;                // the options of each

  static constexpr std::size_t most_options = std::size_t{1} << 14;

  // The first `exact` items are in one option, the others in one at most.
  Cover(const std::vector<std::int64_t>& defaults, const Options& options, const Items& items,
        std::int64_t exact)
      : defaults_(defaults), options_(options), words_((options.size() + 63) / 64) {
    if (options.size() > most_options)
      refuse("options: found ", options.size(), ", expected at most ", most_options);
    expect("exact", exact, 0, static_cast<std::int64_t>(items.size()));
    for (const auto& [variable, value] : options) {
      expect("variable", variable, 0, static_cast<std::int64_t>(defaults.size()) - 1);
      expect("value", value, 0, 65'535);
    }
    for (const std::int64_t value : defaults) expect("default", value, 0, 65'535);
    exact_ = static_cast<std::size_t>(exact);
    of_item_.assign(items.size(), Bits(words_));
    items_of_.resize(options.size());
    Level root{Bits(words_), std::vector<std::uint32_t>(exact_), Bits(words_)};
    for (std::size_t o = 0; o < options.size(); ++o) put(root.left, o);
    for (std::uint32_t i = 0; i < items.size(); ++i)
      for (const std::int64_t given : items[i]) {
        expect("option", given, 0, static_cast<std::int64_t>(options.size()) - 1);
        const auto o = static_cast<std::size_t>(given);
        if (of_item_[i][o / 64] >> o % 64 & 1) refuse("item ", i, ": found option ", o, " twice");
        put(of_item_[i], o);
        if (i >= exact_) continue;
        items_of_[o].push_back(i);
        ++root.counts[i];
      }
    clashes_.assign(options.size() * words_, 0);
    for (std::size_t o = 0; o < options.size(); ++o) clashes_[o * words_ + o / 64] |= bit(o);
    for (const Bits& item : of_item_)
      each(item, [&](std::size_t o) {
        poll(static_cast<std::int64_t>(words_));
        for (std::size_t w = 0; w < words_; ++w) clashes_[o * words_ + w] |= item[w];
      });
    levels_.push_back(std::move(root));
  }

  std::vector<std::uint16_t> run(std::uint64_t max_solutions, std::uint64_t max_nodes,
                                 std::uint64_t& found) {
    std::vector<std::uint16_t> answers;
    found = 0;
    const std::uint64_t end = nodes_ + std::min(max_nodes, ~nodes_);
    while (!finished_) {
      poll(16);
      if (nodes_ && !next_untried()) {
        take_back();
      } else if (nodes_ == end || found == max_solutions) {
        break;
      } else if (advance()) {
        append(answers);
        ++found;
      }
    }
    return answers;
  }

  std::size_t width() const { return defaults_.size(); }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t backtracks() const { return backtracks_; }
  std::uint32_t deepest() const { return deepest_; }
  bool finished() const { return finished_; }

 private:
  using Bits = std::vector<std::uint64_t>;
  static constexpr std::uint32_t covered = 1u << 30;  // more than an item has options, and to spare

  struct Level {
    Bits left;                          // options
    std::vector<std::uint32_t> counts;  // of each exact item: options left, or `covered` and more
    Bits untried;                       // options of the item that is chosen
    std::size_t word = 0;               // before this one nothing is untried
  };

  static std::uint64_t bit(std::size_t o) { return std::uint64_t{1} << o % 64; }
  static void put(Bits& bits, std::size_t o) { bits[o / 64] |= bit(o); }
  template <class Use>
  static void each(const Bits& bits, Use use) {
    for (std::size_t w = 0; w < bits.size(); ++w)
      for (std::uint64_t rest = bits[w]; rest; rest &= rest - 1)
        use(64 * w + static_cast<std::size_t>(std::countr_zero(rest)));
  }

  bool next_untried() {
    Level& level = levels_[chosen_.size()];
    while (level.word < words_ && !level.untried[level.word]) ++level.word;
    return level.word < words_;
  }

  // Opens the root, or takes the next option; whether that is an answer.
  bool advance() {
    if (nodes_++) {
      Level& level = levels_[chosen_.size()];
      const std::size_t option = 64 * level.word + static_cast<std::size_t>(
                                                       std::countr_zero(level.untried[level.word]));
      level.untried[level.word] &= level.untried[level.word] - 1;
      take(option);
    }
    deepest_ = std::max(deepest_, static_cast<std::uint32_t>(chosen_.size()));
    Level& level = levels_[chosen_.size()];
    const auto least = std::min_element(level.counts.begin(), level.counts.end());
    const bool answer = least == level.counts.end() || *least >= covered;
    std::fill(level.untried.begin(), level.untried.end(), 0);
    level.word = 0;
    if (answer) {
      fruitful_ = chosen_.size();
    } else if (*least) {
      const Bits& item = of_item_[static_cast<std::size_t>(least - level.counts.begin())];
      for (std::size_t w = 0; w < words_; ++w) level.untried[w] = item[w] & level.left[w];
    }
    return answer;
  }

  void take(std::size_t option) {
    if (levels_.size() == chosen_.size() + 1) levels_.push_back(levels_.back());
    const Level& level = levels_[chosen_.size()];
    chosen_.push_back(option);
    Level& next = levels_[chosen_.size()];
    next.counts = level.counts;
    const std::uint64_t* const clash = &clashes_[option * words_];
    for (std::size_t w = 0; w < words_; ++w) {
      next.left[w] = level.left[w] & ~clash[w];
      for (std::uint64_t lost = level.left[w] & clash[w]; lost; lost &= lost - 1)
        for (const std::uint32_t item : items_of_[64 * w + std::countr_zero(lost)])
          --next.counts[item];
    }
    for (const std::uint32_t item : items_of_[option]) next.counts[item] = 2 * covered;
  }

  void take_back() {
    if (chosen_.empty()) {
      finished_ = true;
      return;
    }
    chosen_.pop_back();
    if (fruitful_ > chosen_.size())
      fruitful_ = chosen_.size();
    else
      ++backtracks_;
  }

  void append(std::vector<std::uint16_t>& answers) const {
    const std::size_t first = answers.size();
    for (const std::int64_t value : defaults_) answers.push_back(static_cast<std::uint16_t>(value));
    for (const std::size_t option : chosen_)
      answers[first + static_cast<std::size_t>(options_[option].first)] =
          static_cast<std::uint16_t>(options_[option].second);
  }

  std::vector<std::int64_t> defaults_;
  Options options_;
  std::size_t words_, exact_ = 0;
  std::vector<Bits> of_item_;                        // the options of each item
  std::vector<std::vector<std::uint32_t>> items_of_;  // the exact items of each option
  Bits clashes_;                                     // of each option, a row
  std::vector<Level> levels_;
  std::vector<std::size_t> chosen_;
  std::size_t fruitful_ = 0;  // so many of those chosen have an answer below them
  std::uint64_t nodes_ = 0, backtracks_ = 0;
  std::uint32_t deepest_ = 0;
  bool finished_ = false;
};

}  // namespace clew

// All Latin squares of an order up to 5, one bit for each; and for each given and each sign, the bits
// of the squares that obey it: the answers of a puzzle are the AND of its bitmaps.
//
// Idea: there are 161,280 squares of order 5. Those that begin with the same two rows, 24 or 36 of
// them, are a block, and share a word; so there are 5,280 words. A rule about the first two rows
// holds for a whole block or for none of it. Each rule has a summary, one bit for each block that has
// such a square; the AND of the summaries, 83 words a rule, leaves few blocks, and only in these the
// other rules are checked. Turning the board first, so that the two rows with the most rules come
// first, leaves fewer still. The words of a block lie together, a rule after the other, because a
// puzzle needs few blocks and many rules.
//
// Measured, microseconds for the proof that there is one solution, boards 5x5 of 5 givens and 4
// signs / of signs: 1.9 / 6.2 with plain words of 64 squares and their summaries, rule by rule in
// memory; 1.6 / 3.9 turned; 1.3 / 3.5 block by block in memory; 1.1 / 1.8 with a word for each
// block. (An earlier experiment with AVX-512 over plain bitmaps, on other boards: 2.1 / 2.9.)
//
//   squares_                                                   summary_
//              rule 0   rule 1         last     any                       blocks, 64 in a word
//   block 0   [ word  |  word  | ... | word  | word  ]        rule 0   [ word | word | ... | word ]
//   block 1   [ word  |  word  | ... | word  | word  ]        rule 1   [ word | word | ... | word ]
//     ...       bit i: square i of the block obeys              ...      bit b: block b has such a
//                                                                        square
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "latin/square.hpp"

namespace clew {

class SquareTable {
 public:
  static constexpr int max_order = 5;
  using Word = std::uint64_t;
  using Rule = std::uint16_t;
  using Rules = std::vector<Rule>;

  // The table of an order, made when first needed.
  static const SquareTable& of(int order) {
    static std::array<std::once_flag, max_order> made;
    static std::array<std::unique_ptr<const SquareTable>, max_order> tables;
    std::call_once(made[order - 1], [&] { tables[order - 1].reset(new SquareTable(order)); });
    return *tables[order - 1];
  }

  Rule having(int cell, int value) const { return static_cast<Rule>(cell * n_ + value - 1); }
  // Two neighbours, the smaller first.
  Rule obeying(int small, int great) const {
    const int cell = std::min(small, great), down = std::abs(great - small) == n_ && n_ > 1;
    return static_cast<Rule>(size_ * n_ + cell * 4 + (n_ == 1 ? 0 : down) * 2 + (small < great));
  }

  const std::uint8_t* square(std::size_t block, int bit) const {
    return &values_[(first_[block] + bit) * size_];
  }

  // Calls each(block, bits) with the answers of every block that has any, while it returns true.
  template <class Each>
  void answers(const Rules& rules, Each each) const {
    std::array<Word, max_summary> blocks;
    std::copy_n(&summary_[rules_ * words_], words_, blocks.begin());
    std::array<Rule, max_rules> late;  // rules that do not hold for whole blocks, each once
    std::size_t count = 0;
    for (const Rule rule : rules) {
      const Word* summary = &summary_[rule * words_];
      for (std::size_t w = 0; w < words_; ++w) blocks[w] &= summary[w];
      if (!whole_[rule] && count < max_rules) late[count++] = rule;
    }
    for (std::size_t w = 0; w < words_; ++w)
      for (Word left = blocks[w]; left != 0; left &= left - 1) {
        const std::size_t block = w * 64 + std::countr_zero(left);
        const Word* having = &squares_[block * stride_];
        Word bits = having[rules_];
        std::size_t i = 0;
        for (; i + 4 <= count && bits != 0; i += 4)
          bits &= having[late[i]] & having[late[i + 1]] & having[late[i + 2]] & having[late[i + 3]];
        for (; i < count; ++i) bits &= having[late[i]];
        if (bits != 0 && !each(block, bits)) return;
      }
  }

  // Turns the board so that the rows with the most rules come first; returns how it was turned.
  int turn(Rules& rules) const {
    std::uint32_t score = 0;  // a byte for each way
    for (const Rule rule : rules) score += scores_[rule];
    int best = 0;
    for (int way = 1; way < ways; ++way)
      if ((score >> 8 * way & 255) > (score >> 8 * best & 255)) best = way;
    for (Rule& rule : rules) rule = turned_[best][rule];
    return best;
  }

  // Where a cell is after the turn.
  int turned(int way, int cell) const {
    const int row = cell / n_, col = cell % n_;
    switch (way) {
      case 0: return cell;
      case 1: return (n_ - 1 - row) * n_ + col;
      case 2: return col * n_ + row;
      default: return (n_ - 1 - col) * n_ + row;
    }
  }

 private:
  static constexpr int ways = 4;
  static constexpr std::size_t max_summary = 84, max_rules = 256;
  using Square = std::array<std::uint8_t, max_order * max_order>;
  using Sets = std::array<unsigned, max_order>;

  explicit SquareTable(int order) : n_(order), size_(order * order) {
    rules_ = static_cast<std::size_t>(size_ * n_ + size_ * 4);
    stride_ = rules_ + 1;  // and one for all squares of the block
    Square square{};
    Sets rows{}, cols{};
    fill(0, square, rows, cols);
    const std::size_t blocks = first_.size();
    words_ = (blocks + 63) / 64;
    squares_.assign(blocks * stride_, 0);
    first_.push_back(values_.size() / size_);
    for (std::size_t block = 0; block < blocks; ++block)
      for (std::size_t i = first_[block]; i < first_[block + 1]; ++i)
        enter(block, Word{1} << (i - first_[block]), &values_[i * size_]);
    summary_.assign(stride_ * words_, 0);
    for (std::size_t block = 0; block < blocks; ++block)
      for (std::size_t rule = 0; rule < stride_; ++rule)
        if (squares_[block * stride_ + rule] != 0)
          summary_[rule * words_ + block / 64] |= Word{1} << block % 64;
    describe_rules();
  }

  // Every way to continue from a cell, the smallest value first; a block begins after two rows.
  void fill(int cell, Square& square, Sets& rows, Sets& cols) {
    if (cell == std::min(2, n_) * n_) first_.push_back(values_.size() / size_);
    if (cell == size_) {
      values_.insert(values_.end(), square.begin(), square.begin() + size_);
      return;
    }
    unsigned &row = rows[cell / n_], &col = cols[cell % n_];
    for (int value = 1; value <= n_; ++value) {
      const unsigned bit = 1u << value;
      if ((row | col) & bit) continue;
      row |= bit;
      col |= bit;
      square[cell] = static_cast<std::uint8_t>(value);
      fill(cell + 1, square, rows, cols);
      row ^= bit;
      col ^= bit;
    }
  }

  // Sets the bit of a square for each rule that it obeys.
  void enter(std::size_t block, Word bit, const std::uint8_t* square) {
    Word* words = &squares_[block * stride_];
    words[rules_] |= bit;
    const auto compare = [&](int a, int b) {
      words[square[a] < square[b] ? obeying(a, b) : obeying(b, a)] |= bit;
    };
    for (int cell = 0; cell < size_; ++cell) {
      words[having(cell, square[cell])] |= bit;
      if ((cell + 1) % n_ != 0) compare(cell, cell + 1);
      if (cell + n_ < size_) compare(cell, cell + n_);
    }
  }

  // Whether a rule is about the first two rows only, and what becomes of it when the board is turned.
  void describe_rules() {
    whole_.assign(rules_, false);
    scores_.assign(rules_, 0);
    for (Rules& turned : turned_) turned.assign(rules_, 0);
    const auto describe = [this](Rule rule, int points, const auto& rule_of) {
      for (int way = 0; way < ways; ++way) {
        const auto [other, last] = rule_of(way);
        turned_[way][rule] = other;
        if (last < 2 * n_) scores_[rule] += static_cast<std::uint32_t>(points) << 8 * way;
        if (way == 0) whole_[rule] = last < 2 * n_;
      }
    };
    const auto sign = [&](int small, int great) {
      describe(obeying(small, great), 1, [&](int way) {
        const int a = turned(way, small), b = turned(way, great);
        return std::pair(obeying(a, b), std::max(a, b));
      });
    };
    for (int cell = 0; cell < size_; ++cell) {
      for (int value = 1; value <= n_; ++value)
        describe(having(cell, value), 2, [&](int way) {
          const int place = turned(way, cell);
          return std::pair(having(place, value), place);
        });
      if ((cell + 1) % n_ != 0) sign(cell, cell + 1), sign(cell + 1, cell);
      if (cell + n_ < size_) sign(cell, cell + n_), sign(cell + n_, cell);
    }
  }

  int n_, size_;
  std::size_t rules_ = 0, stride_ = 0, words_ = 0;
  std::vector<std::uint8_t> values_;  // of all squares, in increasing order
  std::vector<std::size_t> first_;    // by block: its first square
  std::vector<Word> squares_;         // by block and rule: the squares of the block that obey it
  std::vector<Word> summary_;         // by rule: the blocks that have such a square
  std::vector<bool> whole_;
  std::vector<std::uint32_t> scores_;
  std::array<Rules, ways> turned_;
};

// The answers of one puzzle: their number at once, then each of them.
class Squares {
 public:
  Squares(std::int64_t order, const std::vector<std::int64_t>& givens, const Signs& less) {
    check_square(order, givens, less, SquareTable::max_order);
    size_ = givens.size();
    table_ = &SquareTable::of(static_cast<int>(order));
    SquareTable::Rules rules;
    for (const auto& [small, great] : less)
      rules.push_back(table_->obeying(static_cast<int>(small), static_cast<int>(great)));
    for (std::size_t cell = 0; cell < size_; ++cell)
      if (givens[cell])
        rules.push_back(table_->having(static_cast<int>(cell), static_cast<int>(givens[cell])));
    std::sort(rules.begin(), rules.end());  // a repeated rule counts once
    rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
    table_->answers(rules, [this](std::size_t block, std::uint64_t bits) {
      left_.emplace_back(block, bits);
      answers_ += std::popcount(bits);
      return true;
    });
  }

  std::uint64_t answers() const { return answers_; }
  std::size_t width() const { return size_; }

  // At most that many of the next squares: their values one after the other.
  std::vector<std::uint8_t> run(std::uint64_t max_solutions) {
    std::vector<std::uint8_t> found;
    for (; next_ < left_.size(); ++next_)
      for (auto& [block, bits] = left_[next_]; bits != 0; bits &= bits - 1) {
        if (max_solutions-- == 0) return found;
        const std::uint8_t* square = table_->square(block, std::countr_zero(bits));
        found.insert(found.end(), square, square + size_);
      }
    return found;
  }

 private:
  std::size_t size_ = 0, next_ = 0;
  const SquareTable* table_ = nullptr;
  std::vector<std::pair<std::size_t, std::uint64_t>> left_;
  std::uint64_t answers_ = 0;
};

}  // namespace clew

// All Latin squares of an order up to 5, and for each given and each sign a bitmap of those that
// have it: the answers of a puzzle are the AND of its bitmaps, exact and in one pass.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace clew {

class SquareTable {
 public:
  static constexpr int max_order = 5;
  using Word = std::uint64_t;
  using Bitmap = std::vector<Word>;

  explicit SquareTable(int order) : n_(order), size_(order * order) {
    std::array<std::uint8_t, max_order * max_order> square{};
    std::array<unsigned, max_order> rows{}, cols{};
    fill(0, square, rows, cols);
    words_ = (count_ + 63) / 64;
    having_.assign(static_cast<std::size_t>(size_) * n_, Bitmap(words_));
    for (std::size_t i = 0; i < count_; ++i)
      for (int cell = 0; cell < size_; ++cell)
        having_[cell * n_ + values_[i * size_ + cell] - 1][i / 64] |= Word{1} << (i % 64);
    obeying_.resize(static_cast<std::size_t>(size_) * 4);
    for (int small = 0; small < size_; ++small)
      for (int side = 0; side < 4; ++side)
        if (const int great = beside(small, side); great >= 0) obey(small, great, side);
  }

  static const SquareTable& of(int order) {
    static const std::array<SquareTable, max_order> tables = {
        SquareTable(1), SquareTable(2), SquareTable(3), SquareTable(4), SquareTable(5)};
    return tables[order - 1];
  }

  std::size_t count() const { return count_; }
  std::size_t words() const { return words_; }
  const std::uint8_t* square(std::size_t i) const { return &values_[i * size_]; }
  const Word* having(int cell, int value) const { return having_[cell * n_ + value - 1].data(); }
  const Word* obeying(int small, int great) const {
    for (int side = 0; side < 4; ++side)
      if (beside(small, side) == great) return obeying_[small * 4 + side].data();
    throw std::invalid_argument("less: found cells " + std::to_string(small) + " and " +
                                std::to_string(great) + ", expected neighbours");
  }

 private:
  void fill(int cell, std::array<std::uint8_t, 25>& square, std::array<unsigned, 5>& rows,
            std::array<unsigned, 5>& cols) {
    if (cell == size_) {
      values_.insert(values_.end(), square.begin(), square.begin() + size_);
      ++count_;
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

  int beside(int cell, int side) const {
    switch (side) {
      case 0: return cell % n_ ? cell - 1 : -1;
      case 1: return (cell + 1) % n_ ? cell + 1 : -1;
      case 2: return cell - n_;
      default: return cell + n_ < size_ ? cell + n_ : -1;
    }
  }

  void obey(int small, int great, int side) {
    Bitmap& found = obeying_[small * 4 + side];
    found.assign(words_, 0);
    Bitmap below(words_);
    for (int value = 1; value <= n_; ++value)
      for (std::size_t w = 0; w < words_; ++w) {
        found[w] |= below[w] & having(great, value)[w];
        below[w] |= having(small, value)[w];
      }
  }

  int n_, size_;
  std::size_t count_ = 0, words_ = 0;
  std::vector<std::uint8_t> values_;
  std::vector<Bitmap> having_, obeying_;
};

class Squares {
 public:
  using Signs = std::vector<std::pair<std::int64_t, std::int64_t>>;

  Squares(std::int64_t order, const std::vector<std::int64_t>& givens, const Signs& less) {
    if (order < 1 || order > SquareTable::max_order)
      throw std::invalid_argument("order: found " + std::to_string(order) + ", expected 1 to 5");
    if (givens.size() != static_cast<std::size_t>(order * order))
      throw std::invalid_argument("givens: found " + std::to_string(givens.size()) +
                                  ", expected " + std::to_string(order * order));
    size_ = order * order;
    table_ = &SquareTable::of(static_cast<int>(order));
    left_.assign(table_->words(), ~Word{0});
    if (table_->count() % 64) left_.back() = (Word{1} << (table_->count() % 64)) - 1;
    for (const auto& [small, great] : less) {
      if (small < 0 || small >= size_)
        throw std::invalid_argument("less: found cells " + std::to_string(small) + " and " +
                                    std::to_string(great) + ", expected neighbours");
      keep(table_->obeying(static_cast<int>(small), static_cast<int>(great)));
    }
    for (std::int64_t cell = 0; cell < size_; ++cell) {
      const std::int64_t value = givens[cell];
      if (value < 0 || value > order)
        throw std::invalid_argument("cell " + std::to_string(cell) + ": found " +
                                    std::to_string(value) + ", expected 0 to " +
                                    std::to_string(order));
      if (value) keep(table_->having(static_cast<int>(cell), static_cast<int>(value)));
    }
    for (Word word : left_) answers_ += std::popcount(word);
  }

  std::uint64_t answers() const { return answers_; }
  std::size_t size() const { return static_cast<std::size_t>(size_); }

  // The next squares, at most so many: their values one after the other.
  std::vector<std::uint8_t> run(std::uint64_t max_answers) {
    std::vector<std::uint8_t> found;
    for (; word_ < left_.size(); ++word_)
      for (Word& word = left_[word_]; word != 0; word &= word - 1) {
        if (max_answers-- == 0) return found;
        const std::uint8_t* square = table_->square(word_ * 64 + std::countr_zero(word));
        found.insert(found.end(), square, square + size_);
      }
    return found;
  }

 private:
  using Word = SquareTable::Word;

  void keep(const Word* bitmap) {
    for (std::size_t w = 0; w < left_.size(); ++w) left_[w] &= bitmap[w];
  }

  std::int64_t size_ = 0;
  const SquareTable* table_ = nullptr;
  std::vector<Word> left_;
  std::size_t word_ = 0;
  std::uint64_t answers_ = 0;
};

}  // namespace clew

// A bound on what the best answer costs, without linear programming.
//
// Each rule "these numbers add up to at most b" gets a price. Objective plus prices times what the
// rules are over b is a sum over the variables again, so that its least value is found variable by
// variable: a bound on the objective (Lagrangian relaxation; Held and Karp, 1970). Good prices are
// found by a subgradient method, then made exact one by one. Since each variable takes one value in
// the relaxed problem too, the bound at the best prices is that of linear programming.
//
// Prices are whole numbers of a denominator, so the sum is a rule that follows from the others by
// adding: the search propagates it as any total, which is what reduced costs do. A proof would log
// it as one `pol` line: the objective times the denominator, plus each rule times its price.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <vector>

#include "common/poll.hpp"
#include "csp/model.hpp"

namespace clew {

class Relaxation {
 public:
  using Numbers = std::vector<std::int64_t>;
  using Sums = std::map<Variable, Numbers>;  // what each variable adds, by its values
  struct Row {
    Sums sums;
    std::int64_t least, most;
  };
  struct Surrogate {
    Sums sums;                // at most scale * objective + shift
    std::int64_t scale = 0, shift = 0, bound = 0;
  };

  static constexpr std::int64_t infinite = std::int64_t{1} << 60;

  Relaxation(const Sums& objective, const std::vector<Row>& rows) {
    for (const auto& [x, numbers] : objective) costs(x) = numbers;
    for (const Row& row : rows) {
      if (row.most < infinite) add(row, 1, row.most);
      if (row.least > -infinite) add(row, -1, -row.least);
    }
  }

  // The best rule that was found; its scale is 0 if prices do not help, or if there is too much to
  // weigh.
  Surrogate best() {
    const std::size_t size = rows_.size();
    const std::int64_t round_steps = steps();
    if (size == 0 || size > most_rows || !round_steps) return {};
    const int rounds = static_cast<int>(std::min(most_rounds, most_steps / round_steps));
    std::vector<double> price(size, 0);
    double highest = value(price), agility = 1;
    const double start = highest;
    raise_together(price, highest);
    std::vector<double> at_best = price;
    int since = 0;
    for (int round = 0; round < rounds && agility > 1e-4; ++round) {
      std::vector<double> over(size);
      const double now = value(price, &over);
      if (now > highest + 1e-9) {
        highest = now;
        at_best = price;
        since = 0;
      } else if (++since >= 10) {
        agility /= 2;
        since = 0;
        price = at_best;
        continue;
      }
      double norm = 0;
      for (std::size_t r = 0; r < size; ++r)
        if (price[r] > 0 || over[r] > 0) norm += over[r] * over[r];
      if (norm < 1e-12) break;
      const double aim = highest + std::max(1.0, 0.05 * std::abs(highest)) * 1.0;
      const double step = agility * (aim - now) / norm;
      for (std::size_t r = 0; r < size; ++r) price[r] = std::max(0.0, price[r] + step * over[r]);
    }
    price = at_best;
    const bool few = 3 * most_candidates * static_cast<std::int64_t>(size) <= most_steps / round_steps;
    for (int round = 0; round < 3 && few; ++round)
      for (std::size_t r = 0; r < size; ++r) sharpen(price, r, highest);
    if (highest < start + 1e-6) return {};
    Surrogate found;
    double best = -1e300;
    for (const std::int64_t scale :
         {1,  2,  3,  4,  5,  6,  7,   8,   9,   10,  12,   15,   16,    20,    24,
          30, 36, 40, 50, 60, 100, 120, 360, 840, 1000, 2520, 10000, 27720, 100000}) {
      Surrogate each = rounded(price, scale);
      if (!each.scale) continue;
      const double bound = static_cast<double>(each.bound) / static_cast<double>(scale);
      if (bound < best + 1e-9 * std::abs(best)) continue;
      best = bound;
      found = std::move(each);
    }
    return found;
  }

 private:
  static constexpr std::size_t most_rows = 2000;
  static constexpr std::int64_t most_rounds = 300, most_candidates = 12;
  static constexpr std::int64_t most_steps = 50'000'000;  // numbers to add up, a tenth of a second
  static constexpr double largest = 1e17;  // of what the search adds up, scaled

  struct Entry {
    std::size_t variable;
    Numbers numbers;
  };
  struct Priced {
    std::vector<Entry> entries;
    std::int64_t most;
  };
  struct Cost {
    Variable variable;
    Numbers numbers;
  };

  std::size_t place(Variable x) {
    const auto [found, is_new] = places_.try_emplace(x, costs_.size());
    if (is_new) costs_.push_back({x, {}});
    return found->second;
  }
  Numbers& costs(Variable x) { return costs_[place(x)].numbers; }

  void add(const Row& row, std::int64_t sign, std::int64_t most) {
    Priced priced;
    priced.most = most;
    for (const auto& [x, numbers] : row.sums) {
      const std::size_t at = place(x);
      costs_[at].numbers.resize(numbers.size(), 0);
      Numbers signed_numbers = numbers;
      for (std::int64_t& number : signed_numbers) number *= sign;
      priced.entries.push_back({at, std::move(signed_numbers)});
    }
    rows_.push_back(std::move(priced));
  }

  // How many numbers one round adds up; 0 if a variable has no value.
  std::int64_t steps() const {
    std::size_t steps = 0;
    for (const Cost& cost : costs_) {
      if (cost.numbers.empty()) return 0;
      steps += cost.numbers.size();
    }
    for (const Priced& row : rows_)
      for (const Entry& entry : row.entries) steps += entry.numbers.size();
    return static_cast<std::int64_t>(steps);
  }

  // The least value at these prices, and by how much that answer is over each row's limit.
  double value(const std::vector<double>& price, std::vector<double>* over = nullptr) {
    poll(static_cast<std::int64_t>(costs_.size() + rows_.size()));
    sums_.resize(costs_.size());
    for (std::size_t i = 0; i < costs_.size(); ++i)
      sums_[i].assign(costs_[i].numbers.begin(), costs_[i].numbers.end());
    double total = 0;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (price[r] == 0) continue;
      total -= price[r] * static_cast<double>(rows_[r].most);
      for (const Entry& entry : rows_[r].entries)
        for (std::size_t k = 0; k < entry.numbers.size(); ++k)
          sums_[entry.variable][k] += price[r] * static_cast<double>(entry.numbers[k]);
    }
    chosen_.resize(costs_.size());
    for (std::size_t i = 0; i < costs_.size(); ++i) {
      const auto least = std::min_element(sums_[i].begin(), sums_[i].end());
      total += *least;
      chosen_[i] = static_cast<std::size_t>(least - sums_[i].begin());
    }
    if (over)
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        double sum = -static_cast<double>(rows_[r].most);
        for (const Entry& entry : rows_[r].entries)
          sum += static_cast<double>(entry.numbers[chosen_[entry.variable]]);
        (*over)[r] = sum;
      }
    return total;
  }

  // One price for all rows of one kind, where alone none of them may help: the bins of a packing.
  void raise_together(std::vector<double>& price, double& highest) {
    std::map<std::pair<std::size_t, std::int64_t>, std::vector<std::size_t>> kinds;
    for (std::size_t r = 0; r < rows_.size(); ++r)
      kinds[{rows_[r].entries.size(), rows_[r].most}].push_back(r);
    for (const auto& [kind, members] : kinds) {
      if (members.size() < 2) continue;
      value(price);
      const auto before = sums_;
      std::vector<std::vector<double>> slopes(costs_.size());
      for (const std::size_t r : members)
        for (const Entry& entry : rows_[r].entries) {
          auto& slope = slopes[entry.variable];
          slope.resize(entry.numbers.size());
          for (std::size_t k = 0; k < slope.size(); ++k)
            slope[k] += static_cast<double>(entry.numbers[k]);
        }
      std::vector<double> candidates;
      for (std::size_t i = 0; i < slopes.size(); ++i)
        for (std::size_t a = 1; a < slopes[i].size(); ++a) {
          const double slope = slopes[i][a] - slopes[i][0];
          if (slope == 0) continue;
          const double there = (before[i][0] - before[i][a]) / slope;
          if (there > 0) candidates.push_back(there);
        }
      std::sort(candidates.begin(), candidates.end());
      candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
      double chosen = 0;
      for (std::size_t i = 0; i < candidates.size(); i += 1 + candidates.size() / 50) {
        for (const std::size_t r : members) price[r] = candidates[i];
        if (const double now = value(price); now > highest + 1e-9) {
          highest = now;
          chosen = candidates[i];
        }
      }
      for (const std::size_t r : members) price[r] = chosen;
    }
  }

  // Moves one price to where the bound is highest: where two values of a variable cost the same.
  void sharpen(std::vector<double>& price, std::size_t r, double& highest) {
    value(price);
    std::vector<double> candidates{0};
    for (const Entry& entry : rows_[r].entries) {
      const std::vector<double>& sums = sums_[entry.variable];
      if (sums.size() > 16) continue;
      for (std::size_t a = 0; a < sums.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
          const auto slope = static_cast<double>(entry.numbers[a] - entry.numbers[b]);
          if (slope == 0) continue;
          const double there = price[r] - (sums[a] - sums[b]) / slope;
          if (there > 0) candidates.push_back(there);
        }
    }
    std::sort(candidates.begin(), candidates.end(), [&](double a, double b) {
      return std::abs(a - price[r]) < std::abs(b - price[r]);
    });
    if (candidates.size() > most_candidates) candidates.resize(most_candidates);
    const double before = price[r];
    double best_price = before;
    for (const double candidate : candidates) {
      price[r] = candidate;
      const double now = value(price);
      if (now > highest + 1e-9 || (now > highest - 1e-9 && candidate < best_price)) {
        highest = std::max(highest, now);
        best_price = candidate;
      }
    }
    price[r] = best_price;
  }

  // The rule at these prices as whole numbers of a denominator; its scale is 0 if it overflows.
  Surrogate rounded(const std::vector<double>& price, std::int64_t scale) {
    Surrogate out;
    if (magnitude(price, static_cast<double>(scale)) > largest) return out;
    out.scale = scale;
    std::vector<Numbers> sums;
    for (const Cost& cost : costs_) {
      sums.push_back(cost.numbers);
      for (std::int64_t& number : sums.back()) number *= scale;
    }
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const std::int64_t whole = std::llround(price[r] * static_cast<double>(scale));
      if (whole == 0) continue;
      out.shift += whole * rows_[r].most;
      for (const Entry& entry : rows_[r].entries)
        for (std::size_t k = 0; k < entry.numbers.size(); ++k)
          sums[entry.variable][k] += whole * entry.numbers[k];
    }
    out.bound = -out.shift;
    for (std::size_t i = 0; i < costs_.size(); ++i) {
      out.bound += *std::min_element(sums[i].begin(), sums[i].end());
      out.sums[costs_[i].variable] = std::move(sums[i]);
    }
    return out;
  }

  // How large the numbers of a rule may become.
  double magnitude(const std::vector<double>& price, double scale) const {
    const auto of = [](const Numbers& numbers) {
      std::int64_t most = 0;
      for (const std::int64_t number : numbers) most = std::max(most, std::abs(number));
      return static_cast<double>(most);
    };
    double sum = 0;
    for (const Cost& cost : costs_) sum += 2 * scale * of(cost.numbers);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const double whole = std::round(price[r] * scale);
      sum += whole * std::abs(static_cast<double>(rows_[r].most));
      for (const Entry& entry : rows_[r].entries) sum += whole * of(entry.numbers);
    }
    return sum;
  }

  std::map<Variable, std::size_t> places_;
  std::vector<Cost> costs_;
  std::vector<Priced> rows_;
  std::vector<std::vector<double>> sums_;
  std::vector<std::size_t> chosen_;
};

}  // namespace clew

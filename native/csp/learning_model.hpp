// The rules of a CSP for the search that learns: read once, and shared by every search over them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "common/expect.hpp"
#include "csp/bounds.hpp"
#include "csp/dispatch.hpp"
#include "csp/encode.hpp"
#include "csp/learning_search.hpp"
#include "csp/model.hpp"
#include "csp/preprocess.hpp"
#include "csp/solver.hpp"

namespace clew {

struct LearningModel {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const Encoding> encoding;  // kept by `search`, for these values
  Mask encoded = 0;

  LearningModel(std::int64_t variables, std::vector<std::int64_t> flat, std::vector<Model::Test> tests)
      : model(std::make_shared<Model>(variables, std::move(flat), std::move(tests))) {}

  // Refuses domains that are not as many words for each variable.
  void expect_domains(const std::vector<Mask>& domains, std::size_t most_words) const {
    const std::size_t size = model->variables(), each = size ? domains.size() / size : 0;
    if (size * each != domains.size() || (size && each == 0) || each > most_words)
      refuse("domains: found ", domains.size(), ", expected ", size);
  }

  // For many questions about these domains.
  Solver solver(const std::vector<Mask>& domains) const {
    expect_domains(domains, Model::widest / Model::width);
    const std::size_t size = model->variables(), words = size ? domains.size() / size : 1;
    if (words > 1) return {*model, domains, words};
    return {*model, pruned(*model, domains), 1};
  }

  bool has_objective() const {
    return std::any_of(model->rules().begin(), model->rules().end(),
                       [](const Rule& rule) { return rule.kind == RuleKind::minimise; });
  }

  // What is encoded may serve the next puzzle with the same rules.
  LearningSearch search(const std::vector<Mask>& domains) {
    expect_domains(domains, Model::widest / Model::width);
    const std::size_t size = model->variables(), words = size ? domains.size() / size : 1;
    if (Bounds::has_tasks(*model)) {
      const Dispatch first(Bounds(*model, domains, words));
      const std::vector<Mask> left = first.domains();
      const auto encode = [model = model, left, words] {
        return std::make_shared<const Encoding>(*model, left, words);
      };
      if (!first.has_answer()) return {encode(), left};
      return {encode, left, first.answer(), first.cost(), first.bound()};
    }
    if (words > 1) return {std::make_shared<Encoding>(*model, domains, words), domains};
    if (!LearningSearch::shares(*model, domains)) {
      const std::vector<Mask> left = pruned(*model, domains);
      const auto full = [model = model, left] { return std::make_shared<const Encoding>(*model, left); };
      if (!Encoding::has_cages(*model) || has_objective()) return {full(), left};
      return {std::make_shared<const Encoding>(*model, left, 1, Cages::Effort::light), left, full};
    }
    const Mask all = LearningSearch::all_values(domains);
    if (!encoding || encoded != all)
      encoding = std::make_shared<Encoding>(*model, std::vector<Mask>(domains.size(), all));
    encoded = all;
    return {encoding, domains};
  }
};

}  // namespace clew

#include <nanobind/stl/optional.h>

#include <memory>

#include "common/binding.hpp"
#include "csp/backtracking.hpp"
#include "csp/cover.hpp"
#include "csp/learning_model.hpp"
#include "csp/model.hpp"

namespace clew {

namespace {

// The rules of a CSP, read once and shared by every search over them.
struct SharedModel : LearningModel {
  std::shared_ptr<const Network> network;

  SharedModel(std::int64_t variables, const nb::bytes& flat, const std::vector<nb::object>& tests)
      : LearningModel(variables, words<std::int64_t>(flat, "rules"), called(tests)),
        network(model->plain() ? std::make_shared<Network>(model) : nullptr) {}

  // Functions of the user's, which take a list of values; the search runs without the GIL.
  static std::vector<Model::Test> called(const std::vector<nb::object>& functions) {
    std::vector<Model::Test> out;
    for (const nb::object& function : functions)
      out.push_back([shared = std::make_shared<nb::object>(function)](const auto& values) {
        const nb::gil_scoped_acquire gil;
        nb::list given;
        for (const std::int64_t value : values) given.append(value);
        return nb::cast<bool>((*shared)(given));
      });
    return out;
  }

  // The domains of a search over these rules: a word for each variable.
  std::vector<Mask> domains(const nb::bytes& flat) const {
    std::vector<Mask> out = words<Mask>(flat, "domains");
    expect_domains(out, 1);
    return out;
  }

  const std::shared_ptr<const Network>& laid_out() const {
    if (!network) refuse("rules: found one that only the search that learns knows");
    return network;
  }
};

nb::bytes bytes_of(const std::vector<Mask>& masks) {
  return nb::bytes(masks.data(), masks.size() * sizeof(Mask));
}

// Backtracking over any CSP.
struct CspSearch {
  using Numbers = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                             std::uint64_t>;
  BacktrackingSearch search;
  std::atomic_flag busy;
  bool finished = false;

  CspSearch(const SharedModel& model, const nb::bytes& domains,
            const std::vector<std::string>& options, const std::vector<double>& luck,
            const nb::bytes& shuffled, const Numbers& counts)
      : search(model.laid_out(), model.domains(domains), named(options), drawn(luck, view(shuffled)),
               counted(counts)) {}

  static Options named(const std::vector<std::string>& words) {
    if (words.size() != 5) refuse("options: expected method, select, order, infer and prepare");
    return {words[0], words[1], words[2], words[3], words[4]};
  }

  static Drawn drawn(const std::vector<double>& luck, std::string_view shuffled) {
    return {luck, {shuffled.begin(), shuffled.end()}};
  }

  static Counts counted(const Numbers& counts) {
    const auto& [nodes, backtracks, checks, prunings, deepest] = counts;
    return {nodes, backtracks, checks, prunings, deepest};
  }

  // The next answer, or None if the nodes are spent or the tree is.
  nb::object step(std::int64_t max_nodes) {
    require_limits("step", 0, max_nodes);
    const Busy guard(busy);
    const auto outcome =
        without_gil([&] { return search.step(static_cast<std::uint64_t>(max_nodes)); });
    finished = outcome == BacktrackingSearch::Outcome::finished;
    return outcome == BacktrackingSearch::Outcome::answer ? answer() : nb::none();
  }

  nb::object answer() const {
    const std::vector<Mask>& domains = search.domains();
    nb::object out = new_tuple(domains.size());
    for (std::size_t x = 0; x < domains.size(); ++x)
      NB_TUPLE_SET_ITEM(out.ptr(), static_cast<Py_ssize_t>(x),
                       nb::int_(value_of(domains[x])).release().ptr());
    return out;
  }

  Numbers counts() {
    const Busy guard(busy);
    const Counts& c = search.counts();
    return {c.nodes, c.backtracks, c.checks, c.prunings, c.deepest};
  }
};

}  // namespace

void bind_csp(nb::module_& m) {
  nb::class_<SharedModel>(m, "Model")
      .def(nb::init<std::int64_t, const nb::bytes&, const std::vector<nb::object>&>(),
           "variables"_a, "rules"_a, "tests"_a = nb::tuple())
      .def_prop_ro("variables", [](const SharedModel& shared) { return shared.model->variables(); })
      .def_prop_ro("rules", [](const SharedModel& shared) { return shared.model->rules().size(); })
      .def_prop_ro("plain", [](const SharedModel& shared) { return shared.network != nullptr; });
  nb::class_<CspSearch>(m, "CspSearch")
      .def(nb::init<const SharedModel&, const nb::bytes&, const std::vector<std::string>&,
                    const std::vector<double>&, const nb::bytes&, const CspSearch::Numbers&>(),
           "model"_a, "domains"_a, "options"_a, "luck"_a, "shuffled"_a, "counts"_a)
      .def("step", &CspSearch::step, "max_nodes"_a,
           nb::sig("def step(self, max_nodes: int) -> tuple[int, ...] | None"))
      .def_prop_ro("counts", &CspSearch::counts)
      .def_ro("finished", &CspSearch::finished);
  Class<Cover>(m, "Cover")
      .init<std::vector<std::int64_t>, Cover::Options, Cover::Items, std::int64_t>(
          "defaults"_a, "options"_a, "items"_a, "exact"_a)
      .answers("run", &Cover::run)
      .tree();
  using Self = Held<LearningSearch>;
  Class<LearningSearch>(m, "LearningSearch")
      .def("__init__",
           [](Self* self, SharedModel& model, const nb::bytes& domains) {
             new (self) Self(std::in_place,
                             [&] { return model.search(words<Mask>(domains, "domains")); });
           },
           "model"_a, "domains"_a)
      .answers("run", &LearningSearch::run)
      .read("bound", &LearningSearch::bound)
      .tree();
  using Asked = Held<Solver>;
  const auto told = [](void (Solver::*tell)(const std::vector<std::int64_t>&)) {
    return [tell](Asked& self, const nb::bytes& triples) {
      const Busy guard(self.busy);
      (self.kernel.*tell)(words<std::int64_t>(triples, "literals"));
    };
  };
  Class<Solver>(m, "Solver")
      .def("__init__",
           [](Asked* self, const SharedModel& model, const nb::bytes& domains) {
             new (self) Asked(std::in_place,
                              [&] { return model.solver(words<Mask>(domains, "domains")); });
           },
           "model"_a, "domains"_a)
      .def("ask", told(&Solver::ask), "assumptions"_a)
      .def("add", told(&Solver::add), "alternatives"_a)
      .def("candidates",
           [](Asked& self, const nb::bytes& domains, std::size_t shown, std::uint64_t nodes,
              std::int64_t effort, std::int64_t most) {
             const Busy guard(self.busy);
             const auto given = words<Mask>(domains, "domains");
             const auto found = without_gil(
                 [&] { return self.kernel.candidates(given, shown, nodes, effort, most); });
             return nb::make_tuple(bytes_of(found.had), bytes_of(found.unknown), found.left);
           },
           "domains"_a, "shown"_a, "nodes"_a, "effort"_a, "most"_a)
      .read("core", &Solver::core)
      .answers("run", &Solver::run)
      .tree();
}

}  // namespace clew

#include <cstring>
#include <memory>

#include "common/binding.hpp"
#include "csp/backtracking.hpp"
#include "csp/learning_search.hpp"
#include "csp/model.hpp"
#include "csp/preprocess.hpp"

namespace clew {

namespace {

// Whole numbers of 64 bits from their bytes.
template <class Number>
std::vector<Number> words(const nb::bytes& bytes, const char* name) {
  if (bytes.size() % sizeof(Number)) refuse(name, ": found bytes that are no 64-bit integers");
  std::vector<Number> out(bytes.size() / sizeof(Number));
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

// The rules of a CSP, read once and shared by every search over them.
struct SharedModel {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const Network> network;
  std::shared_ptr<const Encoding> encoding;  // kept by LearningSearch, for these values
  Mask encoded = 0;

  SharedModel(std::int64_t variables, const nb::bytes& flat)
      : model(std::make_shared<Model>(variables, words<std::int64_t>(flat, "rules"))),
        network(std::make_shared<Network>(model)) {}

  // The domains of a search over these rules, one word a variable.
  std::vector<Mask> domains(const nb::bytes& flat) const {
    std::vector<Mask> out = words<Mask>(flat, "domains");
    if (out.size() != model->variables())
      refuse("domains: found ", out.size(), ", expected ", model->variables());
    return out;
  }
};

// Backtracking over any CSP; with a Recorder, what it did is there to be taken.
template <class Trace>
struct CspSearch {
  using Kernel = Search<Trace>;
  using Numbers = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                             std::uint64_t>;
  Kernel search;
  std::atomic_flag busy;
  bool finished = false;

  CspSearch(const SharedModel& model, const nb::bytes& domains,
            const std::vector<std::string>& options, const std::vector<double>& luck,
            const nb::bytes& shuffled, const Numbers& counts)
      : search(model.network, model.domains(domains), named(options), drawn(luck, view(shuffled)),
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
    finished = outcome == Kernel::Outcome::finished;
    return outcome == Kernel::Outcome::answer ? answer() : nb::none();
  }

  nb::object answer() const {
    const std::vector<Mask>& domains = search.domains();
    nb::object out = new_tuple(domains.size());
    for (std::size_t x = 0; x < domains.size(); ++x)
      PyTuple_SET_ITEM(out.ptr(), static_cast<Py_ssize_t>(x),
                       nb::int_(value_of(domains[x])).release().ptr());
    return out;
  }

  Numbers counts() {
    const Busy guard(busy);
    const Counts& c = search.counts();
    return {c.nodes, c.backtracks, c.checks, c.prunings, c.deepest};
  }

  nb::typed<nb::list, nb::typed<nb::tuple, int, int, int, int>> events() {
    const Busy guard(busy);
    nb::list out;
    for (const Event& event : std::exchange(search.trace().events, {})) {
      const nb::int_ value = event.kind == EventKind::prune
                                 ? nb::int_(static_cast<std::uint64_t>(event.value))
                                 : nb::int_(event.value);
      out.append(nb::make_tuple(static_cast<int>(event.kind), event.depth, event.subject, value));
    }
    return out;
  }

  static nb::class_<CspSearch> bind(nb::module_& m, const char* name) {
    return nb::class_<CspSearch>(m, name)
        .def(nb::init<const SharedModel&, const nb::bytes&, const std::vector<std::string>&,
                      const std::vector<double>&, const nb::bytes&, const Numbers&>(),
             "model"_a, "domains"_a, "options"_a, "luck"_a, "shuffled"_a, "counts"_a)
        .def("step", &CspSearch::step, "max_nodes"_a,
             nb::sig("def step(self, max_nodes: int) -> tuple[int, ...] | None"))
        .def_prop_ro("counts", &CspSearch::counts)
        .def_ro("finished", &CspSearch::finished);
  }
};

// What is encoded may serve the next puzzle with the same rules.
LearningSearch learning(SharedModel& shared, const std::vector<Mask>& domains) {
  if (!LearningSearch::shares(*shared.model, domains)) {
    const std::vector<Mask> left = pruned(*shared.model, domains);
    return {std::make_shared<Encoding>(*shared.model, left), left};
  }
  const Mask all = LearningSearch::all_values(domains);
  if (!shared.encoding || shared.encoded != all)
    shared.encoding =
        std::make_shared<Encoding>(*shared.model, std::vector<Mask>(domains.size(), all));
  shared.encoded = all;
  return {shared.encoding, domains};
}

}  // namespace

void bind_csp(nb::module_& m) {
  nb::class_<SharedModel>(m, "Model")
      .def(nb::init<std::int64_t, const nb::bytes&>(), "variables"_a, "rules"_a)
      .def_prop_ro("variables", [](const SharedModel& shared) { return shared.model->variables(); })
      .def_prop_ro("rules", [](const SharedModel& shared) { return shared.model->rules().size(); });
  CspSearch<NoTrace>::bind(m, "CspSearch");
  CspSearch<Recorder>::bind(m, "WatchedCspSearch").def("events", &CspSearch<Recorder>::events);
  using Self = Held<LearningSearch>;
  Class<LearningSearch>(m, "LearningSearch")
      .def("__init__",
           [](Self* self, SharedModel& model, const nb::bytes& domains) {
             new (self) Self(std::in_place, [&] { return learning(model, model.domains(domains)); });
           },
           "model"_a, "domains"_a)
      .answers("run", &LearningSearch::run)
      .tree();
}

}  // namespace clew

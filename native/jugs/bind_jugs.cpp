#include "common/binding.hpp"
#include "jugs/jugs.hpp"

namespace clew {

namespace {

// Each path to a goal is a list of states.
nb::typed<nb::list, Tuples> run_jugs(Held<Jugs>& self, std::int64_t max_answers,
                                     std::int64_t max_nodes) {
  require_limits("run", max_answers, max_nodes);
  const Busy guard(self.busy);
  const auto ways = without_gil([&] { return self.kernel.run(max_answers, max_nodes); });
  nb::list out;
  for (const auto& way : ways)
    out.append(listed(way, self.kernel.width(), way.size() / self.kernel.width()));
  return out;
}

}  // namespace

void bind_jugs(nb::module_& m) {
  using Amounts = std::vector<std::int64_t>;
  Class<Jugs>(m, "Jugs")
      .init<Amounts, Amounts, Amounts, unsigned>("capacities"_a, "start"_a, "goal"_a, "rules"_a)
      .def("run", run_jugs, "max_answers"_a, "max_nodes"_a)
      .read("nodes", &Jugs::nodes)
      .read("generated", &Jugs::generated)
      .read("duplicates", &Jugs::duplicates)
      .read("reached", &Jugs::reached)
      .read("deepest", &Jugs::deepest)
      .read("frontier", &Jugs::frontier)
      .read("finished", &Jugs::finished);
}

}  // namespace clew

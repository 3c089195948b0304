#include "common/binding.hpp"
#include "games/boxes.hpp"
#include "games/connect.hpp"
#include "games/in_a_row.hpp"
#include "games/octal.hpp"
#include "games/sowing.hpp"

namespace clew {

namespace {

using Pause = nb::typed<nb::callable, std::uint64_t(std::uint64_t)>;

auto calling(const Pause& pause) {
  return [&pause](std::uint64_t nodes) {
    nb::gil_scoped_acquire acquire;
    return nb::cast<std::uint64_t>(pause(nodes));
  };
}

std::tuple<int, std::vector<int>, std::vector<int>> verdict(Held<Connect>& self,
                                                            std::uint64_t mine,
                                                            std::uint64_t theirs,
                                                            const Pause& pause) {
  const Busy guard(self.busy);
  const Connect::Verdict found =
      without_gil([&] { return self.kernel.verdict(mine, theirs, calling(pause)); });
  return {found.value, found.best, found.line};
}

int value(Held<InARow>& self, std::uint64_t mine, std::uint64_t theirs, int alpha, int beta,
          const Pause& pause) {
  const Busy guard(self.busy);
  return without_gil([&] { return self.kernel.value(mine, theirs, alpha, beta, calling(pause)); });
}

template <class Rules>
int points(Held<Points<Rules>>& self, const typename Rules::Given& board, int alpha, int beta,
           const Pause& pause) {
  const Busy guard(self.busy);
  const PointsBoard read = self.kernel.rules().read(board);
  return without_gil([&] { return self.kernel.value(read, alpha, beta, calling(pause)); });
}

// The values of the next heaps.
nb::typed<nb::list, int> run_octal(Held<Octal>& self, std::int64_t count) {
  if (count < 0) refuse("count: found a negative number, expected 0 or more");
  const Busy guard(self.busy);
  const Octal& values = self.kernel;
  const std::size_t first = values.size();
  without_gil([&] { self.kernel.run(static_cast<std::size_t>(count)); });
  nb::list out;
  for (std::size_t n = first; n < values.size(); ++n) out.append(values[n]);
  return out;
}

}  // namespace

void bind_games(nb::module_& m) {
  Class<Connect>(m, "Connect")
      .init<std::int64_t, std::int64_t, std::int64_t>("rows"_a, "cols"_a, "length"_a)
      .def("verdict", verdict, "mine"_a, "theirs"_a, "pause"_a)
      .read("nodes", &Connect::nodes)
      .read("deepest", &Connect::deepest);
  Class<InARow>(m, "InARow")
      .init<std::int64_t, std::int64_t, std::int64_t>("rows"_a, "cols"_a, "length"_a)
      .def("value", value, "mine"_a, "theirs"_a, "alpha"_a, "beta"_a, "pause"_a)
      .read("nodes", &InARow::nodes);
  Class<Points<Sowing>>(m, "Sowing")
      .init<std::int64_t>("pits"_a)
      .def("value", points<Sowing>, "board"_a, "alpha"_a, "beta"_a, "pause"_a)
      .read("nodes", &Points<Sowing>::nodes);
  Class<Points<Boxes>>(m, "Boxes")
      .init<std::int64_t, std::int64_t>("cols"_a, "rows"_a)
      .def("value", points<Boxes>, "board"_a, "alpha"_a, "beta"_a, "pause"_a)
      .read("nodes", &Points<Boxes>::nodes);
  Class<Octal>(m, "Octal")
      .init<std::vector<std::int64_t>>("code"_a)
      .def("run", run_octal, "count"_a)
      .read("size", &Octal::size);
}

}  // namespace clew

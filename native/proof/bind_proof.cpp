#include "common/binding.hpp"
#include "proof/prover.hpp"

namespace clew {

void bind_proof(nb::module_& m) {
  using Self = Held<Prover>;
  Class<Prover>(m, "Prover")
      .def("__init__",
           [](Self* self, std::vector<std::string> names, const nb::bytes& sums,
              const nb::bytes& derived, std::vector<std::string> lemmas, const nb::bytes& groups,
              std::int64_t width) {
             new (self) Self(std::in_place, [&] {
               return Prover(std::move(names), words(sums, "sums"), words(derived, "derived"),
                             std::move(lemmas), words(groups, "groups"), width);
             });
           },
           "names"_a, "sums"_a, "derived"_a, "lemmas"_a, "groups"_a, "width"_a)
      .def("log",
           [](Self& self) {
             const Busy guard(self.busy);
             const std::string log = self.kernel.take_log();
             return nb::bytes(log.data(), log.size());
           })
      .answers("run", &Prover::run)
      .tree();
}

}  // namespace clew

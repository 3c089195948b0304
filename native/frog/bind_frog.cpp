#include "common/binding.hpp"
#include "frog/layers.hpp"

namespace clew {

void bind_frog(nb::module_& m) {
  Class<Layers>(m, "Layers")
      .init<std::vector<std::int64_t>, std::int64_t>("jumps"_a, "first_try"_a = 2000)
      .answers("run", &Layers::run)
      .tree();
}

}  // namespace clew

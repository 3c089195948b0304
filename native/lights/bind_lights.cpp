#include "common/binding.hpp"
#include "lights/coset.hpp"
#include "lights/xor_walk.hpp"

namespace clew {

void bind_lights(nb::module_& m) {
  Class<Coset>(m, "Coset")
      .init<nb::bytes, std::vector<nb::bytes>>("base"_a, "basis"_a)
      .steps("run", &Coset::run, "max_words")
      .read("visited", &Coset::visited)
      .read("finished", &Coset::finished)
      .read("word", &Coset::word)
      .read("weight", &Coset::weight);
  Class<XorWalk>(m, "XorWalk")
      .init<std::int64_t, Masks, std::int64_t, std::int64_t>("bits"_a, "masks"_a, "start"_a,
                                                             "goal"_a = 0)
      .steps("run", &XorWalk::run, "max_nodes")
      .read("finished", &XorWalk::finished)
      .read("moves", &XorWalk::moves)
      .read("nodes", &XorWalk::nodes)
      .read("generated", &XorWalk::generated)
      .read("duplicates", &XorWalk::duplicates)
      .read("deepest", &XorWalk::deepest)
      .read("frontier", &XorWalk::frontier)
      .read("levels", &XorWalk::levels);
}

}  // namespace clew

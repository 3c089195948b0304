// The filters for lines of one to nine open cells, compiled once.
#include "latin/line_filter.hpp"

namespace clew {

bool filter_line(int cells, std::uint16_t* domains, const std::uint8_t* signs) {
  switch (cells) {
    case 1: return line_filter::LineFilter<1>::filter(domains, signs);
    case 2: return line_filter::LineFilter<2>::filter(domains, signs);
    case 3: return line_filter::LineFilter<3>::filter(domains, signs);
    case 4: return line_filter::LineFilter<4>::filter(domains, signs);
    case 5: return line_filter::LineFilter<5>::filter(domains, signs);
    case 6: return line_filter::LineFilter<6>::filter(domains, signs);
    case 7: return line_filter::LineFilter<7>::filter(domains, signs);
    case 8: return line_filter::LineFilter<8>::filter(domains, signs);
    default: return line_filter::LineFilter<9>::filter(domains, signs);
  }
}

}  // namespace clew

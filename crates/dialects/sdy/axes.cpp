#include "sdy/axes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::sdy;

std::optional<int64_t> MeshAttr::findAxis(StringRef name) const {
  for (MeshAxisAttr axis : getAxes())
    if (axis.getName() == name)
      return axis.getSize();
  return std::nullopt;
}

int64_t sdy::saturatingProduct(int64_t left, int64_t right) {
  int64_t product;
  return llvm::MulOverflow(left, right, product) ? INT64_MAX : product;
}

AxisPart::AxisPart(AxisRefAttr axis, MeshAttr mesh)
    : name(axis.getName()), begin(1),
      axisSize(mesh.findAxis(name).value_or(0)) {
  end = axisSize;
  if (SubAxisInfoAttr part = axis.getSubAxisInfo()) {
    begin = part.getPreSize();
    end = saturatingProduct(begin, part.getSize());
  }
}

AxisRefAttr AxisPart::toAttribute(MLIRContext *context) const {
  auto part = isWhole() ? SubAxisInfoAttr()
                        : SubAxisInfoAttr::get(context, begin, size());
  return AxisRefAttr::get(context, name, part);
}

int64_t sdy::shardedSize(ArrayRef<AxisRefAttr> axes, MeshAttr mesh) {
  int64_t product = 1;
  for (AxisRefAttr axis : axes)
    product = saturatingProduct(product, AxisPart(axis, mesh).size());
  return product;
}

bool sdy::overlap(AxisRefAttr left, AxisRefAttr right) {
  if (left.getName() != right.getName())
    return false;
  SubAxisInfoAttr first = left.getSubAxisInfo();
  SubAxisInfoAttr second = right.getSubAxisInfo();
  if (!first || !second)
    return true;
  auto end = [](SubAxisInfoAttr part) {
    return saturatingProduct(part.getPreSize(), part.getSize());
  };
  return first.getPreSize() < end(second) && second.getPreSize() < end(first);
}

bool sdy::canMerge(AxisRefAttr left, AxisRefAttr right) {
  SubAxisInfoAttr first = left.getSubAxisInfo();
  SubAxisInfoAttr second = right.getSubAxisInfo();
  return left.getName() == right.getName() && first && second &&
         saturatingProduct(first.getPreSize(), first.getSize()) ==
             second.getPreSize();
}

bool sdy::isBefore(AxisRefAttr left, AxisRefAttr right, MeshAttr mesh) {
  auto key = [&](AxisRefAttr axis) {
    const auto *position = llvm::find_if(mesh.getAxes(), [&](auto each) {
      return each.getName() == axis.getName();
    });
    AxisPart part(axis, mesh);
    return std::make_tuple(position, part.begin, part.end);
  };
  return key(left) < key(right);
}

void sdy::appendAxis(SmallVectorImpl<AxisRefAttr> &axes, AxisRefAttr axis,
                     MeshAttr mesh) {
  if (axes.empty() || !canMerge(axes.back(), axis)) {
    axes.push_back(axis);
    return;
  }
  AxisPart merged(axes.back(), mesh);
  merged.end = AxisPart(axis, mesh).end;
  axes.back() = merged.toAttribute(axis.getContext());
}

void sdy::sortAndMerge(SmallVectorImpl<AxisRefAttr> &axes, MeshAttr mesh) {
  SmallVector<AxisRefAttr> sorted(axes.begin(), axes.end());
  llvm::sort(sorted, [&](AxisRefAttr left, AxisRefAttr right) {
    return isBefore(left, right, mesh);
  });
  axes.clear();
  for (AxisRefAttr axis : sorted)
    appendAxis(axes, axis, mesh);
}

bool sdy::removeFromEnd(SmallVectorImpl<AxisRefAttr> &axes, AxisRefAttr axis,
                        MeshAttr mesh) {
  if (axes.empty() || axes.back().getName() != axis.getName())
    return false;
  AxisPart last(axes.back(), mesh);
  AxisPart removed(axis, mesh);
  if (removed.end != last.end || removed.begin < last.begin)
    return false;
  axes.pop_back();
  if (last.begin < removed.begin) {
    last.end = removed.begin;
    axes.push_back(last.toAttribute(axis.getContext()));
  }
  return true;
}

#pragma once
#include <thrust/detail/config.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace detail {
struct bad_alloc : std::bad_alloc {
  __device__ explicit bad_alloc(const char *) {}
};
}
}
THRUST_NAMESPACE_END

#pragma once
// As Thrust's own, which all of its headers include first; then what else it needs of the host's headers, and functions of the host are functions of the device.
#include <cstddef>
#include <iosfwd>
#include <iterator>
#include <type_traits>
#include <utility>

#include <thrust/version.h>

#include <thrust/detail/config/config.h>

#undef _CCCL_HOST
#define _CCCL_HOST __device__

namespace std {
// Thrust specialises these in std.
template <class Iterator> struct iterator_traits : cuda::std::iterator_traits<Iterator> {};
template <class T> struct hash;

struct exception {};
struct bad_alloc : exception {};
struct runtime_error : exception {
  __device__ explicit runtime_error(const char *) {}
};
}

// SPDX-License-Identifier: BSD-3-Clause
#include "support/allocations.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TRAMMEL_MALLOC_IS_TAKEN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define TRAMMEL_MALLOC_IS_TAKEN
#endif
#endif
#if !defined(__GLIBC__)
#define TRAMMEL_MALLOC_IS_TAKEN
#endif

namespace {
std::atomic<long> count{0};
}

namespace trammel::testing {

long allocations() {
  return count;
}

bool can_count_allocations() {
#ifdef TRAMMEL_MALLOC_IS_TAKEN
  return false;
#else
  return true;
#endif
}

}  // namespace trammel::testing

#ifndef TRAMMEL_MALLOC_IS_TAKEN
extern "C" {

void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) {
  ++count;
  return __libc_malloc(size);
}
void* calloc(std::size_t items, std::size_t size) {
  ++count;
  return __libc_calloc(items, size);
}
void* realloc(void* block, std::size_t size) {
  ++count;
  return __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  ++count;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}
}
#endif

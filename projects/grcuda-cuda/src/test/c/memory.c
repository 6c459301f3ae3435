/*
 * Memory of the double. Each window is a range of addresses that the program knows, and another place where the double itself
 * finds the same memory: the program cannot access that of devices at all, and managed pages only while they are on the host.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "recording.h"

enum {
  PAGE = 4096,
  /* As much of an allocation is filled; the rest of a large one stays untouched. */
  FILLED_BYTES = 1 << 20,
  CLASSES = 64
};

static const size_t WINDOW_BYTES = (size_t)1 << 36;

/* Freed memory of one size, to be given out again: the addresses of the program. */
typedef struct Hole {
  char *address;
  struct Hole *next;
} Hole;

typedef struct {
  char *program, *view;
  size_t given;
  Hole *holes[CLASSES];
} Window;

static Window device_window, managed_window;

/* Of each managed page: 0 if it is on the host, else the device above it. */
static unsigned char *places;
static struct sigaction before;
static Allocation *alive;

static char *map(size_t bytes, int protection, int flags, int file) {
  void *address = mmap(NULL, bytes, protection, flags | MAP_NORESERVE, file, 0);
  if (address == MAP_FAILED) {
    perror("the double maps its memory");
    abort();
  }
  return address;
}

static int is_in(const Window *window, const void *address) {
  return window->program != NULL && (const char *)address >= window->program &&
         (const char *)address < window->program + WINDOW_BYTES;
}

static void protect(char *address, size_t bytes, int protection) {
  if (mprotect(address, bytes, protection) != 0) {
    abort();
  }
}

/* An access of the host to a page of a device moves it; one to memory of a device ends the process, as with CUDA. */
static void on_fault(int signal, siginfo_t *info, void *context) {
  char *address = info->si_addr;
  if (is_in(&managed_window, address)) {
    size_t page = (size_t)(address - managed_window.program) / PAGE;
    if (__atomic_exchange_n(&places[page], 0, __ATOMIC_ACQ_REL) != 0) {
      __atomic_add_fetch(&state.host_faults, 1, __ATOMIC_RELAXED);
      protect(managed_window.program + page * PAGE, PAGE, PROT_READ | PROT_WRITE);
      return;
    }
    protect(managed_window.program + page * PAGE, PAGE, PROT_READ | PROT_WRITE);
    return;
  }
  if (is_in(&device_window, address)) {
    static const char TEXT[] = "\nthe host accesses memory of a device\n";
    ssize_t written = write(STDERR_FILENO, TEXT, sizeof TEXT - 1);
    (void)written;
  }
  if ((before.sa_flags & SA_SIGINFO) != 0) {
    before.sa_sigaction(signal, info, context);
  } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(signal);
  } else {
    sigaction(SIGSEGV, &before, NULL);
  }
}

/* Where the double finds what the program knows by an address. */
EXPORTED void *recording_view(void *address) {
  const Window *window = is_in(&device_window, address)    ? &device_window
                         : is_in(&managed_window, address) ? &managed_window
                                                           : NULL;
  return window == NULL ? address : window->view + ((char *)address - window->program);
}

static void open_windows(void) {
  if (device_window.program != NULL) {
    return;
  }
  int alone = MAP_PRIVATE | MAP_ANONYMOUS;
  device_window.program = map(WINDOW_BYTES, PROT_NONE, alone, -1);
  device_window.view = map(WINDOW_BYTES, PROT_READ | PROT_WRITE, alone, -1);
  int file = memfd_create("managed", 0);
  if (file < 0 || ftruncate(file, (off_t)WINDOW_BYTES) != 0) {
    perror("the double makes managed memory");
    abort();
  }
  managed_window.program = map(WINDOW_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file);
  managed_window.view = map(WINDOW_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file);
  close(file);
  places = (unsigned char *)map(WINDOW_BYTES / PAGE, PROT_READ | PROT_WRITE, alone, -1);
  struct sigaction handler = {.sa_sigaction = on_fault,
                              .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  sigaction(SIGSEGV, &handler, &before);
}

/* ---- room in a window ---- */

static int class_of(size_t room) {
  return 63 - __builtin_clzll(room);
}

/* A power of two, at least a page: so each managed page belongs to one allocation. */
static size_t room_for(size_t bytes) {
  size_t room = PAGE;
  while (room < bytes) {
    room *= 2;
  }
  return room;
}

static char *take(Window *window, size_t room) {
  Hole *hole = window->holes[class_of(room)];
  if (hole != NULL) {
    char *address = hole->address;
    window->holes[class_of(room)] = hole->next;
    free(hole);
    return address;
  }
  if (room > WINDOW_BYTES - window->given) {
    return NULL;
  }
  char *address = window->program + window->given;
  window->given += room;
  return address;
}

/* What was freed holds nothing of use, and the pages of large memory are given back. */
static void give(Window *window, char *address, size_t room) {
  char *view = window->view + (address - window->program);
  if (room > FILLED_BYTES) {
    madvise(view, room, window == &managed_window ? MADV_REMOVE : MADV_DONTNEED);
  } else {
    memset(view, 0x5A, room);
  }
  Hole *hole = malloc(sizeof *hole);
  hole->address = address;
  hole->next = window->holes[class_of(room)];
  window->holes[class_of(room)] = hole;
}

static Window *window_of(char kind) {
  return kind == 'm' ? &managed_window : kind == 'd' || kind == 'g' ? &device_window : NULL;
}

/* ---- allocations ---- */

void *allocation_view(const Allocation *allocation, CudaAddress address) {
  const Window *window = window_of(allocation->kind);
  char *place = (char *)(uintptr_t)address;
  return window == NULL ? place : window->view + (place - window->program);
}

static void enter_list(Allocation *allocation) {
  allocation->after = alive;
  if (alive != NULL) {
    alive->before = allocation;
  }
  alive = allocation;
}

static void leave_list(Allocation *allocation) {
  if (allocation->before != NULL) {
    allocation->before->after = allocation->after;
  } else {
    alive = allocation->after;
  }
  if (allocation->after != NULL) {
    allocation->after->before = allocation->before;
  }
  allocation->before = allocation->after = NULL;
}

Allocation *allocation_new(char kind, size_t bytes, CudaContext context) {
  open_windows();
  Window *window = window_of(kind);
  size_t room = window != NULL ? room_for(bytes) : (bytes + 255) / 256 * 256;
  void *address = NULL;
  if (window != NULL) {
    address = take(window, room);
  } else if (posix_memalign(&address, 256, room) != 0) {
    address = NULL;
  }
  if (address == NULL) {
    return NULL;
  }
  Allocation *allocation = handle_new(ALLOCATION, sizeof *allocation, context);
  allocation->address = address;
  allocation->bytes = bytes;
  allocation->room = room;
  allocation->kind = kind;
  /* Fresh memory holds anything, always the same: what is read before it is written shows. */
  memset(allocation_view(allocation, (CudaAddress)(uintptr_t)address), 0xA5,
         bytes < FILLED_BYTES ? bytes : FILLED_BYTES);
  if (kind == 'd') {
    state.used[context->device] += bytes;
  }
  enter_list(allocation);
  return allocation;
}

Allocation *allocation_register(char *address, size_t bytes) {
  Allocation *allocation = handle_new(ALLOCATION, sizeof *allocation, NULL);
  allocation->address = address;
  allocation->bytes = bytes;
  allocation->kind = 'r';
  enter_list(allocation);
  return allocation;
}

void allocation_end(Allocation *allocation) {
  if (allocation->kind == 'd') {
    state.used[allocation->handle.context->device] -= allocation->bytes;
  }
  __atomic_store_n(&allocation->handle.alive, 0, __ATOMIC_RELEASE);
  leave_list(allocation);
  Window *window = window_of(allocation->kind);
  if (allocation->uses > 0) {
    violation(STATUS_INVALID_VALUE, "memory is freed that %d unfinished commands use", allocation->uses);
  } else if (window != NULL) {
    if (allocation->kind == 'm') {
      pages_move(allocation, (CudaAddress)(uintptr_t)allocation->address, allocation->bytes, DEVICE_HOST, 1);
    }
    give(window, allocation->address, allocation->room);
  } else if (allocation->kind == 'h') {
    free(allocation->address);
  }
}

Allocation *allocation_of(CudaAddress address, size_t bytes) {
  for (Allocation *allocation = alive; allocation != NULL; allocation = allocation->after) {
    CudaAddress begin = (CudaAddress)(uintptr_t)allocation->address;
    if (address >= begin && address - begin <= allocation->bytes &&
        bytes <= allocation->bytes - (address - begin)) {
      return allocation;
    }
  }
  return NULL;
}

void variables_each(CudaModule module, void (*function)(Allocation *variable, void *data), void *data) {
  for (Allocation *allocation = alive, *next; allocation != NULL; allocation = next) {
    next = allocation->after;
    if (allocation->module == module) {
      function(allocation, data);
    }
  }
}

static void forget(Window *window) {
  window->given = 0;
  for (int i = 0; i < CLASSES; i++) {
    while (window->holes[i] != NULL) {
      Hole *hole = window->holes[i];
      window->holes[i] = hole->next;
      free(hole);
    }
  }
}

void memory_reset(void) {
  for (Allocation *allocation = alive; allocation != NULL; allocation = allocation->after) {
    if (allocation->kind == 'h') {
      free(allocation->address);
    }
  }
  alive = NULL;
  pages_reset();
  forget(&device_window);
  forget(&managed_window);
}

/* ---- managed pages ---- */

void pages_move(const Allocation *allocation, CudaAddress address, size_t bytes, int place, int ahead) {
  if (allocation->kind != 'm' || bytes == 0 || !state.paging) {
    return;
  }
  size_t offset = (size_t)(address - (CudaAddress)(uintptr_t)managed_window.program);
  for (size_t page = offset / PAGE; page <= (offset + bytes - 1) / PAGE; page++) {
    unsigned char to = (unsigned char)(place + 1);
    unsigned char from = __atomic_exchange_n(&places[page], to, __ATOMIC_ACQ_REL);
    if (from != to) {
      __atomic_add_fetch(ahead ? &state.moved_ahead : &state.device_faults, 1, __ATOMIC_RELAXED);
    }
    if ((from == 0) != (to == 0)) {
      protect(managed_window.program + page * PAGE, PAGE, to == 0 ? PROT_READ | PROT_WRITE : PROT_NONE);
    }
  }
}

void pages_reset(void) {
  if (places != NULL) {
    protect(managed_window.program, WINDOW_BYTES, PROT_READ | PROT_WRITE);
    memset(places, 0, managed_window.given / PAGE);
  }
  state.host_faults = state.device_faults = state.moved_ahead = 0;
}

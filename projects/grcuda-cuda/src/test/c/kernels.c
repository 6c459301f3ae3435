/* Modules of the double: what it finds in PTX by looking for directives, and the kernels of the driver's own tests. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"

/* The identifier at text; returns what follows it. */
static const char *identifier(const char *text, char *name, size_t room) {
  while (isspace((unsigned char)*text)) {
    text++;
  }
  size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");
  snprintf(name, room, "%.*s", (int)length, text);
  return text + length;
}

/* The first place of a word before an end; null if there is none. */
static const char *find(const char *from, const char *end, const char *word) {
  const char *at = from == NULL ? NULL : strstr(from, word);
  return at != NULL && (end == NULL || at < end) ? at : NULL;
}

/* Bytes of a type such as ".u32", at its dot. */
static size_t width(const char *type) {
  size_t bits = (size_t)atoi(type + 2);
  return bits / 8;
}

/* The type of a declaration: what follows its alignment and other words. */
static const char *type_of(const char *declaration, const char *end) {
  static const char *const TYPES[] = {".u", ".b", ".s", ".f"};
  for (const char *at = declaration; at < end; at++) {
    for (int i = 0; i < 4; i++) {
      if (strncmp(at, TYPES[i], 2) == 0 && isdigit((unsigned char)at[2])) {
        return at;
      }
    }
  }
  return end;
}

/* Parameters of the forms ".param .u64 name" and ".param .align 8 .b8 name[24]". */
static void add_parameters(CudaFunction function, const char *from, const char *body) {
  size_t offset = 0;
  for (const char *at = find(from, body, ".param"); at != NULL && function->parameters < MOST_PARAMETERS;
       at = find(at + 1, body, ".param")) {
    const char *end = at + strcspn(at, ",)");
    const char *type = type_of(at, end);
    const char *bracket = find(type, end, "[");
    const char *aligned = find(at, type, ".align");
    size_t bytes = width(type) * (bracket == NULL ? 1 : (size_t)atoi(bracket + 1));
    size_t alignment = aligned != NULL && find(at, type, ".ptr") == NULL ? (size_t)atoi(aligned + 6) : width(type);
    offset = (offset + alignment - 1) / alignment * alignment;
    function->offsets[function->parameters] = offset;
    function->sizes[function->parameters++] = bytes;
    offset += bytes;
  }
}

/* All variables of the form ".local .align 4 .b8 name[64];". */
static int bytes_of(const char *space, const char *from, const char *end) {
  int bytes = 0;
  for (const char *at = find(from, end, space); at != NULL; at = find(at + 1, end, space)) {
    const char *stop = at + strcspn(at, ";");
    const char *bracket = find(at, stop, "[");
    bytes += (bracket == NULL ? 1 : atoi(bracket + 1)) * (int)width(type_of(at, stop));
  }
  return bytes;
}

static void add_functions(CudaModule module, const char *text) {
  for (const char *at = strstr(text, ".entry"); at != NULL; at = strstr(at + 1, ".entry")) {
    CudaFunction function = handle_new(FUNCTION, sizeof *function, module->handle.context);
    function->module = module;
    const char *after = identifier(at + 6, function->name, sizeof function->name);
    const char *body = strchr(after, '{');
    const char *limit = find(after, body, ".maxntid");
    const char *next = strstr(after, ".entry");
    function->max_threads = limit != NULL ? atoi(limit + 8) : 1024;
    function->local_bytes = bytes_of(".local .align", body, next);
    function->shared_bytes = bytes_of(".shared .align", body, next);
    add_parameters(function, after, body);
  }
}

/* Variables of the forms ".global .align 4 .u32 name[3] = {7, 8, 9};" and ".global .align 4 .u32 name;", which are zero. */
static void add_variables(CudaModule module, const char *text) {
  for (const char *at = strstr(text, ".global .align"); at != NULL;
       at = strstr(at + 1, ".global .align")) {
    const char *end = at + strcspn(at, ";");
    const char *type = type_of(at, end);
    const char *values = find(type, end, "{");
    const char *bracket = find(type, values == NULL ? end : values, "[");
    size_t each = width(type), count = bracket == NULL ? 1 : (size_t)atoi(bracket + 1);
    if (each * count == 0) {
      continue;
    }
    Allocation *variable = allocation_new('g', each * count, module->handle.context);
    char *view = allocation_view(variable, (CudaAddress)(uintptr_t)variable->address);
    memset(view, 0, each * count);
    const char *next = values == NULL ? end : values + 1;
    for (size_t i = 0; i < count && next < end; i++) {
      char *after;
      uint64_t value = strtoull(next, &after, 0);
      memcpy(view + each * i, &value, each < 8 ? each : 8);
      next = after + strspn(after, ", }");
    }
    variable->module = module;
    identifier(type + 2 + strspn(type + 2, "0123456789"), variable->name, sizeof variable->name);
  }
}

CudaStatus module_fill(CudaModule module, const char *text) {
  if (strncmp(text, "\177ELF", 4) == 0) {
    return STATUS_SUCCESS;
  }
  if (strstr(text, "..") != NULL) {
    return INVALID_PTX;
  }
  module->text = strdup(text);
  add_functions(module, text);
  add_variables(module, text);
  return STATUS_SUCCESS;
}

static void add(const Command *command, Failure *failure) {
  unsigned int threads = command->blocks * command->threads;
  CudaAddress address;
  int count;
  int by;
  memcpy(&address, command->parameters, 8);
  memcpy(&count, command->parameters + 8, 4);
  memcpy(&by, command->parameters + 12, 4);
  count = count < 0 ? 0 : (unsigned int)count < threads ? count : (int)threads;
  int *elements = count == 0 ? NULL : kernel_memory(command, address, 4 * (size_t)count, failure);
  for (int i = 0; i < count && elements != NULL; i++) {
    elements[i] += by;
  }
}

/* FillKernel.java: a number of 8 bytes, as often as the last parameter says. */
static void fill(const Command *command, Failure *failure) {
  CudaAddress address;
  uint64_t value, count;
  memcpy(&address, command->parameters, 8);
  memcpy(&value, command->parameters + 8, 8);
  memcpy(&count, command->parameters + 16, 8);
  uint64_t *elements = kernel_memory(command, address, 8 * count, failure);
  for (uint64_t i = 0; i < count && elements != NULL; i++) {
    elements[i] = value;
  }
}

/* Stores a number where its first parameter says. */
static void store(const Command *command, unsigned int number, Failure *failure) {
  CudaAddress address;
  memcpy(&address, command->parameters, 8);
  unsigned int *element = kernel_memory(command, address, 4, failure);
  if (element != NULL) {
    *element = number;
  }
}

void kernel_run(const Command *command, Failure *failure) {
  const char *name = command->function->name;
  if (engine != NULL) {
    engine_run(command, failure);
    return;
  }
  if (program_kernel_run(command, failure)) {
    return;
  }
  if (strcmp(name, "add") == 0 && command->bytes == 16) {
    add(command, failure);
  } else if (strcmp(name, "grcuda_fill") == 0 && command->bytes == 24) {
    fill(command, failure);
  } else if (strcmp(name, "late") == 0 && command->bytes == 12) {
    unsigned int number;
    memcpy(&number, command->parameters + 8, 4);
    store(command, number, failure);
  } else if (strcmp(name, "meet") == 0 && command->bytes == 8) {
    store(command, command->blocks, failure);
  } else if (strcmp(name, "stray") == 0 ||
             (strcmp(name, "deep") == 0 && command->function->handle.context->stack < 10240)) {
    failure->status = ILLEGAL_ADDRESS;
  }
}

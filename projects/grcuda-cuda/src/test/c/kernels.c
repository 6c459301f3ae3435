/* Modules of the double: what it finds in PTX by looking for directives, and kernels it runs itself. */
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

static int occurrences(const char *from, const char *to, const char *text) {
  int count = 0;
  for (const char *at = strstr(from, text); at != NULL && at < to; at = strstr(at + 1, text)) {
    count++;
  }
  return count;
}

/* Of a variable of the form ".local .align 4 .b8 name[64];". */
static int local_bytes(const char *from, const char *end) {
  const char *variable = from == NULL ? NULL : strstr(from, ".local .align");
  const char *bracket = variable == NULL ? NULL : strchr(variable, '[');
  return bracket == NULL || (end != NULL && bracket > end) ? 0 : atoi(bracket + 1);
}

static void add_functions(CudaModule module, const char *text) {
  for (const char *at = strstr(text, ".entry"); at != NULL; at = strstr(at + 1, ".entry")) {
    CudaFunction function = handle_new(FUNCTION, sizeof *function, module->handle.context);
    function->module = module;
    const char *after = identifier(at + 6, function->name, sizeof function->name);
    const char *body = strchr(after, '{');
    const char *limit = strstr(after, ".maxntid");
    function->max_threads =
        limit != NULL && body != NULL && limit < body ? atoi(limit + 8) : 1024;
    function->local_bytes = local_bytes(body, strstr(after, ".entry"));
    function->parameters = body == NULL ? 0 : occurrences(after, body, ".param");
  }
}

/* Variables of the form ".global .align 4 .u32 name[3] = {7, 8, 9};". */
static void add_variables(CudaModule module, const char *text) {
  for (const char *at = strstr(text, ".visible .global"); at != NULL;
       at = strstr(at + 1, ".visible .global")) {
    const char *type = strstr(at, ".u32");
    const char *values = type == NULL ? NULL : strchr(type, '{');
    const char *bracket = type == NULL ? NULL : strchr(type, '[');
    if (values == NULL || bracket == NULL) {
      continue;
    }
    size_t count = (size_t)atoi(bracket + 1);
    Allocation *variable = allocation_new('g', 4 * count, module->handle.context);
    values++;
    for (size_t i = 0; i < count; i++) {
      char *end;
      unsigned int value = (unsigned int)strtoul(values, &end, 0);
      memcpy(variable->address + 4 * i, &value, 4);
      values = end + strspn(end, ", ");
    }
    variable->module = module;
    identifier(type + 4, variable->name, sizeof variable->name);
  }
}

CudaStatus module_fill(CudaModule module, const char *text) {
  if (strncmp(text, "\177ELF", 4) == 0) {
    return STATUS_SUCCESS;
  }
  if (strstr(text, "..") != NULL) {
    return INVALID_PTX;
  }
  add_functions(module, text);
  add_variables(module, text);
  return STATUS_SUCCESS;
}

static void add(const char *parameters, unsigned int threads) {
  CudaAddress address;
  int count;
  int by;
  memcpy(&address, parameters, 8);
  memcpy(&count, parameters + 8, 4);
  memcpy(&by, parameters + 12, 4);
  int *elements = (int *)(uintptr_t)address;
  for (unsigned int i = 0; i < threads && (int)i < count; i++) {
    elements[i] += by;
  }
}

CudaStatus kernel_run(CudaFunction function, unsigned int blocks, unsigned int threads,
                      const char *parameters, size_t bytes) {
  if (strcmp(function->name, "add") == 0 && bytes == 16) {
    add(parameters, blocks * threads);
  } else if (strcmp(function->name, "late") == 0 && bytes == 12) {
    CudaAddress address;
    memcpy(&address, parameters, 8);
    memcpy((void *)(uintptr_t)address, parameters + 8, 4);
  } else if (strcmp(function->name, "meet") == 0 && bytes == 8) {
    CudaAddress address;
    memcpy(&address, parameters, 8);
    *(unsigned int *)(uintptr_t)address = blocks;
  } else if (strcmp(function->name, "stray") == 0 ||
             (strcmp(function->name, "deep") == 0 && function->handle.context->stack < 10240)) {
    state.fault = ILLEGAL_ADDRESS;
  }
  return STATUS_SUCCESS;
}

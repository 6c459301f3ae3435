// Runs a problem's OpenCL C on the first device of the first platform.
#define CL_TARGET_OPENCL_VERSION 120
#include "peer.h"
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct problem *it;
static cl_context context;
static cl_command_queue queue;
static cl_mem *buffers;
static cl_kernel *kernels;

static void check(cl_int code, const char *call) {
  if (code != CL_SUCCESS) fail("%s: error %d", call, code);
}

static void build(cl_device_id device, const char *code) {
  const char *source = read_file(code, 0);
  cl_int error;
  cl_program program = clCreateProgramWithSource(context, 1, &source, 0, &error);
  check(error, "clCreateProgramWithSource");
  if (clBuildProgram(program, 1, &device, "", 0, 0) != CL_SUCCESS) {
    char log[4096] = "";
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, 0);
    fail("%s does not compile: %s", code, log);
  }
  kernels = calloc(it->steps, sizeof *kernels);
  for (int i = 0; i < it->steps; i++) {
    kernels[i] = clCreateKernel(program, it->step[i].kernel, &error);
    check(error, it->step[i].kernel);
  }
}

void prepare(struct problem *problem, const char *code) {
  it = problem;
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  check(clGetPlatformIDs(1, &platform, 0), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, 0), "clGetDeviceIDs");
  context = clCreateContext(0, 1, &device, 0, 0, &error);
  check(error, "clCreateContext");
  queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "clCreateCommandQueue");
  build(device, code);
  buffers = calloc(it->arrays, sizeof *buffers);
  for (int i = 0; i < it->arrays; i++) {
    struct array *array = &it->array[i];
    cl_mem_flags flags = CL_MEM_READ_WRITE | (array->initial ? CL_MEM_COPY_HOST_PTR : 0);
    buffers[i] = clCreateBuffer(context, flags, array->bytes, array->initial, &error);
    check(error, "clCreateBuffer");
  }
  char name[256];
  check(clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof name, name, 0), "clGetPlatformInfo");
  printf("%s\n", name);
  fflush(stdout);
}

void restore(void) {
  for (int i = 0; i < it->arrays; i++) {
    struct array *array = &it->array[i];
    if (array->use == 'b')
      check(clEnqueueWriteBuffer(queue, buffers[i], CL_TRUE, 0, array->bytes, array->initial, 0, 0, 0),
            "clEnqueueWriteBuffer");
  }
}

static void set_arguments(cl_kernel kernel, const struct step *step) {
  for (int i = 0; i < step->count; i++) {
    const struct argument *argument = &step->arguments[i];
    switch (argument->kind) {
      case 'a': check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[argument->index]), step->kernel); break;
      case 'd': check(clSetKernelArg(kernel, i, 8, &argument->value), step->kernel); break;
      default: check(clSetKernelArg(kernel, i, 4, &argument->value), step->kernel);
    }
  }
}

void run_all(void) {
  for (int i = 0; i < it->steps; i++) {
    const struct step *step = &it->step[i];
    set_arguments(kernels[i], step);
    size_t threads[2] = {step->grid[0] * step->block[0], step->grid[1] * step->block[1]};
    cl_uint dimensions = threads[1] == 1 ? 1 : 2;
    check(clEnqueueNDRangeKernel(queue, kernels[i], dimensions, 0, threads, step->block, 0, 0, 0), step->kernel);
  }
  check(clFinish(queue), "clFinish");
}

void read_array(int index, void *target) {
  check(clEnqueueReadBuffer(queue, buffers[index], CL_TRUE, 0, it->array[index].bytes, target, 0, 0, 0),
        "clEnqueueReadBuffer");
}

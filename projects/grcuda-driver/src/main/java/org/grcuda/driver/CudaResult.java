package org.grcuda.driver;

/** Result codes of the CUDA driver API (enum CUresult), with NVIDIA's number and name. */
public enum CudaResult {
  CUDA_SUCCESS(0, "no error"),
  CUDA_ERROR_INVALID_VALUE(1, "invalid argument"),
  CUDA_ERROR_OUT_OF_MEMORY(2, "out of memory"),
  CUDA_ERROR_NOT_INITIALIZED(3, "initialization error"),
  CUDA_ERROR_DEINITIALIZED(4, "driver shutting down"),
  CUDA_ERROR_NO_DEVICE(100, "no CUDA-capable device is detected"),
  CUDA_ERROR_INVALID_DEVICE(101, "invalid device ordinal"),
  CUDA_ERROR_INVALID_IMAGE(200, "device kernel image is invalid"),
  CUDA_ERROR_INVALID_PTX(218, "a PTX JIT compilation failed"),
  CUDA_ERROR_UNSUPPORTED_PTX_VERSION(
      222, "the provided PTX was compiled with an unsupported toolchain"),
  CUDA_ERROR_FILE_NOT_FOUND(301, "file not found"),
  CUDA_ERROR_INVALID_HANDLE(400, "invalid resource handle"),
  CUDA_ERROR_NOT_FOUND(500, "named symbol not found"),
  CUDA_ERROR_NOT_READY(600, "device not ready"),
  CUDA_ERROR_ILLEGAL_ADDRESS(700, "an illegal memory access was encountered"),
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES(701, "too many resources requested for launch"),
  CUDA_ERROR_LAUNCH_TIMEOUT(702, "the launch timed out and was terminated"),
  CUDA_ERROR_ASSERT(710, "device-side assert triggered"),
  CUDA_ERROR_HARDWARE_STACK_ERROR(714, "hardware stack error"),
  CUDA_ERROR_ILLEGAL_INSTRUCTION(715, "an illegal instruction was encountered"),
  CUDA_ERROR_MISALIGNED_ADDRESS(716, "misaligned address"),
  CUDA_ERROR_INVALID_ADDRESS_SPACE(717, "operation not supported on global/shared address space"),
  CUDA_ERROR_INVALID_PC(718, "invalid program counter"),
  CUDA_ERROR_LAUNCH_FAILED(719, "unspecified launch failure"),
  CUDA_ERROR_NOT_PERMITTED(800, "operation not permitted"),
  CUDA_ERROR_NOT_SUPPORTED(801, "operation not supported"),
  CUDA_ERROR_UNKNOWN(999, "unknown error");

  private final int code;
  private final String text;

  CudaResult(int code, String text) {
    this.code = code;
    this.text = text;
  }

  /** The value of the CUresult enumerator. */
  public int code() {
    return code;
  }

  /** NVIDIA's description (cuGetErrorString). */
  public String text() {
    return text;
  }
}

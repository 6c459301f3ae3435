package org.grcuda.cuda;

import org.grcuda.driver.Function;

/** What a LAUNCH of a submission may name: a kernel, or a function of a vendor library. */
sealed interface CudaCallable extends Function permits CudaFunction, CudaLibraryFunction {

  /** The handle that it is a part of, and with which it is closed. */
  NativeHandle holder();

  /** Bytes of its parameter block; -1 if any number will do. */
  int parameterBytes();
}

package org.grcuda.core.library;

import java.util.List;
import java.util.Optional;
import org.grcuda.driver.VendorLibrary;

/** A vendor library: where programs find its functions, and which options it has. */
public enum Library {
  /** cuBLAS: dense linear algebra. */
  BLAS("BLAS", "CuBLAS", "libcublas.so"),
  /** cuSPARSE: sparse linear algebra. */
  SPARSE("SPARSE", "CuSPARSE", "libcusparse.so"),
  /** RAPIDS cuML: machine learning. */
  ML("ML", "CuML", "libcuml.so"),
  /** TensorRT, through the C functions of GrCUDA's {@code libtrt.so}. */
  TRT("TRT", "TensorRT", "libtrt.so"),
  /** The device-wide algorithms of CUB, on kernels of this project everywhere. */
  CUB("CUB", "CUB", ""),
  /** The functions of cuRAND's host that make states for kernels, on kernels of this project. */
  RAND("RAND", "CuRAND", "");

  private final String namespace;
  private final String option;
  private final String file;

  Library(String namespace, String option, String file) {
    this.namespace = namespace;
    this.option = option;
    this.file = file;
  }

  /** The library of a namespace, if there is one. */
  public static Optional<Library> find(String namespace) {
    return List.of(values()).stream().filter(l -> l.namespace.equals(namespace)).findFirst();
  }

  /** The namespace in {@code CU} that holds its functions. */
  public String namespace() {
    return namespace;
  }

  /** The option that switches it on and off. */
  public String enabledOption() {
    return option + "Enabled";
  }

  /** Whether a shared library of a vendor can run it. */
  public boolean hasFile() {
    return !file.isEmpty();
  }

  /** The option that says where its file is; only if it {@link #hasFile}. */
  public String pathOption() {
    return option + "Library";
  }

  /** How the vendor's library is used; only for libraries with handles. */
  VendorLibrary vendor(List<String> files) {
    String version = this == BLAS ? "_v2" : "";
    String prefix = this == BLAS ? "cublas" : "cusparse";
    return new VendorLibrary(
        this == BLAS ? "cuBLAS" : "cuSPARSE",
        files,
        prefix + "Create" + version,
        prefix + "Destroy" + version,
        prefix + "SetStream" + version,
        prefix + "SetPointerMode" + version);
  }

  /** The shared library that implements it on CUDA devices; empty if there is none. */
  public String file() {
    return file;
  }

  /** How messages call it: {@code CU.BLAS}. */
  @Override
  public String toString() {
    return "CU." + namespace;
  }
}

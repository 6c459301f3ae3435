package org.grcuda.tests.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.CudaLibrary;
import org.grcuda.GrCuda;
import org.grcuda.core.library.Library;
import org.grcuda.core.library.LibraryFunction;
import org.grcuda.core.library.LibraryTable;
import org.grcuda.tests.Hosts;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The namespaces of vendor libraries, their options, and what is there without a GPU. */
final class LibraryOptionsTest {

  @ParameterizedTest
  @EnumSource(Library.class)
  void namespacesListTheTable(Library library) {
    try (Context context = Hosts.open(Map.of())) {
      Value cu = context.eval("grcuda", "CU");
      assertTrue(cu.getMemberKeys().stream().toList().contains(library.namespace()));
      Value namespace = cu.getMember(library.namespace());
      List<String> names = LibraryTable.of(library).stream().map(LibraryFunction::name).toList();
      assertEquals(names, namespace.getMemberKeys().stream().toList());
      assertEquals("<namespace " + library.namespace() + ">", namespace.toString());
      for (String name : names) {
        Value function = namespace.getMember(name);
        assertTrue(function.canExecute(), name);
        assertEquals("<function " + name + ">", function.toString());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Library.class)
  void aLibrarySwitchedOffSaysSo(Library library) {
    String name = LibraryTable.of(library).getFirst().name();
    String message =
        "%s: CU.%s is switched off by the option grcuda.%s=false"
            .formatted(name, library.namespace(), library.enabledOption());
    try (Context context = Hosts.open(Map.of(library.enabledOption(), "false"))) {
      Value cu = context.eval("grcuda", "CU");
      assertFalse(cu.getMemberKeys().stream().toList().contains(library.namespace()));
      Value function = context.eval("grcuda", library.namespace() + "::" + name);
      assertEquals(
          message, assertThrows(PolyglotException.class, () -> function.execute(1)).getMessage());
    }
    try (GrCuda cuda = GrCuda.builder().option(library.enabledOption(), "false").open()) {
      CudaLibrary off = cuda.library(library.namespace());
      assertEquals(
          message, assertThrows(GrCudaException.class, () -> off.call(name, 1)).getMessage());
    }
  }

  /** Programs of GrCUDA give these paths; without a CUDA device nothing is loaded from them. */
  @ParameterizedTest
  @EnumSource(
      value = Library.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CUB", "RAND"})
  void pathsAreAccepted(Library library) {
    String path = "/usr/local/cuda/lib64/" + library.file();
    try (Context context = Hosts.open(Map.of(library.pathOption(), path))) {
      Value options = context.eval("grcuda", "getoptions()");
      assertEquals(path, options.getMember(library.pathOption()).asString());
      Value x = context.eval("grcuda", "float[4]");
      context.eval("grcuda", "BLAS::cublasSscal").execute(4, 2, x, 1);
    }
  }

  @Test
  void namesThatAreNotThere() {
    try (GrCuda cuda = GrCuda.open()) {
      assertEquals(
          "no library 'BLAST': there are BLAS, SPARSE, ML, TRT, CUB and RAND",
          assertThrows(GrCudaException.class, () -> cuda.library("BLAST")).getMessage());
      CudaLibrary blas = cuda.library("BLAS");
      assertEquals(
          "CU.BLAS has no function 'cublasSaxpi'; did you mean 'cublasSaxpy'?",
          assertThrows(GrCudaException.class, () -> blas.call("cublasSaxpi")).getMessage());
    }
  }

  /** A kernel's addresses are understood by libraries too. */
  @Test
  void addresses() {
    try (Context context = Hosts.open(Map.of())) {
      Value cu = context.eval("grcuda", "CU");
      Value x = context.eval("grcuda", "float[4]");
      x.invokeMember("fill", 3);
      long address = x.getMember("pointer").asLong();
      Value scal = cu.getMember("BLAS").getMember("cublasSscal");
      scal.execute(2, 2, address + 8, 1);
      assertEquals(3, x.getArrayElement(1).asInt());
      assertEquals(6, x.getArrayElement(2).asInt());
      var tooLong = assertThrows(PolyglotException.class, () -> scal.execute(3, 2, address + 8, 1));
      assertEquals(
          "cublasSscal, argument 3 'x': the memory at this address is too short: the call uses 3"
              + " elements of float, given 2",
          tooLong.getMessage());
    }
  }

  /** Memory of cudaMalloc is given by its pointer: vectors, factors and results. */
  @Test
  void pointers() {
    try (Context context = Hosts.open(Map.of())) {
      Value cu = context.eval("grcuda", "CU");
      Value blas = cu.getMember("BLAS");
      Value x = context.eval("grcuda", "float[4]");
      x.invokeMember("fill", 2);
      Value pointer = cu.invokeMember("cudaMalloc", 16);
      cu.invokeMember("cudaMemcpy", pointer, x, 16, 3);
      blas.invokeMember("cublasSaxpy", 4, pointer, pointer, 1, x, 1);
      assertEquals(6, x.getArrayElement(3).asInt());
      blas.invokeMember("cublasSdot", 4, x, 1, x, 1, pointer);
      blas.invokeMember("cublasSscal", 4, pointer, x, 1);
      assertEquals(6 * 144, x.getArrayElement(3).asInt());
      var tooLong =
          assertThrows(
              PolyglotException.class, () -> blas.invokeMember("cublasSscal", 5, 1, pointer, 1));
      assertEquals(
          "cublasSscal, argument 3 'x': the memory at this address is too short: the call uses 5"
              + " elements of float, given 4",
          tooLong.getMessage());
    }
  }
}

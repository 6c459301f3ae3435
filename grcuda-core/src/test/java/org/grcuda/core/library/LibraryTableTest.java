package org.grcuda.core.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.core.option.Options;
import org.grcuda.core.type.Direction;
import org.grcuda.driver.option.Option;
import org.junit.jupiter.api.Test;

/** The table of library functions: what GrCUDA had, and what is consistent. */
final class LibraryTableTest {

  @Test
  void hasEveryFunctionOfGrCuda() {
    for (String type : List.of("S", "D", "C", "Z")) {
      for (String routine : List.of("axpy", "gemv", "gemm")) {
        String name = "cublas" + type + routine;
        LibraryFunction function = LibraryTable.find(Library.BLAS, name);
        assertEquals(name + "_v2", function.symbol());
        assertSame(function, LibraryTable.find(Library.BLAS, name + "_v2"));
      }
      String gemvi = "cusparse" + type + "gemvi";
      assertEquals(gemvi, LibraryTable.find(Library.SPARSE, gemvi).symbol());
    }
    LibraryTable.find(Library.SPARSE, "cusparseSpMV");
    LibraryTable.find(Library.ML, "cumlSpDbscanFit");
    LibraryTable.find(Library.ML, "cumlDpDbscanFit");
    for (String name :
        List.of(
            "createInferRuntime",
            "deserializeCudaEngine",
            "destroyInferRuntime",
            "createExecutionContext",
            "getBindingIndex",
            "getMaxBatchSize",
            "enqueue",
            "destroyEngine",
            "destroyExecutionContext")) {
      LibraryTable.find(Library.TRT, name);
    }
  }

  @Test
  void namesAndSymbolsAreUnique() {
    Set<String> names = new HashSet<>();
    for (LibraryFunction function : LibraryTable.all()) {
      assertTrue(names.add(function.library() + "." + function.name()), function.name());
      if (!function.symbol().equals(function.name())) {
        assertTrue(names.add(function.library() + "." + function.symbol()), function.symbol());
      }
    }
  }

  /** Complex numbers are pairs of what the signature names. */
  @Test
  void pointersAreToThePartsOfTheElements() {
    for (LibraryFunction function : LibraryTable.of(Library.BLAS)) {
      String part = function.precision().orElseThrow().part();
      for (var parameter : function.parameters()) {
        if (parameter.isPointer()) {
          assertTrue(parameter.toString().endsWith("pointer " + part), function.text());
        }
      }
    }
  }

  /** The last array of a routine of linear algebra is its output; the others are inputs. */
  @Test
  void outputsAreDeclared() {
    for (LibraryFunction function : LibraryTable.all()) {
      var pointers = function.parameters().stream().filter(p -> p.isPointer()).toList();
      if (function.library() == Library.BLAS || function.library() == Library.SPARSE) {
        for (var pointer : pointers) {
          boolean isLast = pointer == pointers.getLast();
          assertEquals(isLast, pointer.direction() != Direction.IN, function.text());
        }
      }
    }
  }

  @Test
  void everyLibraryHasItsOptions() {
    List<String> options = Options.all().stream().map(Option::name).toList();
    for (Library library : Library.values()) {
      assertTrue(options.contains(library.enabledOption()), library.enabledOption());
      assertEquals(library.hasFile(), options.contains(library.pathOption()));
      if (library.hasFile()) {
        assertEquals(library.file(), Options.of(Map.of()).get(library.pathOption()));
      }
      assertFalse(LibraryTable.of(library).isEmpty());
    }
  }
}

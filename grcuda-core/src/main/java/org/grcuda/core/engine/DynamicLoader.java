package org.grcuda.core.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The dynamic loader of POSIX ({@code dlfcn.h}). Used by itself, since Java's own {@link
 * java.lang.foreign.SymbolLookup} does not tell why a library could not be loaded.
 */
@SuppressWarnings("restricted")
final class DynamicLoader {

  private static final int RTLD_NOW = 2;

  private static final MethodHandle DLOPEN =
      function(
          "dlopen",
          FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
  private static final MethodHandle DLSYM =
      function(
          "dlsym",
          FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
  private static final MethodHandle DLERROR =
      function("dlerror", FunctionDescriptor.of(ValueLayout.JAVA_LONG));
  private static final MethodHandle DLCLOSE =
      function("dlclose", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));

  private DynamicLoader() {}

  private static MethodHandle function(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    MemorySegment address = linker.defaultLookup().findOrThrow(name);
    return linker.downcallHandle(address, descriptor);
  }

  /** A library that could not be loaded; the message is the loader's. */
  static final class LoadException extends Exception {
    private static final long serialVersionUID = 1L;

    LoadException(String message) {
      super(message);
    }
  }

  /**
   * Loads a library (dlopen).
   *
   * @param name a path, or a name without a slash that is searched for as the system does
   * @return its handle
   */
  static long open(String name) throws LoadException {
    try (Arena arena = Arena.ofConfined()) {
      long handle = (long) DLOPEN.invokeExact(arena.allocateFrom(name), RTLD_NOW);
      if (handle == 0) {
        throw new LoadException(HostMemory.string((long) DLERROR.invokeExact()));
      }
      return handle;
    } catch (LoadException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("dlopen", e);
    }
  }

  /** The address of a symbol of a library and of what it depends on; 0 if there is none. */
  static long find(long handle, String symbol) {
    try (Arena arena = Arena.ofConfined()) {
      return (long) DLSYM.invokeExact(handle, arena.allocateFrom(symbol));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("dlsym", e);
    }
  }

  /** Gives a library back: it is unloaded when nobody else has loaded it. */
  static void close(long handle) {
    try {
      int status = (int) DLCLOSE.invokeExact(handle);
      if (status != 0) {
        throw new IllegalStateException(
            "dlclose: " + HostMemory.string((long) DLERROR.invokeExact()));
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("dlclose", e);
    }
  }
}

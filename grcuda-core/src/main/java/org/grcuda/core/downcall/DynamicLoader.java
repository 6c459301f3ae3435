package org.grcuda.core.downcall;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.grcuda.core.memory.HostMemory;

/**
 * The dynamic loader of POSIX ({@code dlfcn.h}). It is used directly, since Java's {@link
 * java.lang.foreign.SymbolLookup} does not tell why a library could not be loaded. A library's own
 * code runs when it is loaded, resolved and unloaded, so {@link FloatingPointModes#restore} follows
 * each of these.
 */
@SuppressWarnings("restricted")
final class DynamicLoader {

  private static final int RTLD_NOW = 2;
  private static final int RTLD_DI_LINKMAP = 2;

  /** Offset of {@code l_name} in glibc's {@code struct link_map}. */
  private static final int LINK_MAP_NAME = 8;

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

  private static final FunctionDescriptor DLINFO =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.ADDRESS);

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
   * Why the last call of the loader on this thread failed; forgets that (dlerror). Any other use of
   * the loader forgets it too, even one by the JVM. So call this before the loader's function,
   * which links it, and again directly after.
   */
  private static String error() throws Throwable {
    long text = (long) DLERROR.invokeExact();
    return text == 0 ? "the system's loader gives no reason" : HostMemory.string(text);
  }

  /**
   * Loads a library (dlopen).
   *
   * @param name a path, or a name without a slash that is searched for as the system does
   * @return its handle
   */
  static long open(String name) throws LoadException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment file = arena.allocateFrom(name);
      error();
      long handle = (long) DLOPEN.invokeExact(file, RTLD_NOW);
      String problem = handle == 0 ? error() : null;
      FloatingPointModes.restore();
      if (problem != null) {
        throw new LoadException(problem);
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
      long address = (long) DLSYM.invokeExact(handle, arena.allocateFrom(symbol));
      FloatingPointModes.restore();
      return address;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("dlsym", e);
    }
  }

  /** The file that a library was loaded from, where the system can tell (dlinfo of glibc). */
  static Optional<String> file(long handle) {
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> dlinfo = linker.defaultLookup().find("dlinfo");
    if (dlinfo.isEmpty()) {
      return Optional.empty();
    }
    MethodHandle call = linker.downcallHandle(dlinfo.get(), DLINFO);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment linkMap = arena.allocate(ValueLayout.JAVA_LONG);
      int status = (int) call.invokeExact(handle, RTLD_DI_LINKMAP, linkMap);
      return status == 0
          ? Optional.of(
              HostMemory.string(
                  HostMemory.getLong(linkMap.get(ValueLayout.JAVA_LONG, 0) + LINK_MAP_NAME)))
          : Optional.empty();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("dlinfo", e);
    }
  }

  /** Releases a library: it is unloaded unless somebody else has loaded it. */
  static void close(long handle) {
    try {
      error();
      int status = (int) DLCLOSE.invokeExact(handle);
      String problem = status != 0 ? error() : null;
      FloatingPointModes.restore();
      if (problem != null) {
        throw new IllegalStateException("dlclose: " + problem);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("dlclose", e);
    }
  }
}

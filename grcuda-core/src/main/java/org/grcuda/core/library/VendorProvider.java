package org.grcuda.core.library;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.grcuda.core.engine.Session;
import org.grcuda.core.type.Parameter;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.LibraryHandle;
import org.grcuda.driver.VendorLibrary;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.KernelLookup;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * A vendor's own library on the devices of a session: a handle for each device, whose stream is set
 * for each call. A call is scheduled as a launch is.
 */
final class VendorProvider implements LibraryProvider {

  private static final Integer SUCCESS = 0;
  private static final LaunchShape ONE = new LaunchShape(1, 1, 1, 1, 1, 1, 0);

  /** The routines that need no descriptors and no memory of their own. */
  private static final Map<Library, Set<String>> ROUTINES =
      Map.of(
          Library.BLAS,
          Set.of("axpy", "scal", "dotu", "dotc", "nrm2", "gemv", "gemm", "gemmStridedBatched"),
          Library.SPARSE,
          Set.of("coo2csr", "csr2coo"));

  private record FunctionKey(int device, String symbol, long byValue) {}

  private final Session session;
  private final Library library;
  private final VendorLibrary vendor;
  private final Map<Integer, LibraryHandle> handles = new ConcurrentHashMap<>();
  private final Map<FunctionKey, Function> functions = new ConcurrentHashMap<>();

  private VendorProvider(Session session, Library library, VendorLibrary vendor) {
    this.session = session;
    this.library = library;
    this.vendor = vendor;
  }

  /**
   * Loads a library; empty if the devices run no vendor libraries, or if none is found and the
   * program has named none.
   *
   * @throws GrCudaException if it cannot be used
   */
  static Optional<LibraryProvider> open(Session session, Library library) {
    Device first = session.driver().device(0);
    if (!ROUTINES.containsKey(library) || !first.runsVendorLibraries()) {
      return Optional.empty();
    }
    String file = session.options().get(library.pathOption());
    boolean isNamed = !file.equals(library.file());
    List<String> files =
        isNamed ? List.of(file) : VendorFiles.of(library.file(), session.environment());
    VendorProvider provider = new VendorProvider(session, library, library.vendor(files));
    try {
      provider.handle(first);
      return Optional.of(provider);
    } catch (DriverException e) {
      if (!isNamed && e.result() == CudaResult.CUDA_ERROR_SHARED_OBJECT_INIT_FAILED) {
        return Optional.empty();
      }
      throw new GrCudaException(GrCudaException.Kind.DEVICE, library + ": " + e.getMessage(), e);
    }
  }

  private LibraryHandle handle(Device device) {
    return handles.computeIfAbsent(device.ordinal(), _ -> device.openLibrary(vendor));
  }

  @Override
  public boolean offers(LibraryFunction function) {
    return function.library() == library && ROUTINES.get(library).contains(function.routine());
  }

  @Override
  public Object call(LibraryFunction function, LibraryArguments arguments) {
    ReferenceProvider.check(function, arguments);
    List<Parameter> parameters = function.parameters();
    List<Access> accesses = new ArrayList<>();
    int[] pointers = new int[parameters.size()];
    long[] words = new long[LibraryHandle.MOST_ARGUMENTS * (1 + LibraryHandle.WORDS_OF_VALUE)];
    int used = parameters.size();
    long byValue = 0;
    for (int i = 0; i < parameters.size(); i++) {
      Parameter parameter = parameters.get(i);
      Factor factor = arguments.factor(parameter.name());
      if (factor != null && factor.operand() == null) {
        byValue |= 1L << i;
        words[i] = used;
        put(factor, function.precision().orElseThrow(), words, used);
        used += LibraryHandle.WORDS_OF_VALUE;
      } else if (parameter.isPointer()) {
        pointers[accesses.size()] = i;
        accesses.add(new Access(arguments.operand(parameter.name()).region(), mode(parameter)));
      } else {
        words[i] = arguments.integer(parameter.name());
      }
    }
    checkFactors(parameters, arguments, byValue);
    submit(function, Arrays.copyOf(words, used), pointers, byValue, accesses);
    Reference.reachabilityFence(arguments);
    return SUCCESS;
  }

  private void submit(
      LibraryFunction function, long[] words, int[] pointers, long byValue, List<Access> accesses) {
    int arguments = function.parameters().size();
    KernelLookup lookup =
        new KernelLookup() {
          @Override
          public Function on(Device device) {
            return functions.computeIfAbsent(
                new FunctionKey(device.ordinal(), function.symbol(), byValue),
                _ -> handle(device).function(function.symbol(), arguments, byValue));
          }

          @Override
          public boolean isLoaded(Device device) {
            return functions.containsKey(
                new FunctionKey(device.ordinal(), function.symbol(), byValue));
          }
        };
    session.callLibrary(
        function.name(),
        Device::runsVendorLibraries,
        new Operation.Launch(
            lookup,
            ONE,
            words,
            Long.BYTES * words.length,
            Arrays.copyOf(pointers, accesses.size())),
        accesses.toArray(Access[]::new));
  }

  /** A handle takes all factors either from the host or from device memory. */
  private static void checkFactors(
      List<Parameter> parameters, LibraryArguments arguments, long byValue) {
    for (Parameter parameter : parameters) {
      Factor factor = arguments.factor(parameter.name());
      if (byValue != 0 && factor != null && factor.operand() != null) {
        throw arguments.refuse(
            parameter.name(),
            "the library takes all factors of a call as numbers, or all from device arrays");
      }
    }
  }

  private static void put(Factor factor, Precision precision, long[] words, int at) {
    if (precision.element().componentType() == ElementType.FLOAT) {
      long re = Float.floatToRawIntBits((float) factor.re()) & 0xffff_ffffL;
      words[at] = re | (long) Float.floatToRawIntBits((float) factor.im()) << Integer.SIZE;
    } else {
      words[at] = Double.doubleToRawLongBits(factor.re());
      words[at + 1] = Double.doubleToRawLongBits(factor.im());
    }
  }

  private static AccessMode mode(Parameter parameter) {
    return switch (parameter.direction()) {
      case IN -> AccessMode.READ;
      case OUT -> AccessMode.WRITE;
      case INOUT -> AccessMode.READ_WRITE;
    };
  }
}

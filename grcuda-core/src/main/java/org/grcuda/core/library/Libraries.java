package org.grcuda.core.library;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.grcuda.core.engine.Session;
import org.grcuda.types.GrCudaException;

/** The vendor libraries of one session. Methods may be called from any thread. */
public final class Libraries {

  private final Session session;
  private final LibraryProvider reference;
  private final Map<Library, Optional<LibraryProvider>> vendors = new ConcurrentHashMap<>();

  /** The libraries of {@code session}; nothing is loaded before the first call. */
  public Libraries(Session session) {
    this.session = session;
    this.reference = new ReferenceProvider(session);
  }

  /**
   * Calls a function; returns when the call is scheduled.
   *
   * @param arguments {@link org.grcuda.core.engine.NdArray}s, {@link Number}s, {@link Boolean}s,
   *     strings, and lists of these as {@code Object[]}
   * @return the status, 0
   * @throws GrCudaException if the library is switched off or not there, or an argument is wrong
   */
  public Object call(LibraryFunction function, Object... arguments) {
    session.checkOpen();
    checkEnabled(function);
    LibraryProvider provider = provider(function);
    checkCount(function, arguments.length);
    return provider.call(function, new LibraryArguments(session, function, arguments));
  }

  private void checkEnabled(LibraryFunction function) {
    String option = function.library().enabledOption();
    if (!session.options().isTrue(option)) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          function.name()
              + ": "
              + function.library()
              + " is switched off by the option grcuda."
              + option
              + "=false");
    }
  }

  private LibraryProvider provider(LibraryFunction function) {
    Optional<LibraryProvider> vendor =
        vendors
            .computeIfAbsent(function.library(), library -> VendorProvider.open(session, library))
            .filter(provider -> provider.offers(function));
    if (vendor.isPresent()) {
      return vendor.get();
    }
    if (reference.offers(function)) {
      return reference;
    }
    throw new GrCudaException(
        GrCudaException.Kind.UNSUPPORTED,
        !session.driver().device(0).runsVendorLibraries()
            ? "%s: %s needs %s and a CUDA device; this context runs on %s"
                .formatted(
                    function.name(),
                    function.library(),
                    function.library().file(),
                    session.driver().name())
            : "%s: this version does not call %s on the devices of the backend %s"
                .formatted(function.name(), function.library().file(), session.driver().name()));
  }

  private static void checkCount(LibraryFunction function, int given) {
    int most = function.parameters().size();
    int least = most - function.optional();
    if (given < least || given > most) {
      throw new GrCudaException(
          GrCudaException.Kind.ARITY,
          function.name()
              + " takes "
              + (least == most ? "" + most : least + " to " + most)
              + (most == 1 ? " argument (" : " arguments (")
              + String.join(
                  ", ", function.parameters().stream().map(parameter -> parameter.name()).toList())
              + "), given "
              + given);
    }
  }
}

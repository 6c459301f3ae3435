package org.grcuda.core.builtin;

import java.util.List;
import org.grcuda.core.guest.Namespace;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.library.Library;
import org.grcuda.core.library.LibraryFunction;
import org.grcuda.core.library.LibraryTable;

/** The namespaces of vendor libraries: {@code CU.BLAS}, {@code CU.SPARSE}... */
final class LibraryNamespaces {

  private LibraryNamespaces() {}

  /**
   * Adds them to {@code root}. A namespace that is switched off is not listed; its functions say so
   * when they are called.
   */
  static void install(Namespace root, GuestContext context) {
    for (Library library : Library.values()) {
      // Parsing the signatures of a library takes tens of milliseconds.
      var namespace = new Namespace.Deferred(() -> namespace(library, context));
      if (context.options().isTrue(library.enabledOption())) {
        root.add(library.namespace(), namespace);
      } else {
        root.addUnlisted(library.namespace(), namespace);
      }
    }
  }

  private static Namespace namespace(Library library, GuestContext context) {
    Namespace namespace = new Namespace(library.namespace());
    List<LibraryFunction> functions = LibraryTable.of(library);
    for (LibraryFunction function : functions) {
      var callable = new LibraryCallFunction(context, function);
      namespace.add(function.name(), callable);
      if (!function.symbol().equals(function.name())) {
        namespace.addUnlisted(function.symbol(), callable);
      }
    }
    return namespace;
  }
}

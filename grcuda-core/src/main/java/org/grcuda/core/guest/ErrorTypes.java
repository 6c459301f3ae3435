package org.grcuda.core.guest;

import java.util.EnumMap;
import java.util.Map;
import org.grcuda.types.GrCudaException.Kind;

/**
 * The classes of errors: one for each kind, one for expressions that do not parse, and their common
 * parent {@code GrCudaError}. Host languages map them to exceptions of their own; {@code new} makes
 * an error that a program can throw.
 */
public final class ErrorTypes {

  /** Of all errors. */
  static final MetaObject ERROR = new MetaObject("GrCudaError", GuestException.class);

  private static final MetaObject SYNTAX = of("ExpressionError", null);

  private static final Map<Kind, MetaObject> BY_KIND =
      new EnumMap<>(
          Map.of(
              Kind.TYPE, of("TypeError", Kind.TYPE),
              Kind.VALUE, of("ValueError", Kind.VALUE),
              Kind.INDEX, of("IndexError", Kind.INDEX),
              Kind.ARITY, of("ArityError", Kind.ARITY),
              Kind.NOT_FOUND, of("NotFoundError", Kind.NOT_FOUND),
              Kind.STATE, of("StateError", Kind.STATE),
              Kind.COMPILATION, of("CompilationError", Kind.COMPILATION),
              Kind.DEVICE, of("DeviceError", Kind.DEVICE),
              Kind.UNSUPPORTED, of("UnsupportedError", Kind.UNSUPPORTED)));

  private ErrorTypes() {}

  private static MetaObject of(String name, Kind kind) {
    return new MetaObject(
        name,
        ERROR,
        value -> value instanceof GuestException exception && exception.kind() == kind,
        message -> GuestException.of(kind, message));
  }

  /** The class of errors of {@code kind}; null for expressions that do not parse. */
  static MetaObject of(Kind kind) {
    return kind == null ? SYNTAX : BY_KIND.get(kind);
  }

  /** All of them. */
  public static MetaObject[] all() {
    MetaObject[] all = new MetaObject[BY_KIND.size() + 2];
    int next = 0;
    all[next++] = ERROR;
    all[next++] = SYNTAX;
    for (MetaObject type : BY_KIND.values()) {
      all[next++] = type;
    }
    return all;
  }
}

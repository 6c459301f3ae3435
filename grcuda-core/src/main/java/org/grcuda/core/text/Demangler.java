package org.grcuda.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grcuda.core.text.MangledName.MangledType;

/**
 * A recursive descent over a mangled name. The methods are named after the productions of the
 * Itanium C++ ABI, section 5.1, whose substitution dictionary it keeps.
 */
final class Demangler {

  private static final int LONGEST_SYMBOL = 4096;
  private static final int MAX_DEPTH = 100;

  /** The code that stands for CUDA's {@code __half}, a class, and for {@code _Float16}. */
  private static final String HALF = "6__half";

  /** Codes of builtin types with a name in signatures; and of those without one. */
  private static final String BUILTIN = "vbcahstijlmxyfdw";

  private static final String UNNAMED = "noeg";

  /** {@code char8_t}, {@code char16_t}, {@code char32_t}. */
  private static final List<String> CHARACTERS = List.of("Du", "Ds", "Di");

  /** The symbol has a part that is not understood, or ends too early. */
  private static final class NotUnderstoodException extends Exception {
    private static final long serialVersionUID = 1L;

    NotUnderstoodException() {
      super(null, null, false, false);
    }
  }

  /**
   * A type, or a name that is not a type, such as a namespace.
   *
   * @param code of a builtin type or {@code __half}, null for another type
   * @param target what it points to, null if it is not a pointer
   * @param name the name of a class or namespace, else empty
   */
  private record Entity(String code, Entity target, boolean constant, String name) {

    static Entity named(String name) {
      return new Entity(name.equals("__half") ? HALF : null, null, false, name);
    }

    static Entity builtin(String code) {
      return new Entity(code, null, false, "");
    }

    MangledType toParameter() {
      return target == null
          ? new MangledType(Optional.ofNullable(code), false, false)
          : new MangledType(Optional.ofNullable(target.code), true, target.constant);
    }
  }

  /** A builtin type that signatures cannot name, or a template argument that is not a type. */
  private static final Entity OPAQUE = Entity.named("");

  /** A name, and whether template arguments end it. */
  private record Name(Entity entity, boolean template) {}

  private final String symbol;
  private int at;
  private int depth;
  private final List<Entity> substitutions = new ArrayList<>();
  private List<Entity> templateArguments = List.of();

  private Demangler(String symbol) {
    this.symbol = symbol;
  }

  static Optional<MangledName> demangle(String symbol) {
    if (symbol.length() > LONGEST_SYMBOL || !symbol.startsWith("_Z")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Demangler(symbol).encoding());
    } catch (NotUnderstoodException notUnderstood) {
      return Optional.empty();
    }
  }

  /** The name of a variable: nothing follows it. */
  static Optional<String> variable(String symbol) {
    if (symbol.length() > LONGEST_SYMBOL || !symbol.startsWith("_Z")) {
      return Optional.empty();
    }
    try {
      Demangler demangler = new Demangler(symbol);
      String name = demangler.functionName().entity.name;
      boolean whole = demangler.at == symbol.length();
      return whole ? Optional.of(name) : Optional.empty();
    } catch (NotUnderstoodException notUnderstood) {
      return Optional.empty();
    }
  }

  private Name functionName() throws NotUnderstoodException {
    at = 2;
    return peek() == 'N' ? nestedName(true) : unscopedName();
  }

  private MangledName encoding() throws NotUnderstoodException {
    Name function = functionName();
    if (function.template) {
      type(); // The type of the result, which only the names of templates hold.
    }
    List<MangledType> parameters = new ArrayList<>();
    if (symbol.startsWith("v", at) && at == symbol.length() - 1) {
      return new MangledName(function.entity.name, List.of());
    }
    do {
      parameters.add(type().toParameter());
    } while (at < symbol.length());
    return new MangledName(function.entity.name, List.copyOf(parameters));
  }

  /** A function outside of namespaces, or in {@code std} itself. */
  private Name unscopedName() throws NotUnderstoodException {
    String namespace = accept("St") ? "std::" : "";
    Entity function = Entity.named(namespace + sourceName());
    if (peek() != 'I') {
      return new Name(function, false);
    }
    remember(function);
    templateArguments = templateArguments();
    return new Name(function, true);
  }

  /**
   * A qualified name. Each prefix is remembered; the whole is not, since the caller knows whether
   * it is a type.
   */
  private Name nestedName(boolean ofFunction) throws NotUnderstoodException {
    expect('N');
    Entity prefix = accept("St") ? Entity.named("std") : null;
    boolean template = false;
    while (!accept("E")) {
      boolean known = peek() == 'S';
      template = peek() == 'I';
      if (template) {
        List<Entity> arguments = templateArguments();
        templateArguments = ofFunction ? arguments : templateArguments;
        prefix = Entity.named(required(prefix).name);
      } else if (known) {
        prefix = substitution();
      } else if (peek() == 'T') {
        prefix = templateParameter();
      } else {
        String component = sourceName();
        prefix = Entity.named(prefix == null ? component : prefix.name + "::" + component);
      }
      if (!known && peek() != 'E') {
        remember(prefix);
      }
    }
    return new Name(required(prefix), template);
  }

  private Entity type() throws NotUnderstoodException {
    if (++depth > MAX_DEPTH) {
      throw new NotUnderstoodException();
    }
    Entity type =
        switch (peek()) {
          case 'r', 'V', 'K' -> qualified();
          case 'P', 'R', 'O' -> pointer();
          case 'N' -> remember(nestedName(false).entity);
          case 'S' -> withArguments(substitution());
          case 'T' -> remember(templateParameter());
          case 'D' -> extendedBuiltin();
          default -> isDigit(peek()) ? className() : builtin();
        };
    depth--;
    return type;
  }

  private Entity qualified() throws NotUnderstoodException {
    boolean constant = false;
    for (; "rVK".indexOf(peek()) >= 0; at++) {
      constant |= peek() == 'K';
    }
    Entity type = type();
    return remember(new Entity(type.code, type.target, constant || type.constant, type.name));
  }

  private Entity pointer() throws NotUnderstoodException {
    at++;
    return remember(new Entity(null, type(), false, ""));
  }

  private Entity className() throws NotUnderstoodException {
    return withArguments(remember(Entity.named(sourceName())));
  }

  private Entity withArguments(Entity template) throws NotUnderstoodException {
    if (peek() != 'I') {
      return template;
    }
    templateArguments();
    return remember(Entity.named(template.name));
  }

  private Entity builtin() throws NotUnderstoodException {
    char code = peek();
    at++;
    if (BUILTIN.indexOf(code) >= 0) {
      return Entity.builtin(String.valueOf(code));
    }
    if (UNNAMED.indexOf(code) < 0) {
      throw new NotUnderstoodException();
    }
    return OPAQUE;
  }

  /** Builtin types with codes of two letters and more: characters and {@code _Float16}. */
  private Entity extendedBuiltin() throws NotUnderstoodException {
    if (accept("DF16_")) {
      return Entity.builtin(HALF);
    }
    for (String code : CHARACTERS) {
      if (accept(code)) {
        return Entity.builtin(code);
      }
    }
    throw new NotUnderstoodException();
  }

  /** A reference to the dictionary, or one of the abbreviations for the standard library. */
  private Entity substitution() throws NotUnderstoodException {
    expect('S');
    if (accept("t")) {
      return remember(Entity.named("std::" + sourceName()));
    }
    if (accept("a") || accept("b") || accept("s") || accept("i") || accept("o") || accept("d")) {
      return OPAQUE;
    }
    int index = sequenceNumber(36);
    if (index >= substitutions.size()) {
      throw new NotUnderstoodException();
    }
    return substitutions.get(index);
  }

  private Entity templateParameter() throws NotUnderstoodException {
    expect('T');
    int index = sequenceNumber(10);
    if (index >= templateArguments.size() || templateArguments.get(index) == OPAQUE) {
      throw new NotUnderstoodException();
    }
    return templateArguments.get(index);
  }

  /** A number that ends at an underscore: no digits stand for 0, the digit 0 for 1, and so on. */
  private int sequenceNumber(int radix) throws NotUnderstoodException {
    int number = -1;
    for (; !accept("_"); at++) {
      int digit = Character.digit(peek(), radix);
      if (digit < 0 || number > LONGEST_SYMBOL) {
        throw new NotUnderstoodException();
      }
      number = Math.max(number, 0) * radix + digit;
    }
    return number + 1;
  }

  private List<Entity> templateArguments() throws NotUnderstoodException {
    expect('I');
    List<Entity> arguments = new ArrayList<>();
    while (!accept("E")) {
      if (accept("L")) {
        type();
        while (!accept("E")) {
          accept("n");
          digit();
        }
        arguments.add(OPAQUE);
      } else {
        arguments.add(type());
      }
    }
    return arguments;
  }

  private String sourceName() throws NotUnderstoodException {
    accept("L"); // Internal linkage.
    int length = 0;
    do {
      length = 10 * length + digit();
    } while (isDigit(peek()) && length < LONGEST_SYMBOL);
    if (length == 0 || length > symbol.length() - at) {
      throw new NotUnderstoodException();
    }
    at += length;
    return symbol.substring(at - length, at);
  }

  private Entity remember(Entity entity) {
    substitutions.add(entity);
    return entity;
  }

  private static Entity required(Entity entity) throws NotUnderstoodException {
    if (entity == null) {
      throw new NotUnderstoodException();
    }
    return entity;
  }

  private int digit() throws NotUnderstoodException {
    if (!isDigit(peek())) {
      throw new NotUnderstoodException();
    }
    return symbol.charAt(at++) - '0';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** The next character; a line feed, which no symbol has, at the end. */
  private char peek() {
    return at < symbol.length() ? symbol.charAt(at) : '\n';
  }

  private boolean accept(String code) {
    boolean there = symbol.startsWith(code, at);
    at += there ? code.length() : 0;
    return there;
  }

  private void expect(char code) throws NotUnderstoodException {
    if (!accept(String.valueOf(code))) {
      throw new NotUnderstoodException();
    }
  }
}

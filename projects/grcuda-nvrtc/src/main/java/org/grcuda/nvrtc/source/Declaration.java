package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A declaration at namespace scope or in a class: a range of tokens, and what it declares. */
final class Declaration {

  enum Kind {
    FUNCTION("function"),
    VARIABLE("variable"),
    CLASS("class"),
    ENUM("enumeration"),
    TYPE_NAME("type name"),
    USING("using"),
    ASSERTION("static_assert"),
    CONCEPT("concept"),
    INSTANTIATION("instantiation"),
    ASSEMBLY("assembly"),
    UNKNOWN("declaration");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** As a list for users says it. */
    String word() {
      return word;
    }
  }

  private static final Set<String> DEVICE =
      Set.of("__global__", "__device__", "__constant__", "__managed__", "__shared__");

  /**
   * The words of which the names of arithmetic types are made ([basic.fundamental]), and CUDA's.
   */
  private static final Set<String> ARITHMETIC =
      Set.of(
          "bool",
          "char",
          "short",
          "int",
          "long",
          "float",
          "double",
          "signed",
          "unsigned",
          "size_t",
          "wchar_t",
          "char8_t",
          "char16_t",
          "char32_t",
          "uint",
          "ushort",
          "uchar",
          "ulong");

  Kind kind = Kind.UNKNOWN;

  /** Its first token, and its last. */
  final int first;

  int last;

  /** The class whose member it is, or null. */
  final Declaration owner;

  /** The namespaces around it, with {@code ::} behind each. */
  final String path;

  /** Whether it is in a namespace without a name. */
  final boolean unnamed;

  /** What it declares, the first name first. */
  final List<String> names = new ArrayList<>();

  /** Names of specifiers and annotations at its top level. */
  final Set<String> words = new LinkedHashSet<>();

  final List<Declaration> members = new ArrayList<>();
  boolean template;
  boolean pointer;

  /** Where an annotation may be inserted. */
  int head;

  /** The {@code :} before a constructor's initialisers, or -1. */
  int initialisers = -1;

  /** The braces of its body; -1 if there is none. */
  int open = -1;

  int close = -1;

  /** The {@code =} of a function, as in {@code = default}, or -1. */
  int equals = -1;

  Declaration(int first, Declaration owner, String path, boolean unnamed) {
    this.first = first;
    this.last = first;
    this.head = first;
    this.owner = owner;
    this.path = path;
    this.unnamed = unnamed;
  }

  String name() {
    return names.isEmpty() ? "" : names.getFirst();
  }

  boolean is(String word) {
    return words.contains(word);
  }

  boolean isConstexpr() {
    return is("constexpr") || is("consteval") || is("constinit") && is("const");
  }

  /** Whether a word belongs to the name of an arithmetic type. */
  static boolean isArithmetic(String word) {
    return ARITHMETIC.contains(word);
  }

  /** Whether it is itself annotated as code or data of a device. */
  boolean isAnnotated() {
    return words.stream().anyMatch(DEVICE::contains);
  }

  /** Whether it is annotated as code or data of a device, or is a class with such members. */
  boolean isDevice() {
    return isAnnotated() || members.stream().anyMatch(Declaration::isDevice);
  }

  /** Whether it is a member of a class, or of one within it. */
  boolean isWithin(Declaration outer) {
    return owner != null && (owner == outer || owner.isWithin(outer));
  }

  /** Whether it is for host and device. */
  boolean isBoth() {
    return is("__host__") && is("__device__");
  }

  boolean isKernel() {
    return kind == Kind.FUNCTION && is("__global__");
  }

  /** As a list for users says it. */
  String what() {
    String name = names.isEmpty() ? "without a name" : String.join(", ", names);
    String member = owner == null || owner.name().isEmpty() ? path : owner.name() + "::";
    String word = template && kind == Kind.FUNCTION ? "function template" : kind.word();
    return word + " " + (names.isEmpty() ? "" : member) + name;
  }
}

package org.grcuda.cpu.translate.formula;

/**
 * A static method that generated code calls.
 *
 * @param owner the class that has it
 * @param descriptor its types, as class files write them
 */
public record StaticMethod(Class<?> owner, String name, String descriptor) {

  /** How its result is held. */
  public JvmKind result() {
    return JvmKind.ofDescriptor(descriptor.charAt(descriptor.length() - 1));
  }

  /** How many parameters, all of them primitive, it has. */
  int arity() {
    return descriptor.indexOf(')') - 1;
  }

  /** How the parameter at a position, all of them primitive, is held. */
  JvmKind parameter(int position) {
    return JvmKind.ofDescriptor(descriptor.charAt(1 + position));
  }
}

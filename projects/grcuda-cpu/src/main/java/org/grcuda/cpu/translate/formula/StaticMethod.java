package org.grcuda.cpu.translate.formula;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** A static method that generated code calls. */
public final class StaticMethod {

  private final Class<?> owner;
  private final String name;
  private final String descriptor;

  /** Found when first asked for, as are the types: a program calls few methods. */
  private ClassDesc ownerDesc;

  private MethodTypeDesc typeDesc;

  /**
   * @param owner the class that has it
   * @param descriptor its types, as class files write them
   */
  public StaticMethod(Class<?> owner, String name, String descriptor) {
    this.owner = owner;
    this.name = name;
    this.descriptor = descriptor;
  }

  /** The class that has it. */
  public Class<?> owner() {
    return owner;
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Its types, as class files write them. */
  public String descriptor() {
    return descriptor;
  }

  /** The class that has it, for a class file. */
  public ClassDesc ownerDesc() {
    ClassDesc desc = ownerDesc;
    if (desc == null) {
      desc = owner.describeConstable().orElseThrow();
      ownerDesc = desc;
    }
    return desc;
  }

  /** Its types, for a class file. */
  public MethodTypeDesc typeDesc() {
    MethodTypeDesc desc = typeDesc;
    if (desc == null) {
      desc = MethodTypeDesc.ofDescriptor(descriptor);
      typeDesc = desc;
    }
    return desc;
  }

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

  @Override
  public String toString() {
    return owner.getSimpleName() + "." + name + descriptor;
  }
}

package org.grcuda.cpu.translate.emit;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;

/** Writes a class file as text: its methods, their sizes in bytes and their bytecode. */
final class ClassText {

  private ClassText() {}

  static String of(byte[] classFile) {
    StringBuilder text = new StringBuilder();
    for (MethodModel method : ClassFile.of().parse(classFile).methods()) {
      method
          .findAttribute(Attributes.code())
          .ifPresent(
              code -> {
                text.append(method.methodName()).append(' ');
                text.append(code.codeLength()).append('\n');
                code.forEach(element -> text.append(line(code, element)));
              });
    }
    return text.toString();
  }

  private static String line(CodeAttribute code, CodeElement element) {
    return switch (element) {
      case LabelTarget target -> " %d:%n".formatted(code.labelToBci(target.label()));
      case LineNumber number -> " line %d%n".formatted(number.line());
      case BranchInstruction branch ->
          "   %s %d%n".formatted(branch.opcode(), code.labelToBci(branch.target()));
      case ExceptionCatch handler ->
          " from %d to %d: caught at %d%n"
              .formatted(
                  code.labelToBci(handler.tryStart()),
                  code.labelToBci(handler.tryEnd()),
                  code.labelToBci(handler.handler()));
      default -> "   " + element + "\n";
    };
  }
}

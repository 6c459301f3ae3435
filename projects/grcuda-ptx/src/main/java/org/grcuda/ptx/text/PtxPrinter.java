package org.grcuda.ptx.text;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grcuda.ptx.CallPrototype;
import org.grcuda.ptx.InitialValue;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Linkage;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Variable;

/**
 * Prints the syntax tree as PTX. Parsing the text gives the tree back, line numbers apart;
 * comments, pragmas and debugging directives were dropped by the parser.
 */
public final class PtxPrinter {

  private final StringBuilder out = new StringBuilder();

  private PtxPrinter() {}

  /** The module as PTX. */
  public static String print(PtxModule module) {
    PtxPrinter printer = new PtxPrinter();
    printer.module(module);
    return printer.out.toString();
  }

  /** One function as PTX. */
  public static String print(PtxFunction function) {
    PtxPrinter printer = new PtxPrinter();
    printer.function(function);
    return printer.out.toString();
  }

  private void module(PtxModule module) {
    out.append(".version ").append(module.version()).append('\n');
    out.append(".target ").append(String.join(", ", module.targets())).append('\n');
    out.append(".address_size ").append(module.addressSize()).append("\n\n");
    module.variables().forEach(v -> out.append(variable(v)).append(";\n"));
    module.functions().forEach(this::function);
    module
        .aliases()
        .forEach(
            (alias, target) ->
                out.append(".alias ").append(alias).append(", ").append(target).append(";\n"));
  }

  private void function(PtxFunction function) {
    out.append('\n').append(linkage(function.linkage()));
    out.append(function.isEntry() ? ".entry " : ".func ");
    if (!function.results().isEmpty()) {
      out.append(parameters(function.results())).append(' ');
    }
    out.append(function.name()).append(parameters(function.parameters())).append('\n');
    function.directives().forEach(d -> out.append(d.text()).append('\n'));
    if (function.isDeclaration()) {
      out.append(";\n");
      return;
    }
    out.append("{\n");
    registers(function);
    function.variables().forEach(v -> out.append("  ").append(variable(v)).append(";\n"));
    lists(function);
    for (Statement statement : function.body()) {
      out.append(statement instanceof Label ? "" : "  ").append(statement.text()).append('\n');
    }
    out.append("}\n");
  }

  private void registers(PtxFunction function) {
    long declaredAsParameters =
        Stream.concat(function.results().stream(), function.parameters().stream())
            .filter(v -> v.space() == StateSpace.REG)
            .count();
    function.registers().stream()
        .skip(declaredAsParameters)
        .forEach(r -> out.append("  .reg .%s %s;\n".formatted(r.type().ptxName(), r.name())));
  }

  private void lists(PtxFunction function) {
    function.branchTargets().forEach((name, labels) -> list(name, "branchtargets", labels));
    function.callTargets().forEach((name, functions) -> list(name, "calltargets", functions));
    for (Map.Entry<String, CallPrototype> entry : function.callPrototypes().entrySet()) {
      CallPrototype prototype = entry.getValue();
      out.append(entry.getKey()).append(": .callprototype ");
      if (!prototype.results().isEmpty()) {
        out.append(parameters(prototype.results())).append(' ');
      }
      out.append("_ ").append(parameters(prototype.parameters())).append(";\n");
    }
  }

  private void list(String name, String directive, List<String> elements) {
    out.append(name).append(": .").append(directive).append(' ');
    out.append(String.join(", ", elements)).append(";\n");
  }

  private static String parameters(List<Variable> parameters) {
    return parameters.stream()
        .map(PtxPrinter::variable)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String linkage(Linkage linkage) {
    return linkage == Linkage.INTERNAL ? "" : "." + linkage.name().toLowerCase(Locale.ROOT) + " ";
  }

  private static String variable(Variable variable) {
    StringBuilder text = new StringBuilder(linkage(variable.linkage()));
    text.append('.').append(variable.space().ptxName());
    if (variable.managed()) {
      text.append(" .attribute(.managed)");
    }
    if (variable.alignment() != variable.type().size() * variable.vectorWidth()) {
      text.append(" .align ").append(variable.alignment());
    }
    if (variable.vectorWidth() > 1) {
      text.append(" .v").append(variable.vectorWidth());
    }
    text.append(" .").append(variable.type().ptxName());
    if (variable.pointer() != null) {
      text.append(" .ptr");
      if (variable.pointer().space() != StateSpace.GENERIC) {
        text.append(" .").append(variable.pointer().space().ptxName());
      }
      text.append(" .align ").append(variable.pointer().alignment());
    }
    text.append(' ').append(variable.name());
    for (long dimension : variable.dimensions()) {
      text.append('[').append(dimension == 0 ? "" : dimension).append(']');
    }
    if (!variable.initializer().isEmpty()) {
      text.append(" = ").append(initializer(variable));
    }
    return text.toString();
  }

  private static String initializer(Variable variable) {
    boolean braces = variable.isArray() || variable.vectorWidth() > 1;
    return variable.initializer().stream()
        .map(value -> initialValue(value, variable.type()))
        .collect(Collectors.joining(", ", braces ? "{" : "", braces ? "}" : ""));
  }

  private static String initialValue(InitialValue value, PtxType type) {
    return switch (value) {
      case InitialValue.Constant c when type == PtxType.F32 -> "0f%08X".formatted(c.bits());
      case InitialValue.Constant c when type == PtxType.F64 -> "0d%016X".formatted(c.bits());
      case InitialValue.Constant c when type == PtxType.F16 ->
          Float.toString(Float.float16ToFloat((short) c.bits()));
      case InitialValue.Constant c -> Long.toString(c.bits());
      case InitialValue.SymbolAddress a -> {
        String sum =
            (a.generic() ? "generic(" + a.symbol() + ")" : a.symbol())
                + (a.offset() == 0 ? "" : a.offset() < 0 ? a.offset() : "+" + a.offset());
        yield a.mask() == -1 ? sum : "0x%X(%s)".formatted(a.mask(), sum);
      }
    };
  }
}

package org.grcuda.cli;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;

/** {@code grcuda eval EXPRESSION}: evaluates one grcuda expression and prints its value. */
final class EvalCommand implements Command {

  @Override
  public String name() {
    return "eval";
  }

  @Override
  public String synopsis() {
    return "[--grcuda.OPTION=VALUE ...] EXPRESSION";
  }

  @Override
  public String summary() {
    return "Evaluates a grcuda expression, such as 'double[100]', and prints its value.";
  }

  @Override
  public int run(Arguments arguments) {
    if (arguments.operands().size() != 1) {
      throw CommandFailure.usage(
          "eval: expected one EXPRESSION, got " + arguments.operands().size());
    }
    String expression = arguments.operands().getFirst();
    try (Context context =
        LanguageOptions.open(Context.newBuilder(), arguments.languageOptions())) {
      return evaluate(context, expression);
    }
  }

  private static int evaluate(Context context, String expression) {
    try {
      System.out.println(
          context.eval(Source.newBuilder("grcuda", expression, "expression").buildLiteral()));
      return 0;
    } catch (PolyglotException e) {
      return GuestErrors.status(e);
    }
  }
}

package org.grcuda.core.node;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.TruffleLanguage.ParsingRequest;
import org.grcuda.core.builtin.Builtins;
import org.grcuda.core.expression.ExpressionParser;
import org.grcuda.core.expression.ExpressionSyntaxException;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.language.GrCudaLanguage;
import org.grcuda.core.language.LanguageContext;
import org.grcuda.core.language.LanguageService;
import org.grcuda.core.option.Options;

/** Makes contexts with {@link Builtins} in them, and nodes of expressions. */
public final class Evaluator implements LanguageService {

  @Override
  public LanguageContext createContext(Env env, Options options) {
    var context = new GuestContext(env, options);
    return new Evaluation(context, Builtins.root(context));
  }

  @Override
  public CallTarget parse(GrCudaLanguage language, ParsingRequest request) {
    var source = request.getSource();
    try {
      var expression = ExpressionParser.parse(source.getCharacters().toString());
      var body = new ExpressionTranslator(request.getArgumentNames()).translate(expression);
      return new GrCudaRootNode(language, source, body).getCallTarget();
    } catch (ExpressionSyntaxException e) {
      throw GuestException.syntax(e.getMessage(), source.createSection(e.offset(), e.length()));
    }
  }
}

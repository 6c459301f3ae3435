package org.grcuda.core.node;

import com.oracle.truffle.api.nodes.Node;
import org.grcuda.core.guest.Namespace;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.language.GrCudaLanguage;
import org.grcuda.core.language.LanguageContext;

/**
 * The context in which expressions are evaluated.
 *
 * @param context the state of the language
 * @param scope the namespace {@code CU}
 */
record Evaluation(GuestContext context, Namespace scope) implements LanguageContext {

  /** That of the current context. */
  static Evaluation current(Node node) {
    return (Evaluation) GrCudaLanguage.context(node);
  }

  @Override
  public void close() {
    context.close();
  }
}

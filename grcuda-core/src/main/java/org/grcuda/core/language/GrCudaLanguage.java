package org.grcuda.core.language;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.nodes.Node;
import org.graalvm.options.OptionDescriptors;
import org.grcuda.core.builtin.Builtins;
import org.grcuda.core.expression.ExpressionParser;
import org.grcuda.core.expression.ExpressionSyntaxException;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.GuestException;
import org.grcuda.core.interop.Namespace;

/**
 * The Truffle language {@code grcuda}: CUDA kernels and device arrays for every other language of
 * the polyglot context.
 *
 * <p>A tour, in the order in which a call passes:
 *
 * <ul>
 *   <li>{@link ExpressionParser} reads what {@code eval} is given; {@link ExpressionTranslator}
 *       turns it into nodes. Most programs evaluate {@code "CU"} once and use members from there.
 *   <li>{@link Builtins} is the table of what {@code CU} holds.
 *   <li>{@link org.grcuda.core.interop.DeviceArray}, {@link org.grcuda.core.interop.KernelObject}
 *       and {@link org.grcuda.core.interop.ConfiguredKernel} are what guest programs hold.
 *   <li>{@link org.grcuda.core.engine.Session} does the work, without Truffle; the typed Java API
 *       in {@code org.grcuda} stands on it too.
 *   <li>{@link org.grcuda.core.dag.ComputationDag} finds the dependencies and hands vertices to the
 *       runtime, which knows devices and streams.
 * </ul>
 */
@TruffleLanguage.Registration(
    id = GrCudaLanguage.ID,
    name = "grcuda",
    implementationName = "grcuda",
    version = GrCudaLanguage.VERSION,
    defaultMimeType = GrCudaLanguage.MIME_TYPE,
    characterMimeTypes = GrCudaLanguage.MIME_TYPE,
    contextPolicy = TruffleLanguage.ContextPolicy.SHARED)
public final class GrCudaLanguage extends TruffleLanguage<GrCudaLanguage.State> {

  /** The language id. */
  public static final String ID = "grcuda";

  /** The version of the language and of everything that comes with it. */
  public static final String VERSION = "0.1.0";

  /** The MIME type of expressions. */
  public static final String MIME_TYPE = "application/x-grcuda";

  private static final ContextReference<State> STATE =
      ContextReference.create(GrCudaLanguage.class);

  /**
   * What one polyglot context has.
   *
   * @param context the state of the language
   * @param root the namespace {@code CU}
   */
  record State(GuestContext context, Namespace root) {}

  /** The state of the language in the current context. */
  static GuestContext context(Node node) {
    return STATE.get(node).context();
  }

  /** The namespace {@code CU} of the current context. */
  static Namespace root(Node node) {
    return STATE.get(node).root();
  }

  @Override
  protected State createContext(Env env) {
    var context = new GuestContext(env, PolyglotOptions.read(env.getOptions()));
    return new State(context, Builtins.root(context));
  }

  @Override
  protected void finalizeContext(State state) {
    state.context().close();
  }

  @Override
  protected CallTarget parse(ParsingRequest request) {
    var source = request.getSource();
    try {
      var expression = ExpressionParser.parse(source.getCharacters().toString());
      var body = new ExpressionTranslator(request.getArgumentNames()).translate(expression);
      return new GrCudaRootNode(this, source, body).getCallTarget();
    } catch (ExpressionSyntaxException e) {
      throw GuestException.syntax(e.getMessage(), source.createSection(e.offset(), e.length()));
    }
  }

  @Override
  protected Object getScope(State state) {
    return state.root();
  }

  @Override
  protected boolean isThreadAccessAllowed(Thread thread, boolean singleThreaded) {
    return true;
  }

  @Override
  protected OptionDescriptors getOptionDescriptors() {
    return PolyglotOptions.DESCRIPTORS;
  }
}

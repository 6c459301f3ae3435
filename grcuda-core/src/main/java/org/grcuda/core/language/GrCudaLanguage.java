package org.grcuda.core.language;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.nodes.Node;
import java.util.ServiceLoader;
import org.graalvm.options.OptionDescriptors;

/**
 * The Truffle language {@code grcuda}: CUDA kernels and device arrays for every other language of
 * the polyglot context.
 *
 * <p>A tour, in the order in which a call passes:
 *
 * <ul>
 *   <li>{@link org.grcuda.core.expression.ExpressionParser} reads the text that {@code eval} gets;
 *       {@link org.grcuda.core.node.ExpressionTranslator} turns it into nodes. Most programs
 *       evaluate {@code "CU"} once and use members from there.
 *   <li>{@link org.grcuda.core.builtin.Builtins} is the table of the contents of {@code CU}.
 *   <li>{@link org.grcuda.core.interop.DeviceArray}, {@link org.grcuda.core.interop.KernelObject}
 *       and {@link org.grcuda.core.interop.ConfiguredKernel} are the objects that guest programs
 *       hold.
 *   <li>{@link org.grcuda.core.engine.Session} does the work, without Truffle; the typed Java API
 *       in {@code org.grcuda} uses it too.
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
public final class GrCudaLanguage extends TruffleLanguage<LanguageContext> {

  /** The language id. */
  public static final String ID = "grcuda";

  /** The version of the language and of everything that comes with it. */
  public static final String VERSION = "0.1.0";

  /** The MIME type of expressions. */
  public static final String MIME_TYPE = "application/x-grcuda";

  private static final ContextReference<LanguageContext> CONTEXT =
      ContextReference.create(GrCudaLanguage.class);

  private final LanguageService service =
      ServiceLoader.load(LanguageService.class, GrCudaLanguage.class.getClassLoader())
          .findFirst()
          .orElseThrow();

  /** The state of the language in the current context. */
  public static LanguageContext context(Node node) {
    return CONTEXT.get(node);
  }

  @Override
  protected LanguageContext createContext(Env env) {
    return service.createContext(env, PolyglotOptions.read(env.getOptions()));
  }

  @Override
  protected void finalizeContext(LanguageContext context) {
    context.close();
  }

  @Override
  protected CallTarget parse(ParsingRequest request) {
    return service.parse(this, request);
  }

  @Override
  protected Object getScope(LanguageContext context) {
    return context.scope();
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

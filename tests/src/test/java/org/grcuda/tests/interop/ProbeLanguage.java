package org.grcuda.tests.interop;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.strings.TruffleString;

/**
 * A language of which every program is one function: it holds its argument against the contract of
 * interop, and gives the violations. So objects are seen as other languages see them, with nothing
 * of the polyglot API between.
 */
@TruffleLanguage.Registration(
    id = ProbeLanguage.ID,
    name = "Interop probe",
    contextPolicy = TruffleLanguage.ContextPolicy.SHARED)
public final class ProbeLanguage extends TruffleLanguage<TruffleLanguage.Env> {

  static final String ID = "interop-probe";

  @Override
  protected Env createContext(Env env) {
    return env;
  }

  @Override
  protected CallTarget parse(ParsingRequest request) {
    return new RootNode(this) {
      @Override
      public Object execute(VirtualFrame frame) {
        return new Probe();
      }
    }.getCallTarget();
  }

  /** The function. */
  @ExportLibrary(InteropLibrary.class)
  static final class Probe implements TruffleObject {

    @ExportMessage
    boolean isExecutable() {
      return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object execute(Object[] arguments) {
      String violations = String.join("\n", InteropContract.violations(arguments[0]));
      return TruffleString.fromJavaStringUncached(violations, TruffleString.Encoding.UTF_16);
    }
  }
}

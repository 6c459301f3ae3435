package org.grcuda;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.engine.Session;

/**
 * The Java API over what the language has: for functions of other modules that the language calls.
 * Programs cannot name its parameters' types.
 */
@SuppressWarnings("exports") // by design: see above
public final class LanguageView {

  private LanguageView() {}

  /** The context of the language. The language closes it. */
  public static GrCuda of(Session session) {
    return new GrCuda(session);
  }

  /** The session behind a context of the API. */
  public static Session session(GrCuda cuda) {
    return cuda.session();
  }

  /** An array of the language. */
  public static DeviceArray of(NdArray array) {
    return DeviceArray.of(array);
  }

  /** What is behind an array of the API. */
  public static NdArray behind(DeviceArray array) {
    return array.array();
  }
}

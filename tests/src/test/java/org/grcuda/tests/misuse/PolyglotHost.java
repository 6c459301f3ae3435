package org.grcuda.tests.misuse;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;

/** What misuse starts from in a polyglot context: things that are right. */
final class PolyglotHost {

  final Value cu;
  final Value x;
  final Value i;
  final Value m;
  final Value f;
  final Value freed;
  final Value scale;
  final Value foreign;

  /**
   * @param foreign an array of another context
   */
  PolyglotHost(Context context, Value foreign) {
    this.cu = context.eval("grcuda", "CU");
    this.x = array("float", 5);
    this.i = array("int", 4);
    this.m = array("int", 3, 4);
    this.f = array("float", 2, 3, "F");
    this.freed = array("float", 5);
    freed.invokeMember("free");
    this.scale = build(Sources.VALID, Sources.SCALE);
    this.foreign = foreign;
  }

  Value array(Object... arguments) {
    return cu.invokeMember("DeviceArray", arguments);
  }

  Value build(Object... arguments) {
    return cu.invokeMember("buildkernel", arguments);
  }

  /** Runs a kernel; throws unless it computes what it should. */
  void check() {
    x.invokeMember("fill", 3);
    scale.execute(1, 32).execute(x, 2, 5);
    double last = x.getArrayElement(4).asDouble();
    if (last != 6) {
      throw new AssertionError("a kernel after the misuse gave " + last);
    }
  }
}

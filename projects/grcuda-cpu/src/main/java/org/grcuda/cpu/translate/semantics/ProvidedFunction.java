package org.grcuda.cpu.translate.semantics;

import java.util.List;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.image.ImageAccess;
import org.grcuda.ptx.PtxType;

/** A function that kernels call and the backend provides; a static method of SystemCalls. */
public enum ProvidedFunction {
  VPRINTF(
      "vprintf",
      PtxType.S32,
      List.of(PtxType.U64, PtxType.U64),
      (launch, a) -> SystemCalls.vprintf(launch, a[0], a[1])),
  ASSERT(
      "__assertfail",
      null,
      List.of(PtxType.U64, PtxType.U64, PtxType.U32, PtxType.U64),
      (launch, a) -> {
        SystemCalls.assertFail(launch, a[0], a[1], (int) a[2], a[3]);
        return 0;
      }),
  MALLOC(
      "malloc", PtxType.U64, List.of(PtxType.U64), (launch, a) -> SystemCalls.malloc(launch, a[0])),
  FREE(
      "free",
      null,
      List.of(PtxType.U64),
      (launch, a) -> {
        SystemCalls.free(launch, a[0]);
        return 0;
      }),
  /**
   * Is called for each instruction on images: code, object, four words, address of the others. Its
   * results are four words, two in each number. PTX cannot declare its name, so no program calls it
   * with an address of its own.
   */
  IMAGE(
      "instruction on an image",
      PtxType.U64,
      List.of(
          PtxType.U64,
          PtxType.U64,
          PtxType.U32,
          PtxType.U32,
          PtxType.U32,
          PtxType.U32,
          PtxType.U64),
      (launch, a) -> {
        long first =
            SystemCalls.image(
                launch, a[0], a[1], (int) a[2], (int) a[3], (int) a[4], (int) a[5], a[6]);
        a[1] = SystemCalls.furtherResults(a[6]);
        return first;
      }),
  /** Is called if the address of an indirect call is not a function's. */
  INVALID_CALLEE(
      "$invalid_callee",
      null,
      List.of(PtxType.U64),
      (launch, a) -> {
        SystemCalls.invalidCallee(launch, a[0]);
        return 0;
      });

  /** The call itself. */
  @FunctionalInterface
  public interface Code {

    /**
     * The result, 0 if the function has none.
     *
     * @param arguments may change; {@link ProvidedFunction#IMAGE} leaves its third and fourth word
     *     at 1
     */
    long call(Launch launch, long[] arguments);
  }

  private final String symbol;
  private final PtxType result;
  private final List<PtxType> parameters;
  private final Code code;

  ProvidedFunction(String symbol, PtxType result, List<PtxType> parameters, Code code) {
    this.symbol = symbol;
    this.result = result;
    this.parameters = parameters;
    this.code = code;
  }

  /** The function of a symbol, null if the backend provides none of that name. */
  public static ProvidedFunction of(String symbol) {
    for (ProvidedFunction function : values()) {
      if (function.symbol.equals(symbol)) {
        return function;
      }
    }
    return null;
  }

  /** Its name in PTX. */
  public String symbol() {
    return symbol;
  }

  /** Type of the result, null if there is none. */
  public PtxType result() {
    return result;
  }

  /** Values that it gives: of {@link #IMAGE} four words, of others one or none. */
  public int results() {
    return this == IMAGE ? ImageAccess.RESULTS : result == null ? 0 : 1;
  }

  /** Types of the parameters. */
  public List<PtxType> parameters() {
    return parameters;
  }

  /**
   * Whether its faults name the PTX line of the call; an assertion names the line of the source.
   */
  public boolean namesLine() {
    return this != ASSERT;
  }

  /** The call itself. */
  public Code code() {
    return code;
  }
}

package org.grcuda.core.signature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.grcuda.core.text.MangledName;
import org.grcuda.core.type.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MangledNameTest {

  /** Symbols that NVRTC 12.9 and GCC emitted; "class" stands for a class passed by value. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "_Z4nonev | none | []",
        "_Z1hPKfPfbcahstijlmxyfdDsDiwm | h | [in pointer float, inout pointer float, bool, char,"
            + " sint8, uint8, sint16, uint16, sint32, uint32, sint64, uint64, sll64, ull64, float,"
            + " double, char16, char32, wchar, uint64]",
        "_Z2hhP6__halfPKS_S_6float4P6float2PvPKvPPiPKPKiPVi | hh | [inout pointer half, in pointer"
            + " half, half, class, inout pointer void, inout pointer void, in pointer void, inout"
            + " pointer void, in pointer void, inout pointer sint32]",
        "_Z3fooPiS_PvS0_ | foo | [inout pointer sint32, inout pointer sint32, inout pointer void,"
            + " inout pointer void]",
        "_Z3fooPiS_PfPvS1_ | foo | [inout pointer sint32, inout pointer sint32, inout pointer"
            + " float, inout pointer void, inout pointer void]",
        "_Z1tIfEvPT_PKS0_i | t | [inout pointer float, in pointer float, sint32]",
        "_Z1tIPfEvPT_PKS1_i | t | [inout pointer void, in pointer void, sint32]",
        "_Z1tIN1a1b1SEEvPT_PKS3_i | t | [inout pointer void, in pointer void, sint32]",
        "_ZN1a1b1fEPfPKfS1_iNS0_1SEPS4_PKS4_NS0_1VIfEEPS9_ | a::b::f | [inout pointer float, in"
            + " pointer float, inout pointer float, sint32, class, inout pointer void, in pointer"
            + " void, class, inout pointer void]",
        "_ZN1a1b1gIdLi4EEEvPT_PKS2_S2_PNS0_1VIS2_EEPKNS6_IS4_EEy | a::b::g | [inout pointer"
            + " double, in pointer double, double, inout pointer void, in pointer void, ull64]",
        "_ZN36_GLOBAL__N__00000000_4_k_cu_c58fa0d32anEPi |"
            + " _GLOBAL__N__00000000_4_k_cu_c58fa0d3::an | [inout pointer sint32]",
        "_ZL2stRKf | st | [in pointer float]",
        "_Z1fSt6vectorIfSaIfEES1_Pf | f | [class, class, inout pointer float]",
        "_Z1fNSt3mapIiSaIfEEEPKDu | f | [class, in pointer char8]",
        "_Z1fILin3ELb1EEvPDF16_ | f | [inout pointer half]",
      })
  void symbols(String symbol, String name, String parameters) {
    assertEquals(
        "kernel '" + name + "' of _Zero", MangledName.inText("kernel '" + symbol + "' of _Zero"));
    MangledName mangled = MangledName.parse(symbol).orElseThrow();
    assertEquals(name, mangled.name());
    List<String> types =
        mangled.parameters().stream()
            .map(
                type ->
                    MangledParameters.parameter("", type).map(Parameter::toString).orElse("class"))
            .toList();
    assertEquals(parameters, types.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "_Z",
        "_Z1",
        "_Z1f",
        "_Z99f",
        "_Z1fT_",
        "_Z1fS_",
        "_Z1fS9_",
        "_ZN1aE",
        "_ZNE",
        "_ZNIfEE",
        "_Z1fP",
        "_Z1fPFviE",
        "_Z1fPA4_f",
        "_Z3varIJiPfEEvDpT_",
        "_Z1fIXadL_Z1gvEEEvv",
        "_Z1fz",
        "_Z1f$",
        "_Z1fILi4EEvT_",
        "_Z1fSt",
        "_Z999999999999999f"
      })
  void whatIsNotUnderstood(String symbol) {
    assertEquals(Optional.empty(), MangledName.parse(symbol));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plain | plain",
        "_ZN2ns7counterE | ns::counter",
        "_ZN1a1b1cE | a::b::c",
        "_ZL4priv | priv",
        "_ZZ1kPfE5calls | _ZZ1kPfE5calls",
        "_ZN2ns7counterEi | _ZN2ns7counterEi",
        "_ZN2ns | _ZN2ns"
      })
  void variables(String symbol, String name) {
    assertEquals(name, MangledName.ofVariable(symbol));
  }

  @Test
  void deepNestingIsRefused() {
    assertEquals(Optional.empty(), MangledName.parse("_Z1f" + "P".repeat(4000) + "i"));
    assertEquals(Optional.empty(), MangledName.parse("_Z1f" + "1aI".repeat(1300)));
    assertEquals(Optional.empty(), MangledName.parse("_Z1f" + "i".repeat(1_000_000)));
    assertTrue(MangledName.parse("_Z1f" + "P".repeat(50) + "i").isPresent());
  }

  @Test
  void anyMixtureOfCodesIsReadOrRefused() {
    String[] codes = {
      "1a", "N", "E", "I", "P", "K", "R", "S_", "S0_", "St", "T_", "T0_", "i", "f", "v", "L", "4",
      "Dh", "Du", "A", "F", "J", "_", "3"
    };
    SplittableRandom random = new SplittableRandom(5);
    int understood = 0;
    for (int round = 0; round < 20_000; round++) {
      StringBuilder symbol = new StringBuilder("_Z1f");
      for (int length = random.nextInt(12); length > 0; length--) {
        symbol.append(codes[random.nextInt(codes.length)]);
      }
      understood += MangledName.parse(symbol.toString()).isPresent() ? 1 : 0;
    }
    assertTrue(understood > 500, () -> "the mixture tests nothing");
  }
}

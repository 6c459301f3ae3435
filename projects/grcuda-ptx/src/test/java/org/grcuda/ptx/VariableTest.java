package org.grcuda.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.ptx.InitialValue.Constant;
import org.grcuda.ptx.InitialValue.SymbolAddress;
import org.junit.jupiter.api.Test;

class VariableTest {

  private static Variable variable(String declaration) {
    return PtxParser.parse(".version 8.8 .target sm_80 .address_size 64 " + declaration)
        .variables()
        .getLast();
  }

  private static List<Long> constants(Variable variable) {
    List<Long> bits = new ArrayList<>();
    for (InitialValue value : variable.initializer()) {
      bits.add(((Constant) value).bits());
    }
    return bits;
  }

  @Test
  void scalarsAndArrays() {
    Variable scalar = variable(".visible .global .align 16 .f64 x;");
    assertEquals(16, scalar.alignment());
    assertEquals(8, scalar.size());
    assertEquals(Linkage.VISIBLE, scalar.linkage());
    Variable array = variable(".const .v4 .u16 table[3][5];");
    assertEquals(8, array.alignment());
    assertEquals(120, array.size());
    assertEquals(List.of(3L, 5L), array.dimensions());
    Variable unsized = variable(".extern .shared .align 16 .b8 memory[];");
    assertTrue(unsized.isUnsized());
    assertEquals(0, unsized.size());
    assertEquals(Linkage.EXTERN, unsized.linkage());
    assertTrue(variable(".global .attribute(.managed) .u32 m;").managed());
  }

  @Test
  void constantInitializers() {
    assertEquals(List.of(255L, 0L, 128L), constants(variable(".global .b8 x[4] = {-1, 0, 128};")));
    assertEquals(List.of(0x3FC00000L), constants(variable(".global .f32 x = 1.5;")));
    assertEquals(List.of(0x3FC00000L), constants(variable(".global .f32 x = 0f3FC00000;")));
    assertEquals(List.of(0x3FC00000L), constants(variable(".global .b32 x = 0f3FC00000;")));
    assertEquals(
        List.of(Double.doubleToRawLongBits(-2.0), Double.doubleToRawLongBits(3.0)),
        constants(variable(".global .f64 x[2] = {-2.0, 3};")));
    assertEquals(List.of(0x3C00L), constants(variable(".global .f16 x = 1.0;")));
    assertEquals(List.of(-1L), constants(variable(".global .u64 x = 0xFFFFFFFFFFFFFFFF;")));
  }

  @Test
  void nestedBracesArePadded() {
    assertEquals(
        List.of(1L, 0L, 0L, 4L, 5L, 0L, 7L),
        constants(variable(".global .u32 x[3][3] = {{1}, {4, 5}, 7};")));
    assertEquals(
        List.of(1L, 2L, 3L, 0L), constants(variable(".global .v2 .u32 x[2] = {{1, 2}, {3}};")));
  }

  @Test
  void emptyDimensionIsCounted() {
    Variable x = variable(".global .u32 x[][2] = {{1, 2}, {3, 4}, {5, 6}};");
    assertEquals(List.of(3L, 2L), x.dimensions());
    assertEquals(24, x.size());
  }

  @Test
  void addresses() {
    Variable x =
        variable(
            ".global .u32 y; .global .u64 x[5] ="
                + " {y, y+4, generic(y), generic(y)+8, 0xFF00(generic(y)-4)};");
    assertEquals(
        List.of(
            new SymbolAddress("y", 0, false, -1),
            new SymbolAddress("y", 4, false, -1),
            new SymbolAddress("y", 0, true, -1),
            new SymbolAddress("y", 8, true, -1),
            new SymbolAddress("y", -4, true, 0xFF00)),
        x.initializer());
    assertEquals(0x12, ((SymbolAddress) x.initializer().get(4)).bits(0x1238));
    assertEquals(0x1238, ((SymbolAddress) x.initializer().get(3)).bits(0x1230));
  }

  @Test
  void packedStructOfTheCompiler() {
    PtxModule module = Corpus.module("globals");
    assertEquals(
        List.of(
            new Constant('r'),
            new SymbolAddress("cells", 8, true, -1),
            new Constant(Double.doubleToRawLongBits(0.5))),
        module.variable("record").initializer());
    assertEquals(StateSpace.CONST, module.variable("weights").space());
    assertTrue(module.variable("shared_with_host").managed());
  }

  @Test
  void parameterLayout() {
    PtxFunction structs = Corpus.module("structs").function("structs");
    ParameterLayout layout = ParameterLayout.of(structs);
    assertEquals(List.of(0, 32, 48, 64, 72), layout.slots().stream().map(s -> s.offset()).toList());
    assertEquals(List.of(32, 1, 16, 8, 2), layout.slots().stream().map(s -> s.size()).toList());
    assertEquals(74, layout.size());
    assertTrue(layout.slots().get(0).isAggregate());
    assertEquals(16, layout.slots().get(2).alignment());
    assertEquals(PtxType.U64, layout.slots().get(3).type());
  }
}

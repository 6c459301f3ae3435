package org.grcuda.cpu.translate.pass;

import static org.grcuda.cpu.translate.matrix.MatrixForm.elements;
import static org.grcuda.cpu.translate.matrix.MatrixForm.refused;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.cpu.translate.matrix.Element;
import org.grcuda.cpu.translate.matrix.WmmaForm;
import org.grcuda.cpu.translate.matrix.WmmaForm.Part;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;

/**
 * {@code wmma} (PTX ISA 9.7.14.4). Programs cannot know which elements of a matrix a lane holds, so
 * here matrices are made of the matrices of {@code mma}, and each lane accesses its own elements.
 */
final class WmmaExpansions {

  private final MatrixExpansions pass;

  WmmaExpansions(MatrixExpansions pass) {
    this.pass = pass;
  }

  void replace(Instruction i) {
    WmmaForm form = WmmaForm.of(i);
    if (form.part() == null) {
      multiply(i, form);
    } else {
      access(i, form);
    }
  }

  // ---- products

  private void multiply(Instruction i, WmmaForm form) {
    if (i.operands().size() != 4) {
      throw refused(i, "expected D, A, B and C");
    }
    List<Operand> d = elements(i.operand(0));
    MatrixExpansions.checkResults(i, d, form.d().register());
    List<Register> a = registers(i, form, Part.A, 1);
    List<Register> b = registers(i, form, Part.B, 2);
    List<Register> c = registers(i, form, Part.C, 3);
    check(i, "D", form.registers(Part.D), d.size());
    List<Operand> to = mayReuse(d, a, b, c) ? d : results(form, d.size());
    int perA = form.perTile(Part.A);
    int perB = form.perTile(Part.B);
    int perC = form.perTile(Part.C);
    int perD = form.perTile(Part.D);
    for (int row = 0; row < form.rows(); row++) {
      for (int column = 0; column < form.columns(); column++) {
        int tile = row * form.columns() + column;
        pass.multiply(
            i,
            form.product(),
            to.subList(tile * perD, (tile + 1) * perD),
            a.subList(row * perA, (row + 1) * perA),
            b.subList(column * perB, (column + 1) * perB),
            c.subList(tile * perC, (tile + 1) * perC),
            List.of());
      }
    }
    for (int k = 0; k < d.size() && to != d; k++) {
      if (d.get(k) instanceof Register) {
        pass.add("mov." + form.d().register().ptxName(), d.get(k), to.get(k));
      }
    }
  }

  /** Whether results may be written before the last source is read. */
  private static boolean mayReuse(
      List<Operand> d, List<Register> a, List<Register> b, List<Register> c) {
    for (int k = 0; k < d.size(); k++) {
      if (d.get(k) instanceof Register r) {
        int place = c.indexOf(r);
        if (a.contains(r) || b.contains(r) || place >= 0 && place != k || c.size() != d.size()) {
          return false;
        }
      }
    }
    return true;
  }

  private List<Operand> results(WmmaForm form, int count) {
    List<Operand> results = new ArrayList<>();
    PtxType type = form.d().register();
    for (int k = 0; k < count; k++) {
      results.add(pass.register("result_" + type.ptxName() + "_" + k, type));
    }
    return results;
  }

  private List<Register> registers(Instruction i, WmmaForm form, Part part, int operand) {
    List<Operand> given = elements(i.operand(operand));
    check(i, part.name(), form.registers(part), given.size());
    return pass.inRegisters(i, part.name(), given, form.element(part).register());
  }

  private static void check(Instruction i, String which, int expected, int given) {
    if (given != expected) {
      throw refused(i, which + " has " + given + " registers, expected " + expected);
    }
  }

  // ---- accesses

  private void access(Instruction i, WmmaForm form) {
    boolean stores = form.part() == Part.D;
    int address = stores ? 0 : 1;
    if (i.operands().size() < 2
        || i.operands().size() > 3
        || !(i.operand(address) instanceof Operand.Address at)) {
      throw refused(i, "expected registers, an address and perhaps a stride");
    }
    List<Operand> given = elements(i.operand(1 - address));
    check(i, form.part().name(), form.registers(form.part()), given.size());
    Element element = form.element(form.part());
    if (stores) {
      given = List.copyOf(pass.inRegisters(i, "D", given, element.register()));
    } else {
      MatrixExpansions.checkResults(i, given, element.register());
    }
    Operand stride = i.operands().size() == 3 ? i.operand(2) : Rewriter.number(form.width());
    new Elements(i, form, at, stride).move(stores, given);
  }

  /** The elements of a lane in memory, of which the first is at a register. */
  private final class Elements {

    private final WmmaForm form;
    private final Element element;
    private final PtxType addressType;
    private final String space;
    private final Register start;
    private final Register stride;

    Elements(Instruction i, WmmaForm form, Operand.Address at, Operand given) {
      this.form = form;
      this.element = form.element(form.part());
      boolean narrow = at.base() instanceof Register r && r.type().size() == 4;
      this.addressType = narrow ? PtxType.B32 : PtxType.B64;
      this.space = i.space() == StateSpace.GENERIC ? "" : "." + i.space().ptxName();
      this.start = register("start");
      this.stride = register("stride");
      strideInBytes(given);
      Register group = register("of_group");
      Register place = register("of_place");
      lanePart(group, place);
      pass.add("mov." + unsigned(), start, at.base());
      if (at.offset() != 0) {
        pass.add("add." + unsigned(), start, start, Rewriter.number(at.offset()));
      }
      pass.add("mul.lo." + unsigned(), place, place, Rewriter.number(form.spread()));
      Operand bytes = Rewriter.number(Math.max(1, element.bits() / 8));
      if (element.bits() < 8) {
        pass.add("shr." + unsigned(), place, place, Rewriter.number(shift()));
      }
      Register far = form.isContiguous() ? group : place;
      Register near = form.isContiguous() ? place : group;
      pass.add("mad.lo." + unsigned(), start, far, stride, start);
      pass.add("mad.lo." + unsigned(), start, near, bytes, start);
    }

    private String unsigned() {
      return addressType == PtxType.B32 ? "u32" : "u64";
    }

    private Register register(String name) {
      return pass.register("wmma_" + name + "_" + addressType.ptxName(), addressType);
    }

    /** log2 of the elements in a byte. */
    private int shift() {
      return element.bits() == 4 ? 1 : 3;
    }

    private void strideInBytes(Operand given) {
      Register words = pass.register("stride_elements", PtxType.B32);
      if (element.bits() < 8) {
        pass.add("shr.u32", words, given, Rewriter.number(shift()));
      } else {
        pass.add("mul.lo.u32", words, given, Rewriter.number(element.bits() / 8));
      }
      pass.add(addressType == PtxType.B32 ? "mov.u32" : "cvt.u64.u32", stride, words);
    }

    private void lanePart(Register group, Register place) {
      Register lane = pass.lane();
      Register part = pass.register("lane_part", PtxType.B32);
      String widen = addressType == PtxType.B32 ? "mov.u32" : "cvt.u64.u32";
      pass.add("shr.u32", part, lane, Rewriter.number(2));
      pass.add(widen, group, part);
      pass.add("and.b32", part, lane, Rewriter.number(3));
      pass.add(widen, place, part);
    }

    /** Moves a register at a time, or an element if those of a register are no neighbours. */
    void move(boolean stores, List<Operand> registers) {
      int per = element.perRegister();
      int own = form.ownRegisters(form.part());
      for (int r = 0; r < registers.size(); r++) {
        if (r >= own) {
          // Registers that programs see, but no product reads.
          if (registers.get(r % own) instanceof Register) {
            pass.add("mov.b32", registers.get(r), registers.get(r % own));
          }
        } else if (form.isContiguous() || per == 1) {
          Operand.Address at = at(form.group(r), form.place(r));
          access(stores, element.register().ptxName(), registers.get(r), at);
        } else {
          split(stores, registers.get(r), r);
        }
      }
    }

    private void split(boolean stores, Operand register, int r) {
      int per = element.perRegister();
      PtxType part = per == 2 ? PtxType.B16 : PtxType.B8;
      List<Operand> parts = new ArrayList<>();
      for (int e = 0; e < per; e++) {
        parts.add(pass.register("part_" + per + "_" + e, part == PtxType.B8 ? PtxType.B32 : part));
      }
      if (stores) {
        pass.add("mov.b32", new Operand.Vector(parts), register);
      }
      for (int e = 0; e < per; e++) {
        access(
            stores,
            part == PtxType.B8 ? "u8" : "b16",
            parts.get(e),
            at(form.group(r), form.place(r) + e));
      }
      if (!stores && part == PtxType.B16) {
        pass.add("mov.b32", register, new Operand.Vector(parts));
      } else if (!stores) {
        pass.add("prmt.b32", parts.get(0), parts.get(0), parts.get(1), Rewriter.number(0x0040));
        pass.add("prmt.b32", parts.get(2), parts.get(2), parts.get(3), Rewriter.number(0x0040));
        pass.add("prmt.b32", register, parts.get(0), parts.get(2), Rewriter.number(0x5410));
      }
    }

    private void access(boolean stores, String type, Operand register, Operand.Address at) {
      if (stores) {
        pass.add("st" + space + "." + type, at, register);
      } else {
        pass.add("ld" + space + "." + type, register, at);
      }
    }

    /** The address of an element so far from the lane's first one. */
    private Operand.Address at(int group, int place) {
      int steps = form.isContiguous() ? group : place;
      long bytes = (long) (form.isContiguous() ? place : group) * element.bits() / 8;
      if (steps == 0) {
        return new Operand.Address(start, bytes);
      }
      Register row = register("row");
      pass.add("mad.lo." + unsigned(), row, stride, Rewriter.number(steps), start);
      return new Operand.Address(row, bytes);
    }
  }
}

package org.grcuda.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.grcuda.runtime.computation.Allocation;

/**
 * Programs with the dependencies of GrCUDA's benchmarks (multi-GPU paper, section V), at sizes for
 * which transfers and kernels matter on a machine of several V100. Kernels that only pass over
 * their data take their bytes over 350 GB/s.
 */
enum BenchmarkShapes implements Consumer<SimulatedProgram> {
  /** Squares of two partitioned vectors, and the sum of their differences; data new each time. */
  VEC {
    @Override
    public void accept(SimulatedProgram program) {
      List<Allocation> x = arrays(program, "x", PARTS, 240 * MB);
      List<Allocation> y = arrays(program, "y", PARTS, 240 * MB);
      List<Allocation> x1 = arrays(program, "x1", PARTS, 240 * MB);
      List<Allocation> y1 = arrays(program, "y1", PARTS, 240 * MB);
      List<Allocation> res = arrays(program, "res", PARTS, 64);
      for (int round = 0; round < 3; round++) {
        for (int i = 0; i < PARTS; i++) {
          program.write(x.get(i));
          program.write(y.get(i));
          program.write(res.get(i));
        }
        for (int i = 0; i < PARTS; i++) {
          pass(program, "square", List.of(x.get(i)), List.of(x1.get(i)));
          pass(program, "square", List.of(y.get(i)), List.of(y1.get(i)));
          pass(program, "reduce", List.of(x1.get(i), y1.get(i)), List.of(res.get(i)));
        }
        res.forEach(program::read);
      }
    }
  },
  /** Independent options; data new each time. */
  BS {
    @Override
    public void accept(SimulatedProgram program) {
      List<Allocation> x = arrays(program, "x", 24, 240 * MB);
      List<Allocation> y = arrays(program, "y", 24, 240 * MB);
      for (int round = 0; round < 3; round++) {
        x.forEach(program::write);
        for (int i = 0; i < 24; i++) {
          program.launch("bs", 8 * MS, List.of(x.get(i)), List.of(y.get(i)));
        }
        y.forEach(program::await);
      }
    }
  },
  /** Two classifiers over the same partitioned rows, and their combination. */
  ML {
    @Override
    public void accept(SimulatedProgram program) {
      List<Allocation> x = arrays(program, "x", PARTS, 160 * MB);
      List<Allocation> z = arrays(program, "z", PARTS, 160 * MB);
      List<Allocation> mean = arrays(program, "mean", PARTS, 4096);
      List<Allocation> r1 = arrays(program, "r1", PARTS, 4 * MB);
      List<Allocation> r2 = arrays(program, "r2", PARTS, 4 * MB);
      Allocation all = program.array("all", 4096);
      Allocation one = program.array("one", 64 * MB);
      Allocation two = program.array("two", 64 * MB);
      Allocation result = program.array("result", 4 * MB);
      Allocation weights = program.array("weights", MB);
      for (int round = 0; round < 3; round++) {
        for (int i = 0; i < PARTS; i++) {
          program.launch("nb1", 9 * MS, List.of(x.get(i), weights), List.of(r1.get(i)));
          program.launch("rr1", 3 * MS, List.of(x.get(i)), List.of(mean.get(i)));
        }
        pass(program, "rr11", mean, List.of(all));
        for (int i = 0; i < PARTS; i++) {
          program.launch("rr2", 3 * MS, List.of(x.get(i), all), List.of(z.get(i)));
          program.launch("rr3", 4 * MS, List.of(z.get(i), weights), List.of(r2.get(i)));
        }
        pass(program, "concat", r1, List.of(one));
        pass(program, "softmax", List.of(), List.of(one));
        pass(program, "concat", r2, List.of(two));
        pass(program, "softmax", List.of(), List.of(two));
        pass(program, "argmax", List.of(one, two), List.of(result));
        program.read(result);
      }
    }
  },
  /** Conjugate gradient on a partitioned matrix. */
  CG {
    @Override
    public void accept(SimulatedProgram program) {
      List<Allocation> a = arrays(program, "a", PARTS, 256 * MB);
      List<Allocation> y = arrays(program, "y", PARTS, 8192);
      Allocation x = program.array("x", 131072);
      Allocation p = program.array("p", 131072);
      Allocation r = program.array("r", 131072);
      Allocation t1 = program.array("t1", 64);
      Allocation t2 = program.array("t2", 64);
      for (int i = 0; i < PARTS; i++) {
        pass(program, "precondition", List.of(), List.of(a.get(i)));
      }
      for (int iteration = 0; iteration < 10; iteration++) {
        for (int i = 0; i < PARTS; i++) {
          pass(program, "mv", List.of(a.get(i), p), List.of(y.get(i)));
        }
        program.launch("dot", 10 * US, with(y, p), List.of(t2));
        program.read(t2);
        program.launch("saxpy", 10 * US, List.of(p), List.of(x));
        program.launch("saxpy2", 10 * US, y, List.of(r));
        program.launch("norm", 10 * US, List.of(r), List.of(t1));
        program.read(t1);
        program.launch("saxpy3", 10 * US, List.of(r), List.of(p));
      }
      program.read(x);
    }
  },
  /** Product of a partitioned matrix and a vector. */
  MUL {
    @Override
    public void accept(SimulatedProgram program) {
      List<Allocation> a = arrays(program, "a", PARTS, 256 * MB);
      List<Allocation> z = arrays(program, "z", PARTS, 8192);
      Allocation y = program.array("y", 131072);
      Allocation out = program.array("out", 131072);
      for (int round = 0; round < 3; round++) {
        program.write(y);
        for (int i = 0; i < PARTS; i++) {
          program.launch("mv", 5 * MS, List.of(a.get(i), y), List.of(z.get(i)));
        }
        for (int i = 0; i < PARTS; i++) {
          program.launch("copy", 5 * US, List.of(z.get(i)), List.of(out));
        }
        program.read(out);
      }
    }
  },
  /** Hubs and authorities: two coupled chains over two matrices. */
  HITS {
    @Override
    public void accept(SimulatedProgram program) {
      Allocation a = program.array("a", 512 * MB);
      Allocation transposed = program.array("at", 512 * MB);
      Allocation hub = program.array("hub", 8 * MB);
      Allocation authority = program.array("authority", 8 * MB);
      Allocation hub2 = program.array("hub2", 8 * MB);
      Allocation authority2 = program.array("authority2", 8 * MB);
      Allocation hubSum = program.array("hubSum", 64);
      Allocation authoritySum = program.array("authoritySum", 64);
      for (int iteration = 0; iteration < 10; iteration++) {
        pass(program, "spmv", List.of(transposed, hub), List.of(authority2));
        pass(program, "spmv", List.of(a, authority), List.of(hub2));
        pass(program, "sum", List.of(authority2), List.of(authoritySum));
        pass(program, "sum", List.of(hub2), List.of(hubSum));
        pass(program, "divide", List.of(authority2, authoritySum), List.of(authority));
        pass(program, "divide", List.of(hub2, hubSum), List.of(hub));
      }
      program.read(hub);
      program.read(authority);
    }
  },
  /** An image pipeline, for several images at a time. */
  IMG {
    @Override
    public void accept(SimulatedProgram program) {
      for (int image = 0; image < 12; image++) {
        List<Allocation> i = arrays(program, "i" + image + "_", 8, 64 * MB);
        program.launch("blur", 2 * MS, List.of(i.get(0)), List.of(i.get(1)));
        program.launch("blur", 4 * MS, List.of(i.get(0)), List.of(i.get(2)));
        program.launch("blur", 6 * MS, List.of(i.get(0)), List.of(i.get(3)));
        pass(program, "sobel", List.of(i.get(1)), List.of(i.get(4)));
        pass(program, "sobel", List.of(i.get(2)), List.of(i.get(5)));
        pass(program, "extend", List.of(), List.of(i.get(5)));
        pass(program, "sharpen", List.of(i.get(0), i.get(3)), List.of(i.get(6)));
        pass(program, "combine", List.of(i.get(6), i.get(2), i.get(5)), List.of(i.get(7)));
        pass(program, "combine", List.of(i.get(1), i.get(4)), List.of(i.get(7)));
      }
    }
  },
  /** Two convolutional branches and a dense layer, for several inputs at a time. */
  DL {
    @Override
    public void accept(SimulatedProgram program) {
      List<Allocation> weights = arrays(program, "w", 4, 32 * MB);
      Allocation dense = program.array("dense", 64 * MB);
      for (int batch = 0; batch < 12; batch++) {
        List<Allocation> outputs = new ArrayList<>();
        for (int branch = 0; branch < 2; branch++) {
          Allocation x = program.array("x" + batch + branch, 64 * MB);
          List<Allocation> inner = arrays(program, "y" + batch + branch + "_", 3, 32 * MB);
          Allocation one = weights.get(2 * branch);
          program.launch("conv", 6 * MS, List.of(x, one), List.of(inner.get(0)));
          pass(program, "pool", List.of(inner.get(0)), List.of(inner.get(1)));
          Allocation two = weights.get(2 * branch + 1);
          program.launch("conv", 4 * MS, List.of(inner.get(1), two), List.of(inner.get(2)));
          outputs.add(inner.get(2));
        }
        Allocation concat = program.array("concat" + batch, 64 * MB);
        pass(program, "concat", outputs, List.of(concat));
        Allocation result = program.array("result" + batch, 4096);
        program.launch("dense", 2 * MS, List.of(concat, dense), List.of(result));
      }
    }
  },
  /** Layers of computations that read at random what the layer before wrote. */
  LAYERS {
    @Override
    public void accept(SimulatedProgram program) {
      Random random = new Random(7);
      List<Allocation> before = arrays(program, "l0_", 24, 48 * MB);
      for (int layer = 1; layer <= 8; layer++) {
        List<Allocation> next = arrays(program, "l" + layer + "_", 24, 48 * MB);
        for (Allocation one : next) {
          List<Allocation> read = new ArrayList<>();
          for (int i = 0; i < 1 + random.nextInt(3); i++) {
            read.add(before.get(random.nextInt(before.size())));
          }
          program.launch(
              "work" + layer,
              (1 + random.nextInt(8)) * MS,
              read.stream().distinct().toList(),
              List.of(one));
        }
        before = next;
      }
    }
  };

  private static final int PARTS = 16;
  private static final long MB = 1_000_000;
  private static final double US = 1_000;
  private static final double MS = 1_000_000;

  private static List<Allocation> arrays(
      SimulatedProgram program, String name, int count, long bytes) {
    List<Allocation> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      made.add(program.array(name + i, bytes));
    }
    return made;
  }

  private static List<Allocation> with(List<Allocation> some, Allocation more) {
    List<Allocation> all = new ArrayList<>(some);
    all.add(more);
    return all;
  }

  /** A kernel that passes over its data once. */
  private static void pass(
      SimulatedProgram program, String kernel, List<Allocation> read, List<Allocation> written) {
    double bytes = 0;
    for (Allocation one : read) {
      bytes += one.bytes();
    }
    for (Allocation one : written) {
      bytes += one.bytes();
    }
    program.launch(kernel, 5 * US + bytes / 350, read, written);
  }
}

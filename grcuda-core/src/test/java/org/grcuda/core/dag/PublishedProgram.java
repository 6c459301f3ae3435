package org.grcuda.core.dag;

import java.util.List;
import java.util.Locale;

/**
 * GrCUDA's benchmarks, as far as their scheduling goes: kernels in the order of submission, with
 * the access modes that their signatures declare ({@code const pointer} reads, {@code pointer}
 * reads and writes), and what the host accesses in between. From its Python suite: those for
 * several GPUs as they are there, with four partitions; HITS, image and DL as for one GPU.
 */
enum PublishedProgram {
  /** Squares of two vectors, and the sum of their differences. */
  VEC {
    @Override
    void run(Host host) {
      for (int i = 0; i < PARTS; i++) {
        host.arrays(VECTOR, "x_" + i, "y_" + i, "x1_" + i, "y1_" + i);
        host.arrays(SCALAR, "res_" + i);
      }
      for (int i = 0; i < PARTS; i++) {
        host.launch("square", "in x_" + i, "inout x1_" + i);
        host.launch("square", "in y_" + i, "inout y1_" + i);
        host.launch("reduce", "in x1_" + i, "in y1_" + i, "inout res_" + i);
      }
      for (int i = 0; i < PARTS; i++) {
        host.read("res_" + i);
      }
    }
  },

  /** Black and Scholes: prices of options, which do not depend on each other. */
  BLACK_SCHOLES {
    @Override
    void run(Host host) {
      for (int i = 0; i < 2 * PARTS; i++) {
        host.arrays(VECTOR, "x_" + i, "y_" + i);
      }
      for (int i = 0; i < 2 * PARTS; i++) {
        host.launch("bs", "in x_" + i, "inout y_" + i);
      }
      for (int i = 0; i < 2 * PARTS; i++) {
        host.read("y_" + i);
      }
    }
  },

  /** An ensemble of a naive Bayes classifier and a ridge regression over partitioned rows. */
  ML {
    @Override
    void run(Host host) {
      for (int i = 0; i < PARTS; i++) {
        host.arrays(MATRIX, "x_" + i, "z_" + i);
        host.arrays(SMALL, "mean_" + i, "std_" + i);
      }
      host.arrays(SMALL, "features", "coefficients", "intercept");
      host.arrays(VECTOR, "amax", "l", "r1", "r2", "r");
      for (int i = 0; i < PARTS; i++) {
        host.launch("rr_1", "in x_" + i, "inout mean_" + i, "inout std_" + i);
      }
      for (int i = 0; i < PARTS; i++) {
        host.launch("rr_1_1", "inout mean_0", "inout std_0", "in mean_" + i, "in std_" + i);
      }
      for (int i = 0; i < PARTS; i++) {
        host.launch("rr_1_2", "in x_" + i, "inout z_" + i, "in mean_0", "in std_0");
        host.launch("rr_2", "in z_" + i, "in coefficients", "in r2");
      }
      host.launch("rr_3", "inout r2", "in intercept");
      for (int i = 0; i < PARTS; i++) {
        host.launch("nb_1", "in x_" + i, "in features", "in r1");
      }
      host.launch("nb_2", "inout r1", "inout amax");
      host.launch("nb_3", "in r1", "in amax", "inout l");
      host.launch("nb_4", "inout r1", "in l");
      host.launch("softmax", "inout r1");
      host.launch("softmax", "inout r2");
      host.launch("argmax", "in r1", "in r2", "inout r");
      host.read("r");
    }
  },

  /** Hubs and authorities of a graph: two chains that exchange their results in every iteration. */
  HITS {
    @Override
    void run(Host host) {
      host.arrays(MATRIX, "ptr", "idx", "val", "ptr2", "idx2", "val2");
      host.arrays(VECTOR, "auth1", "auth2", "hub1", "hub2");
      host.arrays(SCALAR, "auth_norm", "hub_norm", "rows1", "rows2");
      for (int i = 0; i < ITERATIONS; i++) {
        host.launch(
            "spmv",
            "inout rows1",
            "inout ptr2",
            "inout idx2",
            "inout val2",
            "inout hub1",
            "inout auth2");
        host.launch(
            "spmv",
            "inout rows2",
            "inout ptr",
            "inout idx",
            "inout val",
            "inout auth1",
            "inout hub2");
        host.launch("sum", "inout auth2", "inout auth_norm");
        host.launch("sum", "inout hub2", "inout hub_norm");
        host.launch("divide", "inout auth2", "inout auth1", "inout auth_norm");
        host.launch("divide", "inout hub2", "inout hub1", "inout hub_norm");
        host.write("auth_norm", "hub_norm", "rows1", "rows2");
      }
      host.read("auth1", "hub1");
    }
  },

  /** Sharpens an image where it has edges, and blurs it elsewhere. */
  IMAGE {
    @Override
    void run(Host host) {
      host.arrays(VECTOR, "image", "image2", "image3", "mask_small", "mask_large", "sharp");
      host.arrays(VECTOR, "small", "large", "unsharpen");
      host.arrays(SMALL, "kernel_small", "kernel_large", "kernel_unsharpen");
      host.arrays(SCALAR, "maximum", "minimum");
      host.launch("reset", "inout image3");
      host.launch("reset", "inout image3");
      host.launch("gaussian_blur", "in image", "inout small", "in kernel_small");
      host.launch("gaussian_blur", "in image", "inout large", "in kernel_large");
      host.launch("gaussian_blur", "in image", "inout unsharpen", "in kernel_unsharpen");
      host.launch("sobel", "inout small", "inout mask_small");
      host.launch("sobel", "inout large", "inout mask_large");
      host.launch("maximum", "in mask_large", "inout maximum");
      host.launch("minimum", "in mask_large", "inout minimum");
      host.launch("extend", "inout mask_large", "in minimum", "in maximum");
      host.launch("unsharpen", "inout image", "inout unsharpen", "inout sharp");
      host.launch("combine", "in sharp", "in large", "in mask_large", "inout image2");
      host.launch("combine", "in image2", "in small", "in mask_small", "inout image3");
      host.read("image3");
    }
  },

  /** Conjugate gradients over the partitioned rows of a dense matrix; the host decides on steps. */
  CG {
    @Override
    void run(Host host) {
      for (int i = 0; i < PARTS; i++) {
        host.arrays(MATRIX, "A_" + i);
      }
      host.arrays(VECTOR, "x", "b", "p", "r", "y");
      host.arrays(SCALAR, "t1", "t2");
      for (int i = 0; i < PARTS; i++) {
        host.launch("precondition", "inout A_" + i);
      }
      for (int i = 0; i < PARTS; i++) {
        host.launch("mmul_axpy", "in A_" + i, "in x", "in b", "in r");
      }
      host.launch("cpy", "inout p", "inout r");
      host.launch("l2_norm", "in r", "inout t1");
      for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        for (int i = 0; i < PARTS; i++) {
          host.launch("mmul", "in A_" + i, "in p", "in y");
        }
        host.launch("dot", "in p", "inout y", "inout t2");
        host.read("t1", "t2");
        host.write("t1", "t2");
        host.launch("saxpy", "inout x", "in x", "in p");
        host.launch("saxpy", "inout r", "in r", "in y");
        host.launch("l2_norm", "in r", "inout t1");
        host.read("t1");
        host.launch("saxpy", "inout p", "in r", "in p");
      }
      host.read("x");
    }
  },

  /** A network of two convolutional branches, joined by a dense layer. */
  DL {
    @Override
    void run(Host host) {
      for (String branch : List.of("x", "y")) {
        host.arrays(MATRIX, branch, branch + "1");
        host.arrays(VECTOR, branch + "11", branch + "2");
      }
      host.arrays(SMALL, "kernel_1", "kernel_2", "kernel_3", "kernel_4", "weights");
      host.arrays(VECTOR, "z");
      host.arrays(SCALAR, "res");
      host.launch("conv2d", "inout x1", "inout x", "in kernel_1");
      host.launch("conv2d", "inout y1", "inout y", "in kernel_3");
      host.launch("mean_pooling", "inout x11", "in x1");
      host.launch("mean_pooling", "inout y11", "in y1");
      host.launch("conv2d", "inout x2", "inout x11", "in kernel_2");
      host.launch("conv2d", "inout y2", "inout y11", "in kernel_4");
      host.launch("concat", "inout z", "in x2", "in y2");
      host.launch("dot_product", "in z", "in weights", "inout res");
      host.read("res");
    }
  },

  /** A dense matrix, partitioned by rows, times a vector; the parts are collected in one. */
  MUL {
    @Override
    void run(Host host) {
      for (int i = 0; i < PARTS; i++) {
        host.arrays(MATRIX, "x_" + i);
        host.arrays(SMALL, "z_" + i);
      }
      host.arrays(VECTOR, "y", "out");
      for (int i = 0; i < PARTS; i++) {
        host.launch("matrix_vector_mult", "in x_" + i, "in y", "inout z_" + i);
      }
      for (int i = 0; i < PARTS; i++) {
        host.launch("copy", "in z_" + i, "inout out");
      }
      host.read("out");
    }
  };

  private static final int PARTS = 4;
  private static final int ITERATIONS = 2;
  private static final long MATRIX = 256L << 20;
  private static final long VECTOR = 16L << 20;
  private static final long SMALL = 64L << 10;
  private static final long SCALAR = 4;

  /** What a program does, in the order in which it does it. */
  interface Host {

    /** Allocates arrays of {@code bytes} each. */
    void arrays(long bytes, String... names);

    /** Launches a kernel; each access is a mode, {@code in} or {@code inout}, and an array. */
    void launch(String kernel, String... accesses);

    /** Reads arrays on the host. */
    void read(String... arrays);

    /** Writes arrays on the host. */
    void write(String... arrays);
  }

  abstract void run(Host host);

  /** The name of its golden file. */
  String file() {
    return name().toLowerCase(Locale.ROOT) + ".txt";
  }
}

package org.grcuda.tests.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What bindKernel reads: which files are one module, which formats are refused. */
final class KernelFilesTest {

  private static final String PTX =
      """
      // A comment, and a blank line.

      .version 8.0
      .target sm_80
      .address_size 64
      .global .align 4 .u32 total;
      .visible .entry add(.param .u32 amount)
      {
        .reg .b32 %r<4>;
        ld.param.u32 %r1, [amount];
        ld.global.u32 %r2, [total];
        add.s32 %r3, %r2, %r1;
        st.global.u32 [total], %r3;
        ret;
      }
      """;

  /** ELF, 64 bits, little-endian; the machine is at byte 18. */
  private static final byte[] ELF = Arrays.copyOf(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}, 64);

  @TempDir private Path folder;
  private GrCuda cuda;

  @BeforeEach
  void open() {
    cuda = GrCuda.open();
  }

  @AfterEach
  void close() {
    cuda.close();
  }

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static int add(Kernel kernel, int amount) {
    kernel.grid(1).block(1).launch(amount);
    return ((IntArray) kernel.global("total")).get(0);
  }

  @Test
  void oneFileIsOneModuleWhateverPathLeadsToIt() throws IOException {
    Path file = file("add.ptx", PTX.getBytes());
    Path link = Files.createSymbolicLink(folder.resolve("link.ptx"), file);
    Path copy = file("copy.ptx", PTX.getBytes());
    assertEquals(5, add(cuda.bindKernel(file, "add"), 5));
    assertEquals(7, add(cuda.bindKernel(file, "add(amount: sint32)"), 2));
    assertEquals(8, add(cuda.bindKernel(link, "add", "sint32"), 1));
    Path roundabout = folder.resolve("..").resolve(folder.getFileName()).resolve("add.ptx");
    assertEquals(9, add(cuda.bindKernel(roundabout, "add"), 1));
    assertEquals(1, add(cuda.bindKernel(copy, "add"), 1), "another file");
  }

  @Test
  void aFileThatChangedIsLoadedAnew() throws IOException {
    Path file = file("add.ptx", PTX.getBytes());
    Kernel before = cuda.bindKernel(file, "add");
    assertEquals(5, add(before, 5));
    file("add.ptx", PTX.replace("add.s32", "sub.s32").getBytes());
    Kernel after = cuda.bindKernel(file, "add");
    assertEquals(-2, add(after, 2));
    assertEquals(6, add(before, 1));
    assertEquals(-3, add(cuda.bindKernel(file, "add"), 1));
  }

  @Test
  void ptxMayEndWithZeros() throws IOException {
    Path file = file("add.ptx", (PTX + "\0\0").getBytes());
    assertEquals(5, add(cuda.bindKernel(file, "add"), 5));
  }

  private void refused(String name, byte[] bytes, String problem) throws IOException {
    Path file = file(name, bytes);
    var error = assertThrows(GrCudaException.class, () -> cuda.bindKernel(file, "add"));
    assertEquals("file '" + file + "'" + problem, error.getMessage());
  }

  @Test
  void machineCodeAndOtherFormatsAreRefusedByName() throws IOException {
    String advice = ", and backend 'cpu' runs PTX; compile with nvcc -ptx";
    String expected = "; expected PTX, a cubin or a fatbin";
    byte[] cubin = ELF.clone();
    cubin[18] = (byte) 190;
    refused("a.cubin", cubin, " is a cubin (machine code)" + advice);
    byte[] fatbin = {0x50, (byte) 0xed, 0x55, (byte) 0xba, 1, 0, 16, 0};
    refused("a.fatbin", fatbin, " is a fatbin (machine code)" + advice);
    byte[] library = ELF.clone();
    library[18] = 62;
    refused("lib.so", library, " is code for the host (ELF)" + expected);
    refused("short.so", Arrays.copyOf(ELF, 6), " is code for the host (ELF)" + expected);
    refused("a.ptx", new byte[0], " is empty" + expected);
    refused(
        "a.cu",
        "__global__ void f() {}".getBytes(),
        " is CUDA C++, which buildkernel compiles" + expected);
    refused("a.txt", "/* no end".getBytes(), " is of no known format" + expected);
    refused(
        "b.ptx",
        PTX.replace("ret;", "ret").getBytes(),
        ": PTX line 15, column 1: expected an operand but found '}'");
  }

  /** PTX that the backend does not execute is refused when it is bound, not when it is launched. */
  @Test
  void instructionsThatAreNotThere() throws IOException {
    Path file =
        file("a.ptx", PTX.replace("ret;", "tcgen05.wait::ld.sync.aligned; ret;").getBytes());
    var error = assertThrows(GrCudaException.class, () -> cuda.bindKernel(file, "add"));
    assertEquals(GrCudaException.Kind.DEVICE, error.kind());
    String expected = "file '" + file + "': the cpu backend does not support 'tcgen05.wait";
    assertTrue(error.getMessage().contains(expected), error::getMessage);
  }
}

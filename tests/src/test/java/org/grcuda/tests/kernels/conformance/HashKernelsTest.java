package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;
import javax.crypto.Cipher;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

final class HashKernelsTest extends ConformanceTest {

  private static final int N = 70;
  private static final int LENGTH = 51;

  private final byte[] data = Inputs.bytes(N * LENGTH, 231);

  HashKernelsTest() {
    super("hashes.cu");
  }

  private byte[] message(int i) {
    return Arrays.copyOfRange(data, i * LENGTH, (i + 1) * LENGTH);
  }

  private void checksum(String kernel, Checksum checksum) {
    int[] out = new int[N];
    call(kernel).cover(N, 32).run(data, LENGTH, out, N);
    for (int i = 0; i < N; i++) {
      checksum.reset();
      checksum.update(message(i));
      assertEquals((int) checksum.getValue(), out[i]);
    }
  }

  @Test
  void crc32() {
    checksum("crc32", new CRC32());
  }

  @Test
  void adler32() {
    checksum("adler32", new Adler32());
  }

  @Test
  void fnv1a() {
    long[] out = new long[N];
    call("fnv1a").cover(N, 32).run(data, LENGTH, out, N);
    for (int i = 0; i < N; i++) {
      long hash = Long.parseUnsignedLong("14695981039346656037");
      for (byte b : message(i)) {
        hash ^= b & 255;
        hash *= (1L << 40) + 435;
      }
      assertEquals(hash, out[i]);
    }
  }

  private void digest(String kernel, String algorithm, int words, ByteOrder order)
      throws GeneralSecurityException {
    int[] out = new int[N * words];
    call(kernel).cover(N, 32).run(data, LENGTH, out, N);
    for (int i = 0; i < N; i++) {
      ByteBuffer expected =
          ByteBuffer.wrap(MessageDigest.getInstance(algorithm).digest(message(i))).order(order);
      for (int k = 0; k < words; k++) {
        assertEquals(expected.getInt(), out[i * words + k]);
      }
    }
  }

  @Test
  void sha256() throws GeneralSecurityException {
    digest("sha256", "SHA-256", 8, ByteOrder.BIG_ENDIAN);
  }

  @Test
  void md5() throws GeneralSecurityException {
    digest("md5", "MD5", 4, ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void aes128() throws GeneralSecurityException {
    byte[] text = Inputs.bytes(50 * 16, 232);
    byte[] key = Inputs.bytes(16, 233);
    byte[] out = new byte[text.length];
    call("aes128").cover(50, 32).run(text, key, out, 50);
    Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
    assertArrayEquals(cipher.doFinal(text), out);
  }

  @Test
  void chacha20() throws GeneralSecurityException {
    byte[] key = Inputs.bytes(32, 234);
    byte[] nonce = Inputs.bytes(12, 235);
    int[] out = new int[16 * 40];
    call("chacha20").cover(40, 32).run(words(key), words(nonce), out, 40);
    Cipher cipher = Cipher.getInstance("ChaCha20");
    cipher.init(
        Cipher.ENCRYPT_MODE,
        new SecretKeySpec(key, "ChaCha20"),
        new ChaCha20ParameterSpec(nonce, 0));
    assertArrayEquals(words(cipher.doFinal(new byte[64 * 40])), out);
  }

  private static int[] words(byte[] bytes) {
    int[] words = new int[bytes.length / 4];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
    return words;
  }

  @Test
  void xtea() {
    int[] key = Inputs.ints(4, 236);
    int[] plain = Inputs.ints(2 * N, 237);
    int[] blocks = plain.clone();
    call("xtea").cover(N, 32).run(blocks, key, N, 0);
    for (int i = 0; i < N; i++) {
      int a = plain[2 * i];
      int b = plain[2 * i + 1];
      int sum = 0;
      for (int r = 0; r < 32; r++) {
        a += (b << 4 ^ b >>> 5) + b ^ sum + key[sum & 3];
        sum += 0x9e3779b9;
        b += (a << 4 ^ a >>> 5) + a ^ sum + key[sum >>> 11 & 3];
      }
      assertEquals(a, blocks[2 * i]);
      assertEquals(b, blocks[2 * i + 1]);
    }
    call("xtea").cover(N, 32).run(blocks, key, N, 1);
    assertArrayEquals(plain, blocks);
  }

  @Test
  void randomGenerators() {
    int[] out = new int[4 * N];
    call("random_generators").cover(N, 32).run(out, N);
    for (int i = 0; i < N; i++) {
      long s = i;
      int x = i + 1;
      for (int k = 0; k < 10; k++) {
        s = s * 6364136223846793005L + 1442695040888963407L;
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
      }
      long mixed = new SplittableRandom(i * 0x9e3779b97f4a7c15L).nextLong();
      assertEquals((int) (s >>> 32), out[4 * i]);
      assertEquals(x, out[4 * i + 1]);
      assertEquals((int) (mixed >>> 11), out[4 * i + 2]);
      assertEquals((int) mixed, out[4 * i + 3]);
    }
  }

  /** Philox4x32-10 of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011). */
  @Test
  void philox() {
    int[] out = new int[4 * N];
    call("philox").cover(N, 32).run(out, 0xa4093822, 0x299f31d0, N);
    for (int i = 0; i < N; i++) {
      long[] c = {i, 0, 7, 0};
      long k0 = 0xa4093822L;
      long k1 = 0x299f31d0L;
      for (int r = 0; r < 10; r++) {
        long p = 0xD2511F53L * c[0];
        long q = 0xCD9E8D57L * c[2];
        c =
            new long[] {
              q >>> 32 ^ c[1] ^ k0, q & 0xffffffffL, p >>> 32 ^ c[3] ^ k1, p & 0xffffffffL
            };
        k0 = k0 + 0x9E3779B9L & 0xffffffffL;
        k1 = k1 + 0xBB67AE85L & 0xffffffffL;
      }
      for (int k = 0; k < 4; k++) {
        assertEquals((int) c[k], out[4 * i + k]);
      }
    }
  }

  @Test
  void mersenneTwister() {
    int n = 3;
    int[] out = new int[5 * n];
    call("mersenne_twister").block(n).run(out, n);
    // The first words for the seed 5489, as std::mt19937 gives them.
    int[] first = {(int) 3499211612L, 581869302, (int) 3890346734L, (int) 3586334585L, 545404204};
    assertArrayEquals(first, Arrays.copyOf(out, 5));
    assertEquals(15, Arrays.stream(out).distinct().count());
  }

  private static final String TEXT =
      "the quick brown fox jumps over the lazy dog while the other fox  naps in the shade ";

  @Test
  void stringSearch() {
    byte[] text = TEXT.repeat(5).getBytes(StandardCharsets.US_ASCII);
    for (String pattern : new String[] {"the", "fox", "o?e", "xyz", "e t"}) {
      byte[] bytes = pattern.getBytes(StandardCharsets.US_ASCII);
      int[] count = new int[1];
      int[] first = {9999};
      call("string_search")
          .cover(text.length, 64)
          .run(text, text.length, bytes, bytes.length, count, first);
      Matcher matcher =
          Pattern.compile("(?=" + pattern.replace('?', '.') + ")").matcher(TEXT.repeat(5));
      assertEquals(matcher.results().count(), count[0], pattern);
      assertEquals(matcher.reset().find() ? matcher.start() : 9999, first[0], pattern);
    }
  }

  @Test
  void countLetters() {
    byte[] text = TEXT.replace("f", "F").getBytes(StandardCharsets.US_ASCII);
    int[] letters = new int[26];
    int[] words = new int[1];
    call("upper_and_count").cover(text.length, 32).run(text, text.length, letters, words);
    assertEquals(TEXT.trim().split(" +").length, words[0]);
    for (int k = 0; k < 26; k++) {
      int letter = 'a' + k;
      assertEquals(TEXT.chars().filter(c -> c == letter).count(), letters[k]);
    }
  }

  @Test
  void toDecimal() {
    int[] x = Inputs.ints(N, 238);
    byte[] out = new byte[12 * N];
    call("to_decimal").cover(N, 32).run(x, out, N);
    for (int i = 0; i < N; i++) {
      String text = new String(out, 12 * i, 12, StandardCharsets.US_ASCII);
      assertEquals(Integer.toString(x[i]), text.substring(0, text.indexOf(0)));
    }
  }

  @Test
  void parseNumbers() {
    StringBuilder text = new StringBuilder();
    int[] starts = new int[N];
    double[] expected = new double[N];
    var random = new SplittableRandom(239);
    for (int i = 0; i < N; i++) {
      starts[i] = text.length();
      String number =
          String.format(Locale.ROOT, "%." + i % 5 + "f", random.nextDouble(-99999, 99999));
      expected[i] = Double.parseDouble(number);
      text.append(number).append(',');
    }
    double[] out = new double[N];
    byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
    call("parse_numbers").cover(N, 32).run(bytes, starts, out, N);
    assertArrayEquals(expected, out);
  }

  @Test
  void base64() {
    byte[] in = Inputs.bytes(3 * N, 240);
    byte[] out = new byte[4 * N];
    call("base64").cover(N, 32).run(in, out, N);
    assertArrayEquals(Base64.getEncoder().encode(in), out);
  }

  @Test
  void automaton() {
    int length = 40;
    byte[] lines = new byte[N * length];
    int[] choice = Inputs.ints(N * length, 0, 4, 241);
    for (int i = 0; i < lines.length; i++) {
      lines[i] = (byte) "/*a*".charAt(choice[i]);
    }
    int[] inside = new int[N];
    call("automaton").cover(N, 32).run(lines, length, inside, N);
    for (int i = 0; i < N; i++) {
      String line = new String(lines, i * length, length, StandardCharsets.US_ASCII);
      int count = 0;
      int state = 0;
      int at = 0;
      while (state == 0) {
        int open = line.indexOf("/*", at);
        int close = open < 0 ? -1 : line.indexOf("*/", open + 2);
        if (open < 0) {
          state = at < length && line.endsWith("/") ? 1 : 9;
        } else if (close < 0) {
          count += length - open - 2;
          state = length > open + 2 && line.endsWith("*") ? 3 : 2;
        } else {
          count += close - open - 2;
          at = close + 2;
        }
      }
      assertEquals(count * 4 + state % 9, inside[i], line);
    }
  }

  @Test
  void runLengths() {
    int n = 200;
    byte[] in = new byte[n];
    int[] random = Inputs.ints(n, 0, 3, 242);
    for (int i = 1; i < n; i++) {
      in[i] = (byte) (random[i] == 0 ? in[i - 1] + 1 : in[i - 1]);
    }
    int[] starts = new int[n];
    int[] count = new int[1];
    call("run_lengths").block(48).run(in, starts, count, n);
    assertEquals(in[n - 1] + 1, count[0]);
    for (int i = 0; i < n; i++) {
      assertEquals(i == 0 || in[i] != in[i - 1], starts[in[i]] == i);
    }
  }
}

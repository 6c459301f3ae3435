package org.grcuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.grcuda.core.type.ScalarType;
import org.grcuda.types.ElementType;
import org.junit.jupiter.api.Test;

/** The tables of docs/type-mapping.md are those of the code. */
final class TypePageTest {

  private static final int ELEMENT_COLUMNS = 10;
  private static final int SCALAR_COLUMNS = 6;

  private static List<List<String>> rows(int columns) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (String line : Files.readAllLines(page())) {
      String[] cells = line.split("\\|", -1);
      if (line.startsWith("| `") && cells.length == columns + 2) {
        rows.add(
            Stream.of(cells).skip(1).limit(columns).map(c -> c.replace("`", "").trim()).toList());
      }
    }
    return rows;
  }

  private static Path page() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/type-mapping.md"))) {
      root = root.getParent();
    }
    return root.resolve("docs/type-mapping.md");
  }

  private static List<String> words(String cell) {
    return cell.isEmpty() ? List.of() : List.of(cell.split(" "));
  }

  @Test
  void elementTypes() throws Exception {
    List<List<String>> rows = rows(ELEMENT_COLUMNS);
    assertEquals(
        Arrays.stream(ElementType.values()).map(ElementType::typeName).toList(),
        rows.stream().map(List::getFirst).toList());
    for (List<String> row : rows) {
      ElementType type = ElementType.parse(row.get(0));
      assertEquals(type.aliases(), words(row.get(1)), type::typeName);
      assertEquals("" + type.sizeBytes(), row.get(2), type::typeName);
      assertEquals(range(type), row.get(3), type::typeName);
      Class<?> array = Class.forName("org.grcuda." + row.get(5));
      Class<?> element = array.getMethod("get", long.class).getReturnType();
      assertEquals(element.getSimpleName(), row.get(6), type::typeName);
    }
  }

  /** The least and the greatest value that fit, found by asking. */
  private static String range(ElementType type) {
    return switch (type.kind()) {
      case FLOATING -> "IEEE 754 binary" + 8 * type.sizeBytes();
      case COMPLEX -> "two of " + type.componentType();
      case BOOLEAN, SIGNED, UNSIGNED ->
          farthest(type, BigInteger.ONE.negate()) + " to " + farthest(type, BigInteger.ONE);
    };
  }

  private static BigInteger farthest(ElementType type, BigInteger direction) {
    BigInteger reached = BigInteger.ZERO;
    for (int bit = 64; bit >= 0; bit--) {
      BigInteger next = reached.add(direction.shiftLeft(bit));
      reached = type.fits(next) ? next : reached;
    }
    return reached;
  }

  @Test
  void scalarTypes() throws IOException {
    List<List<String>> rows = rows(SCALAR_COLUMNS);
    assertEquals(ScalarType.typeNames(), rows.stream().map(List::getFirst).toList());
    for (List<String> row : rows) {
      ScalarType type = ScalarType.parse(row.get(0));
      assertEquals(type.aliases(), words(row.get(1)), type::typeName);
      assertEquals("" + type.sizeBytes(), row.get(2), type::typeName);
      assertEquals(type.mangled(), row.get(4), type::typeName);
      assertEquals(
          type.elementType().map(ElementType::typeName).orElse(""), row.get(5), type::typeName);
    }
  }
}

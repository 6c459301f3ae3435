package org.grcuda.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AddressMapTest {

  @Test
  void doesWhatATreeDoes() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      int range = 1 << (2 + random.nextInt(14));
      TreeMap<Long, String> tree = new TreeMap<>();
      AddressMap<String> map = new AddressMap<>();
      for (int step = 0; step < 20_000; step++) {
        long address = random.nextInt(range) - range / 2;
        boolean growing = step / 5_000 % 2 == 0;
        if (random.nextInt(10) < (growing ? 7 : 3)) {
          if (tree.putIfAbsent(address, "at " + address) == null) {
            map.put(address, "at " + address);
          }
        } else {
          assertEquals(tree.remove(address), map.remove(address));
        }
        check(tree, map, random.nextInt(range) - range / 2);
      }
      assertEquals(new ArrayList<>(tree.values()), map.values());
    }
  }

  private static void check(TreeMap<Long, String> tree, AddressMap<String> map, long address) {
    assertEquals(tree.size(), map.size());
    assertEquals(tree.get(address), map.get(address));
    var below = tree.floorEntry(address);
    assertEquals(below == null ? null : below.getValue(), map.floor(address));
  }

  @Test
  void ascendingAddressesComeAndGoFromTheFront() {
    AddressMap<Long> map = new AddressMap<>();
    int many = 10_000;
    for (long address = 0; address < many; address++) {
      map.put(address, address);
    }
    for (long address = 0; address < many; address++) {
      assertEquals(address, map.floor(address));
      assertEquals(address, map.remove(address));
      assertNull(map.floor(address));
      assertEquals(many - address - 1, map.size());
    }
    assertEquals(List.of(), map.values());
  }

  @Test
  void oneValueLiesAtAnAddress() {
    AddressMap<String> map = new AddressMap<>();
    map.put(256, "x");
    IllegalStateException e = assertThrows(IllegalStateException.class, () -> map.put(256, "y"));
    assertEquals("0x100 is taken", e.getMessage());
    assertEquals("x", map.get(256));
  }
}

package org.grcuda.runtime.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class WaitKeyTest {

  @Test
  void everyPartCounts() {
    WaitKey key = new WaitKey("k", 1, 2, 3, 4);
    WaitKey same = new WaitKey(new String("k"), 1, 2, 3, 4);
    assertEquals(key, same);
    assertEquals(key.hashCode(), same.hashCode());
    for (WaitKey other :
        List.of(
            new WaitKey("l", 1, 2, 3, 4),
            new WaitKey(null, 1, 2, 3, 4),
            new WaitKey("k", 9, 2, 3, 4),
            new WaitKey("k", 1, 9, 3, 4),
            new WaitKey("k", 1, 2, 9, 4),
            new WaitKey("k", 1, 2, 3, 9))) {
      assertNotEquals(key, other);
      assertNotEquals(other, key);
    }
  }
}

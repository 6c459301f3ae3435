package org.grcuda.world.guest;

import org.grcuda.spi.ObjectType;
import org.grcuda.world.World;

/** Worlds as programs hold them. */
final class WorldType {

  static final ObjectType<World> TYPE =
      new ObjectType<>("World", World.class)
          .property("rank", World::rank)
          .property("size", World::size)
          .method("DistributedArray", DistributedArrayType.PARAMETERS, DistributedArrayType::make);

  private WorldType() {}
}

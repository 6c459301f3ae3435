package org.grcuda.transport;

import java.util.List;
import org.grcuda.transport.contract.TransportContractTest;

class LoopbackTest extends TransportContractTest {

  @Override
  protected List<Transport> connect(int size) {
    return Loopback.connect(size);
  }
}

package org.grcuda.driver.contract;

import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.junit.jupiter.api.Nested;

/** What every backend must do. A subclass opens its own. */
public abstract class DriverContractTest {

  /** For a subclass. */
  protected DriverContractTest() {}

  /** Opens the backend under test. */
  protected abstract Driver open(DriverSettings settings);

  /** Whether kernels, copies and fills change memory. */
  protected abstract boolean computes();

  /** Whether a device can be used after a kernel that accessed memory that is not there. */
  protected boolean survivesFaults() {
    return true;
  }

  /** Whether an error can name the kernels of a module. */
  protected boolean listsKernels() {
    return true;
  }

  @Nested
  class Memory extends MemoryContractTest {

    @Override
    protected Driver open(DriverSettings settings) {
      return DriverContractTest.this.open(settings);
    }

    @Override
    protected boolean computes() {
      return DriverContractTest.this.computes();
    }
  }

  @Nested
  class Streams extends StreamContractTest {

    @Override
    protected Driver open(DriverSettings settings) {
      return DriverContractTest.this.open(settings);
    }

    @Override
    protected boolean computes() {
      return DriverContractTest.this.computes();
    }
  }

  @Nested
  class Launches extends LaunchContractTest {

    @Override
    protected boolean listsKernels() {
      return DriverContractTest.this.listsKernels();
    }

    @Override
    protected boolean survivesFaults() {
      return DriverContractTest.this.survivesFaults();
    }

    @Override
    protected Driver open(DriverSettings settings) {
      return DriverContractTest.this.open(settings);
    }

    @Override
    protected boolean computes() {
      return DriverContractTest.this.computes();
    }
  }

  @Nested
  class Lifetime extends LifetimeContractTest {

    @Override
    protected Driver open(DriverSettings settings) {
      return DriverContractTest.this.open(settings);
    }

    @Override
    protected boolean computes() {
      return DriverContractTest.this.computes();
    }
  }
}

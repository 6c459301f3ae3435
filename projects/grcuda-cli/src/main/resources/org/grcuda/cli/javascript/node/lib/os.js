(function (exports, require, module) {
  'use strict';

  const System = Java.type('java.lang.System');
  const Runtime = Java.type('java.lang.Runtime');
  const ARCHITECTURES = { amd64: 'x64', aarch64: 'arm64' };
  const machine = () =>
    Java.type('java.lang.management.ManagementFactory').getOperatingSystemMXBean();

  module.exports = {
    EOL: '\n',
    arch: () => ARCHITECTURES[System.getProperty('os.arch')] ?? System.getProperty('os.arch'),
    availableParallelism: () => Runtime.getRuntime().availableProcessors(),
    cpus: () =>
      Array.from({ length: Runtime.getRuntime().availableProcessors() }, () => ({ model: 'unknown', speed: 0 })),
    endianness: () => 'LE',
    freemem: () => Number(machine().getFreeMemorySize()),
    homedir: () => System.getProperty('user.home'),
    hostname: () => Java.type('java.net.InetAddress').getLocalHost().getHostName(),
    loadavg: () => [machine().getSystemLoadAverage(), 0, 0],
    platform: () => process.platform,
    release: () => System.getProperty('os.version'),
    tmpdir: () => process.env.TMPDIR ?? System.getProperty('java.io.tmpdir'),
    totalmem: () => Number(machine().getTotalMemorySize()),
    type: () => System.getProperty('os.name'),
    userInfo: () => ({ username: System.getProperty('user.name'), homedir: System.getProperty('user.home') }),
  };
});

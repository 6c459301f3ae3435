/** How the processes of one program exchange bytes. Knows no device and no schedule. */
module org.grcuda.transport {
  exports org.grcuda.transport;
}

/**
 * The CPU backend. {@code device} has the devices: worker threads, and the launches, copies and
 * fills that they carry out in chunks. {@code memory} has the one reservation from which every
 * allocation comes. {@code translate} turns PTX into bytecode when a module is loaded, and {@code
 * exec} has the classes that this bytecode and the devices share. Streams and events are those of
 * {@code org.grcuda.driver.queue}.
 */
package org.grcuda.cpu;

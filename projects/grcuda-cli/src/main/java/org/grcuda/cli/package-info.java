/**
 * The {@code grcuda} command. {@link org.grcuda.cli.Main} chooses one {@code Command}, such as
 * {@code RunCommand} or {@code BenchCommand}, and {@code Arguments} parses its command line. A
 * {@code Program} runs the programs of one host language, and a {@code Repl} reads and runs
 * statements of one. A {@code CommandFailure} ends a command with a message.
 */
package org.grcuda.cli;

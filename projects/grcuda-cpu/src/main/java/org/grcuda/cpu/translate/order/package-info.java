/** What orders the threads of a block where a program does not, as far as programs rely on it. */
package org.grcuda.cpu.translate.order;

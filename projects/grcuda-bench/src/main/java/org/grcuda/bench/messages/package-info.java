/** What a message between two processes costs, beside MPI in C. */
package org.grcuda.bench.messages;

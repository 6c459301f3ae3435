/** What computations use besides their arguments: arrays, and resources without memory. */
package org.grcuda.task;

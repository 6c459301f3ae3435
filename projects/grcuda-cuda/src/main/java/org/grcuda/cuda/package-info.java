/** GPUs behind the driver contract. */
package org.grcuda.cuda;

/** Options of a context: what a backend declares of its own, and the values that were given. */
package org.grcuda.driver.option;

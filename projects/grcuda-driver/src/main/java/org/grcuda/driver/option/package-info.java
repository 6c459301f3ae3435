/** Options of a context: the options that each backend declares, and the values that were given. */
package org.grcuda.driver.option;

export const detected = import.meta.url.endsWith("detected.js");

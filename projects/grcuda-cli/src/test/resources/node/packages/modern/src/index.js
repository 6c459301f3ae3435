import * as self from 'modern';
export { default as plain } from 'plain';
export { readFileSync } from 'fs';
export const isSelf = () => self.isSelf === isSelf;

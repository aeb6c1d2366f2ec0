/** `node:buffer` without an ES module import, which would also load its files and blobs: 1 ms of the start-up time. */
export const { isUtf8 } = process.getBuiltinModule('node:buffer')

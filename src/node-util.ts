/** `node:util` without an ES module import, which would also load the decoders of texts: 2 ms of the start-up time. */
export const { isDeepStrictEqual, promisify } = process.getBuiltinModule('node:util')

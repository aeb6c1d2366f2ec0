/** `node:fs` without an ES module import, which would also load its streams and promises: 5 ms of the start-up time. */
export const fs = process.getBuiltinModule('node:fs')

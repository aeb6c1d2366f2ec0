/** Node's own, without the detour over an ES module, which would load its streams and promises at once: 5 ms of a start. */
export const fs = process.getBuiltinModule('node:fs')

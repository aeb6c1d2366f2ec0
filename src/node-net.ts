/** `node:net` without an ES module import, which would also load its lists of addresses: 1 ms of the start-up time. */
export const net = process.getBuiltinModule('node:net')
export const { isIP } = net

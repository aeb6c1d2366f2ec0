import { whenNeeded } from './contract/when-needed.ts'

/** `node:zlib`, which the first request loads: 2 ms of the start-up time. */
export const zlib = whenNeeded(() => process.getBuiltinModule('node:zlib'))

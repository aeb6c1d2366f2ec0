import { createServer } from 'node:net'
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** What a process holds, in bytes, right after a full garbage collection. */
export interface HeldMemory {
  /** Objects that are reachable. */
  readonly heap: number
  /** Buffers and other memory that these objects own. */
  readonly external: number
  /** What V8 itself has allocated with malloc. */
  readonly malloced: number
  /** The pages of V8's heap that are in memory; what a process has beyond these was allocated by native code. */
  readonly heapPages: number
}

/** Where the probe listens. */
export const probeVariable = 'TEST_MEMORY_PROBE'

/**
 * Loaded into a server with `--import`. Every connection causes a full garbage collection and is answered with what is
 * left. Twice, because finalizers of the first run release memory that only the second one finds.
 */
const path = process.env[probeVariable]
if (path !== undefined && isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const server = createServer((socket) => {
    collect()
    setImmediate(() => {
      collect()
      socket.on('error', () => {}).end(JSON.stringify(read()))
    })
  })
  server.on('error', () => {})
  server.listen(path).unref()
}

function read(): HeldMemory {
  const { used_heap_size, external_memory, malloced_memory } = getHeapStatistics()
  const heapPages = getHeapSpaceStatistics().reduce((sum, { physical_space_size }) => sum + physical_space_size, 0)
  return { heap: used_heap_size, external: external_memory, malloced: malloced_memory, heapPages }
}

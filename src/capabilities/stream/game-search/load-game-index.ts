import type { Log } from '../../../kernel/log.ts'
import { createLazyThread } from '../../../kernel/threads/lazy-threads.ts'
import { createGameIndex, type GameIndex } from './game-index.ts'
import type { BuildJob } from './game-index-thread.ts'
import { hashCatalogueFile, readIndexFile } from './index-file.ts'
import type { StoreColumns } from './title-store.ts'

/** Where the games are: the catalogue, and the index that was built of it with the server. */
export interface GameFiles {
  readonly catalogue: string
  readonly index: string
}

const buildTimeoutMs = 10 * 60_000

/**
 * Reads the index from its file. Without one, as when the server runs from its source, a thread builds the index. A file
 * that cannot be used, such as that of another catalogue, is replaced as well.
 */
export async function loadGameIndex(
  { catalogue, index: file }: GameFiles,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<GameIndex> {
  const found = await readIndexFile(file, await hashCatalogueFile(catalogue))
  if (typeof found !== 'string') return createGameIndex(found)
  if (found === 'missing') return createGameIndex(await build({ catalogue, file: undefined }, signal))
  log.warn('the index of games is built again', { file, because: `the file is ${found}` })
  return createGameIndex(await build({ catalogue, file }, signal))
}

async function build(job: BuildJob, signal: AbortSignal): Promise<StoreColumns> {
  const thread = createLazyThread<BuildJob, StoreColumns>({
    script: new URL('./game-index-thread.ts', import.meta.url),
    timeoutMs: buildTimeoutMs,
    idleMs: 1000,
    maxWaiting: 1,
  })
  const stop = () => void thread.close()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await thread.run(job, { signal })
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.close()
  }
}

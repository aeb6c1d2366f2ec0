import { createLazyThread } from './threads/lazy-threads.ts'

/** The thread ends soon, and with it the memory that the source maps took. */
const thread = createLazyThread<string, string>({
  script: new URL('../../bin/source-lines-thread.mjs', import.meta.url),
  timeoutMs: 30_000,
  idleMs: 2000,
  maxWaiting: 1,
})

/** The text with places in the source instead of places in the bundle. */
export const findSourceLines = (text: string): Promise<string> => thread.run(text)

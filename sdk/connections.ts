import { type Attempt, type ConnectionTimings, keepConnected } from './keep-connected.ts'

/**
 * The connections one after the other, for a loop that reads each until it ends. The loop ends with the signal, and
 * leaving it closes the connection.
 */
export async function* connections(
  timings: ConnectionTimings,
  signal: AbortSignal | undefined,
): AsyncGenerator<Attempt, void, undefined> {
  let newest: Attempt | undefined
  let wake = () => {}
  const connect = (attempt: Attempt) => {
    newest = attempt
    wake()
  }
  const kept = keepConnected({ ...timings, connect })
  const stop = () => {
    kept.close()
    wake()
  }
  signal?.addEventListener('abort', stop)
  try {
    while (!signal?.aborted) {
      const attempt: Attempt | undefined = newest
      newest = undefined
      if (attempt === undefined) await new Promise<void>((resolve) => (wake = resolve))
      else if (!attempt.signal.aborted) {
        yield attempt
        attempt.lost()
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    kept.close()
  }
}

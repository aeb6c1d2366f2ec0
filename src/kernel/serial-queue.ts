import { Failure } from './operation/contract/failures.ts'

/** Runs work one after the other, in the order in which it came. It refuses work while `maxWaiting` are unfinished. */
export function createSerialQueue(maxWaiting: number, refusal: () => Failure = () => new Failure('overloaded')) {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  return async function inOrder<T>(work: () => Promise<T>): Promise<T> {
    if (waiting >= maxWaiting) throw refusal()
    waiting++
    const mine = last.then(work)
    // The next one runs whether this one succeeds or not.
    last = mine.catch(() => {})
    try {
      return await mine
    } finally {
      waiting--
    }
  }
}

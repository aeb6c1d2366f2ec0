import { Failure } from '../contract/failures.ts'
import { IncomingMessage } from '../node-http.ts'

const maxBodyBytes = 256 * 1024
/** The rest of a body above the limit is read on without being kept, so that the caller hears why; up to here. */
const maxIgnoredBytes = 8 * 1024 * 1024
const nothing = Buffer.alloc(0)

/**
 * What our servers are asked. Its body goes to whoever wants the whole of it, as it arrives: the life of a stream, with
 * its events and the turns between them, would cost as much as everything else that is done for a short body.
 */
export class ServerRequest extends IncomingMessage {
  #take: ((chunk: Buffer | null) => void) | undefined = undefined
  #giveUp: ((cause: unknown) => void) | undefined = undefined

  /** The whole body. Rejects when it is too large or the caller goes away. */
  readBody(limit = maxBodyBytes): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      // Most bodies come in one piece.
      let first: Buffer | undefined
      let all: Buffer[] | undefined
      let size = 0
      const take = (chunk: Buffer | null) => {
        if (chunk === null) {
          if (size <= limit) resolve(all === undefined ? (first ?? nothing) : Buffer.concat(all))
          return
        }
        size += chunk.length
        if (size > limit) reject(new Failure('body_too_large'))
        else if (first === undefined) first = chunk
        else {
          all ??= [first]
          all.push(chunk)
        }
        if (size > maxIgnoredBytes) this.destroy()
      }
      // What came before anybody asked; and Node learns that somebody reads.
      for (let early = this.read(); early !== null; early = this.read()) take(early)
      this.#take = take
      this.#giveUp = (cause) => reject(new Failure('invalid_request', { cause }))
      if (this.complete) take(null)
      else if (this.destroyed) this.#giveUp(undefined)
    })
  }

  /** Node calls this with every piece that arrives, and with null after the last. */
  override push(chunk: Buffer | null): boolean {
    if (this.#take === undefined) return super.push(chunk)
    this.#take(chunk)
    return true
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.complete) this.#giveUp?.(error)
    super._destroy(error, done)
  }
}

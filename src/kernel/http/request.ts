import { Failure } from '../operation/contract/failures.ts'
import { DirectRequest } from './node-internals.ts'

export const maxBodyBytes = 256 * 1024
/** The rest of a body above the limit is read and dropped, so that the caller receives the answer; up to here. */
const maxIgnoredBytes = 8 * 1024 * 1024
const nothing = Buffer.alloc(0)

/** A request to our servers; its body is read as a whole. */
export class ServerRequest extends DirectRequest {
  #giveUp: ((cause: unknown) => void) | undefined = undefined

  /** The whole body. Rejects when it is too large or the caller goes away. */
  readBody(limit = maxBodyBytes): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      // Most bodies come in one piece.
      let first: Buffer | undefined
      let all: Buffer[] | undefined
      let size = 0
      this.#giveUp = (cause) => reject(new Failure('invalid_request', { cause }))
      this.receiveBody((chunk) => {
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
      })
      if (this.destroyed) this.#giveUp(undefined)
    })
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Without effect on a body that is complete: its promise is resolved by now.
    this.#giveUp?.(error)
    super._destroy(error, done)
  }
}

/** A call that failed. `isFree`: the server refused it before a model ran, so it costs nothing. */
export class ModelError extends Error {
  readonly isFree: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, options: { isFree: boolean; retryAfterSeconds?: number | undefined; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'ModelError'
    this.isFree = options.isFree
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

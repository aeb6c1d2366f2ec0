import type { Text } from '../../kernel/text/message.ts'
import { TextError } from '../../kernel/text/text-error.ts'
/** A call that failed. `isFree`: the server refused it before a model ran, so it costs nothing. */
export class ModelError extends TextError {
  readonly isFree: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(text: Text, options: { isFree: boolean; retryAfterSeconds?: number | undefined; cause?: unknown }) {
    super(text, { cause: options.cause })
    this.name = 'ModelError'
    this.isFree = options.isFree
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

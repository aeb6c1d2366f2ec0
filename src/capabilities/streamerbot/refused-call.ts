import type { KeyCallAnswer } from '../keys/key-call.ts'

/** An operation refused a call; the message is its sentence, in the names of this server. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export function contentOf({ status, body }: KeyCallAnswer): Readonly<Record<string, unknown>> {
  const content = body as Readonly<Record<string, unknown>>
  if (status === 200) return content
  throw new RefusedCall(String(content.code), String(content.error))
}

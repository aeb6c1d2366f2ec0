import { english, type Text, verbatim } from './message.ts'

/** An error that a person may read. `text` is for the reader; `message` is the same in English, for the log. */
export class TextError extends Error {
  readonly text: Text

  constructor(text: Text | string, options?: ErrorOptions) {
    const kept = typeof text === 'string' ? verbatim(text) : text
    super(kept.write(english), options)
    this.text = kept
  }
}

/** What an error says to a person; of one that is not ours, its own words. */
export function textOfError(error: unknown): Text {
  if (error instanceof TextError) return error.text
  return verbatim(error instanceof Error ? error.message : String(error))
}

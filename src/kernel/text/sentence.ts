/** The name that the caller uses for what the specification calls by this name, such as `PlatformA`. */
export type Say = (specName: string) => string

/**
 * A text for a person. Where it contains names of the specification it is a function, so that it is written where the
 * caller's names are known. What a caller sent is never searched for names.
 */
export type Sentence = string | ((say: Say) => string)

export function writeSentence(sentence: Sentence, say: Say): string {
  return typeof sentence === 'string' ? sentence : sentence(say)
}

/** The names of the specification themselves. */
export const saySpec: Say = (specName) => specName

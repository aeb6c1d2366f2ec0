import { type Catalogue, currentCatalogue, type MessageValues, messageListeners } from './message.ts'

/**
 * A failure is created with a sentence, and who reads it decides its language later: a program reads English, a person
 * at the panel their own language, chat that of the channel. So the server remembers of the texts that it wrote last
 * which message they are. A failure is created in the same moment as its sentence, so a few are enough.
 */
interface Origin {
  readonly text: string
  readonly write: (catalogue: Catalogue) => string
}

const remembered = 16
const recent: Origin[] = []
let next = 0

export function rememberOrigins(): void {
  messageListeners.written = (text, call, parameters) => {
    const parts = originsOf(parameters)
    const write = (catalogue: Catalogue) => {
      const values = parts.map(([name, origin]) => [name, origin.write(catalogue)])
      return call({ ...parameters, ...Object.fromEntries(values) }, catalogue)
    }
    recent[next] = { text, write }
    next = (next + 1) % remembered
  }
}

/** Parts of a sentence are often messages themselves, such as what is wrong in `{path} {problem}.` */
function originsOf(parameters: MessageValues): [name: string, origin: Origin][] {
  return Object.entries(parameters).flatMap(([name, value]): [string, Origin][] => {
    const origin = typeof value === 'string' ? find(value) : undefined
    return origin === undefined ? [] : [[name, origin]]
  })
}

function find(text: string): Origin | undefined {
  return recent.find((one) => one.text === text)
}

/** The same text in whichever language it is asked for in; the text itself where it is not one of the last messages. */
export function inAnyLanguage(text: string): string | (() => string) {
  const origin = find(text)
  return origin === undefined ? text : () => origin.write(currentCatalogue())
}

/** A message that was written just now, such as what a check found, in the language of who reads it. */
export function translated(text: string, catalogue: Catalogue): string {
  return find(text)?.write(catalogue) ?? text
}

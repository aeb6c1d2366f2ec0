import type { Catalogue, Message } from '../kernel/text/message.ts'
import { mapNamedTexts } from '../kernel/text/named-texts.ts'
import { labelMessage } from './field-texts.ts'

/**
 * Content that a channel begins with or adds with one click (commands, recipes, alerts, widgets, effects) has texts that
 * viewers read. Every such text is a message, and the content is created in the language of the channel. A text follows the
 * language of the channel until somebody edits it.
 */

/**
 * The fields of commands, steps, widgets and effects whose texts viewers read or hear. Names, addresses and chat words are
 * not among them.
 */
const fields: ReadonlySet<string> = new Set([
  'message',
  'text',
  'figure',
  'speech',
  'title',
  'options',
  'reason',
  'label',
])

const messagesByKey = new Map<string, Message<string>>()

/**
 * Defines a message for each text that is not a common label. Its key is that of the content and the name of the field,
 * numbered if repeated.
 */
export function defineStarterTexts(key: string, content: object): void {
  mapTexts(key, content, (textKey, text) => {
    messagesByKey.set(textKey, labelMessage(textKey, text))
    return text
  })
}

/** The same content with its texts in this language. The key is the one that its texts were defined with. */
export function inChannelLanguage<T extends object>(key: string, content: T, catalogue: Catalogue): T {
  return mapTexts(key, content, (textKey, text) => messagesByKey.get(textKey)?.({}, catalogue) ?? text)
}

/** Writes content in another language. `key`: the one that its texts were defined with, where it is known. */
export type Reword = <T extends object>(content: T, key?: string) => T

/**
 * Texts that are still as they were created, in whichever of these languages, are written in another one; all others stay.
 * Where the same text was defined several times, that of the content comes first.
 */
export function rewording(from: readonly Catalogue[], to: Catalogue): Reword {
  const known = new Map<string, Map<string, string>>()
  for (const [key, write] of messagesByKey) {
    for (const catalogue of from) {
      const text = write({}, catalogue)
      const meanings = known.get(text) ?? new Map<string, string>()
      known.set(text, meanings.set(key, write({}, to)))
    }
  }
  const reworded = (text: string, key: string) => {
    const meanings = [...(known.get(text) ?? [])]
    const [, found] = meanings.find(([one]) => one.startsWith(`${key}.`)) ?? meanings[0] ?? []
    return found ?? text
  }
  return (content, key = '') => mapNamedTexts(content, fields, (text) => reworded(text, key))
}

/** The key of the texts of a command that a channel begins with. */
export const commandTextKey = (command: string) => `starterTexts.commands.${command}`

/** Defines the texts of samples, by type. The result answers the sample of a type in the language of the channel. */
export function defineSamples<T extends string>(key: string, samples: readonly (readonly [T, object])[]) {
  const byType = new Map(samples)
  for (const [type, sample] of samples) defineStarterTexts(`${key}.${type}`, sample)
  return (type: T, catalogue: Catalogue): Readonly<Record<string, unknown>> =>
    inChannelLanguage(`${key}.${type}`, { ...byType.get(type) }, catalogue)
}

function mapTexts<T extends object>(key: string, content: T, change: (textKey: string, text: string) => string): T {
  const keys = new Map<string, string>()
  const keyOf = (field: string, text: string) => {
    const known = keys.get(text)
    if (known !== undefined) return known
    const taken = new Set(keys.values())
    let textKey = `${key}.${field}`
    for (let number = 2; taken.has(textKey); number++) textKey = `${key}.${field}${number}`
    keys.set(text, textKey)
    return textKey
  }
  return mapNamedTexts(content, fields, (text, field) => (hasWords(text) ? change(keyOf(field, text), text) : text))
}

/** Whether something is left to translate beside the variables. */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\$\((?:[^()]|\([^()]*\))*\)/g, ''))
}

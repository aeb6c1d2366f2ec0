import type { Catalogue, Message } from '../kernel/text/message.ts'
import { mapNamedTexts } from '../kernel/text/named-texts.ts'
import { labelMessage } from './field-texts.ts'

/**
 * Content that a channel begins with or adds with one click (commands, recipes, alerts, widgets, effects) has texts that
 * viewers read. Every such text is a message, and the content is created in the language of the channel. From then on it
 * belongs to the channel: nothing that exists is translated later.
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

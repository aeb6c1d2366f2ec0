import {
  type Catalogue,
  type MessageText,
  type MessageValue,
  type MessageValues,
  placeholder,
  Text,
  verbatim,
} from './message.ts'
import type { Say } from './spec-name.ts'
import { separator } from './store-text.ts'

interface StoredPart {
  readonly key: string
  /** In English, with its placeholders. */
  readonly text: MessageText
  readonly parameters?: Readonly<Record<string, StoredValue>>
}
type StoredValue = string | number | StoredPart | { readonly specName: string } | readonly (string | StoredPart)[]

/** A row of an earlier version, and the words of a platform, have a sentence alone: it is read as it stands. */
export function readText(stored: string): Text {
  const at = stored.indexOf(separator)
  if (at === -1) return verbatim(stored)
  const sentence = stored.slice(0, at)
  const part = parsed(stored.slice(at + 1))
  return isPart(part, anyText) ? restored(part) : verbatim(sentence)
}

interface Allowed {
  isKey(key: string): boolean
  /** Of a sentence, and of each parameter that is a string. */
  isWords(words: string): boolean
}
const anyText: Allowed = { isKey: () => true, isWords: () => true }
const maxDepth = 4

/** Whether this came from `storeText` and has nothing but what is allowed. For what another program sent. */
export function isStoredText(value: string, allowed: Allowed): boolean {
  const at = value.indexOf(separator)
  if (at === -1) return allowed.isWords(value)
  return allowed.isWords(value.slice(0, at)) && isPart(parsed(value.slice(at + 1)), allowed)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isPart(value: unknown, allowed: Allowed, depth = 0): value is StoredPart {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return false
  const { key, text, parameters = {} } = value as Partial<Record<keyof StoredPart, unknown>>
  // A part without a key is the words of somebody else.
  if (typeof key !== 'string' || !(key === '' || allowed.isKey(key)) || !isTemplate(text, allowed)) return false
  if (typeof parameters !== 'object' || parameters === null) return false
  return Object.values(parameters).every((one) => isValue(one, allowed, depth + 1))
}

function isTemplate(text: unknown, { isWords }: Allowed): text is MessageText {
  if (typeof text === 'string') return isWords(text)
  if (typeof text !== 'object' || text === null || !('plural' in text && 'other' in text)) return false
  return Object.values(text).every((one) => typeof one === 'string' && isWords(one))
}

function isValue(value: unknown, allowed: Allowed, depth: number): boolean {
  if (typeof value === 'string') return allowed.isWords(value)
  if (Array.isArray(value)) return value.every((one) => isValue(one, allowed, depth + 1))
  if (typeof value === 'object' && value !== null && 'specName' in value) return typeof value.specName === 'string'
  return Number.isFinite(value) || isPart(value, allowed, depth)
}

function restored({ key, text, parameters = {} }: StoredPart): Text {
  const values = Object.entries(parameters).map(([name, value]) => [name, restoredValue(value)])
  return new StoredText(key, Object.fromEntries(values) as MessageValues, text)
}

function restoredValue(value: StoredValue): MessageValue {
  if (typeof value === 'string' || typeof value === 'number') return value
  if ('specName' in value) return value
  if ('key' in value) return restored(value)
  return value.map((one) => (typeof one === 'string' ? one : restored(one)))
}

/** One that was stored by an earlier version may lack a parameter that the translation of today has. */
class StoredText extends Text {
  override write(catalogue: Catalogue, say?: Say): string {
    const translated = catalogue.texts[this.key]
    const isUsable = translated === undefined || hasValues(translated, this.parameters)
    return isUsable ? super.write(catalogue, say) : new Text('', this.parameters, this.english).write(catalogue, say)
  }
}

function hasValues(text: MessageText, parameters: MessageValues): boolean {
  const templates = typeof text === 'string' ? [text] : Object.values(text)
  return templates.every((template) =>
    [...template.matchAll(placeholder)].every(([, name]) => name === undefined || Object.hasOwn(parameters, name)),
  )
}

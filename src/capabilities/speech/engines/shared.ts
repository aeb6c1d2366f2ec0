import { baseLanguage } from '../engine.ts'

export const json = { 'content-type': 'application/json' }

/** The objects of a list: the answer itself, or one of its fields. Throws where there is no list. */
export function rowsIn(body: unknown, field?: string): readonly Record<string, unknown>[] {
  const rows = field === undefined ? body : (body as Record<string, unknown>)[field]
  if (!Array.isArray(rows)) throw new Error('not a list')
  return rows.map((row) => row as Record<string, unknown>)
}

export function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new Error('not a text')
  return value
}

export function optionalText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** For example `en-US` for `en-US-JennyNeural`. */
export function localeOf(voice: string): string {
  const [language = 'en', country] = voice.split('-')
  return country === undefined ? baseLanguage(language) : `${language}-${country}`
}

export function prosody(text: string, rate: string): string {
  const escaped = escapeXml(text)
  return rate === '' ? escaped : `<prosody rate="${rate}">${escaped}</prosody>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes text for XML and removes characters that XML does not allow: control characters and lone surrogates. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

import { baseLanguage } from '../engine.ts'

export const json = { 'content-type': 'application/json' }

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

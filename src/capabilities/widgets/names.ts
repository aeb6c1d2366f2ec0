import { erasedPrefix } from '../viewers/identity.ts'

/** Longer than names on any platform. A widget has room for less. */
const maxNameLength = 100
const maxTextLength = 500
/** Control characters, and marks that change the direction of whatever follows them on the page. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A name as a widget shows it; undefined for a person who was erased. */
export function shownName(person: {
  readonly displayname?: string | undefined
  readonly username?: string | undefined
}): string | undefined {
  const { displayname = '', username = '' } = person
  if (isErased(displayname) || isErased(username)) return undefined
  return shortened(displayname === '' ? username : displayname, maxNameLength)
}

export function isErased(name: string): boolean {
  return name.startsWith(erasedPrefix)
}

/** What somebody wrote, as code points. Platforms allow no longer messages. */
export function shownPoints(text: string): readonly string[] {
  return [...text].slice(0, maxTextLength)
}

/** Text without marks that would change what stands beside it. */
export function plainText(text: string): string {
  return text.replace(unseen, '')
}

function shortened(text: string, max: number): string {
  const clean = plainText(text).trim()
  // A character has at most two units, so a short text need not be split.
  if (clean.length <= max) return clean
  const points = [...clean]
  return points.length <= max ? clean : `${points.slice(0, max - 1).join('')}…`
}

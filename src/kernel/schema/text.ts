import type { Text } from '../text/message.ts'
import { inputMessages } from './input-messages.ts'
import { whenNeeded } from './when-needed.ts'

/** Length as people count it: Unicode code points, not UTF-16 units. */
export function codePointLength(value: string): number {
  let length = value.length
  for (let i = 0; i < value.length - 1; i++) {
    const unit = value.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff) {
      length--
      i++
    }
  }
  return length
}

// Every control character but tab, line feed and carriage return.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

/** Why a text cannot be taken, or undefined when it can. */
export function textFault(value: string): Text | undefined {
  if (!value.isWellFormed()) return inputMessages.wellFormed.of()
  if (controlCharacters.test(value)) return inputMessages.controlCharacters.of()
  return undefined
}

export function toLine(value: string): string {
  return /[\t\r\n]/.test(value) ? value.replace(/\r\n|[\t\r\n]/g, ' ') : value
}

/** Names are compared without regard to case, in every script. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Cuts at a word where one is near, so that chat lines stay readable; never inside a character. */
export function splitAtWords(value: string, maxLength: number, maxParts: number): string[] {
  const parts: string[] = []
  let rest = [...value.trim()]
  while (rest.length > 0 && parts.length < maxParts) {
    if (rest.length <= maxLength) {
      parts.push(rest.join(''))
      return parts
    }
    const space = rest.lastIndexOf(' ', maxLength)
    const cut = space > maxLength / 2 ? space : wholeCharacters(rest, maxLength)
    parts.push(rest.slice(0, cut).join('').trimEnd())
    rest = [...rest.slice(cut).join('').trimStart()]
  }
  return parts
}

const segmenter = whenNeeded(() => new Intl.Segmenter())

/** As many code points as make whole characters: a flag or a family is several, and is not torn apart. */
function wholeCharacters(points: readonly string[], maxLength: number): number {
  const text = points.slice(0, maxLength + 1).join('')
  const last = segmenter().segment(text).containing(points.slice(0, maxLength).join('').length)
  const whole = codePointLength(text.slice(0, last?.index ?? text.length))
  // One that is longer than a line is cut all the same.
  return whole === 0 ? maxLength : whole
}

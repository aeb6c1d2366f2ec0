import { isPictureAddress } from '../../../platforms/contract/picture-hosts.ts'

/** Both, because a scheme without slashes is relative to a page of the same scheme only. */
const bases = ['http://overlay.invalid/overlay/styles/', 'https://overlay.invalid/overlay/styles/']
const networkSchemes = new Set(['http:', 'https:', 'ws:', 'wss:', 'ftp:', 'file:'])
const closes: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
/** What stands there in quotes is shown or compared, never loaded. */
const textPlaces = new Set(['content', 'quotes', '@charset', '@namespace'])

/**
 * The first address in a stylesheet that is neither on this server nor on a host of the platforms' pictures. It reads
 * the text as browsers do (CSS Syntax Level 3), so escapes and comments hide nothing. Text in quotes counts wherever it
 * could become an address, also by way of a custom property.
 */
export function findForeignAddress(css: string): string | undefined {
  const text = css.replace(/\r\n?|\f/g, '\n')
  /** Open functions, parentheses, brackets and blocks. */
  const open: string[] = []
  /** The property or at-rule of the current statement. */
  let statement = ''
  let at = 0

  while (at < text.length) {
    const letter = text[at] as string
    if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2)
      at = end < 0 ? text.length : end + 2
    } else if (letter === '"' || letter === "'") {
      const string = readString(text, at)
      at = string.end
      if (!isText(statement, open) && isForeign(string.value)) return string.value
    } else if (isNamePart(text, at)) {
      const name = readName(text, at)
      at = name.end
      const isFunction = text[at] === '('
      if (isFunction && name.value === 'url' && !isQuoted(text, at)) {
        const url = readUrl(text, at + 1)
        at = url.end
        if (isForeign(url.value)) return url.value
      } else if (isFunction) {
        open.push(`${name.value}(`)
        at++
      } else if (statement === '') statement = name.value
    } else {
      at++
      if (letter === '@' && statement === '' && isNamePart(text, at)) {
        const name = readName(text, at)
        statement = `@${name.value}`
        at = name.end
      } else if ('([{'.includes(letter)) open.push(letter)
      // As in browsers, another closing sign than the expected one is a part of what is open.
      else if (closes[letter] !== undefined && closes[letter] === open.at(-1)?.at(-1)) open.pop()
      if ('{};'.includes(letter)) statement = ''
    }
  }
  return undefined
}

/** Text that a rule shows, or compares in a selector such as `[title="…"]`. */
function isText(statement: string, open: readonly string[]): boolean {
  const inner = open.at(-1)
  return inner === '[' || (textPlaces.has(statement) && (inner === undefined || inner === '{'))
}

function isForeign(address: string): boolean {
  return bases.some((base) => {
    const url = URL.parse(address, base)
    if (url === null || !networkSchemes.has(url.protocol) || url.origin === new URL(base).origin) return false
    return !isPictureAddress(url.href)
  })
}

interface Read {
  readonly value: string
  /** Where the text after it begins. */
  readonly end: number
}

function readString(text: string, begin: number): Read {
  const quote = text[begin]
  let value = ''
  let at = begin + 1
  while (at < text.length && text[at] !== quote && text[at] !== '\n') {
    if (text.startsWith('\\\n', at)) at += 2
    else {
      const letter = readLetter(text, at)
      value += letter.value
      at = letter.end
    }
  }
  return { value, end: at + 1 }
}

function isQuoted(text: string, at: number): boolean {
  const quoted = /\(\s*["']/y
  quoted.lastIndex = at
  return quoted.test(text)
}

/** An address without quotes. */
function readUrl(text: string, begin: number): Read {
  let value = ''
  let at = begin
  while (at < text.length && text[at] !== ')') {
    const letter = readLetter(text, at)
    value += letter.value
    at = letter.end
  }
  return { value: value.trim(), end: at + 1 }
}

function readName(text: string, begin: number): Read {
  let value = ''
  let at = begin
  while (isNamePart(text, at)) {
    const letter = readLetter(text, at)
    value += letter.value
    at = letter.end
  }
  return { value: value.toLowerCase(), end: at }
}

function isNamePart(text: string, at: number): boolean {
  const letter = text[at]
  if (letter === undefined) return false
  return letter === '\\' ? text[at + 1] !== '\n' : /[-\w\u0080-\uffff]/.test(letter)
}

/** One character, or the one that an escape such as `\75 ` stands for. */
function readLetter(text: string, at: number): Read {
  const [escaped, digits] = /^\\([\da-f]{1,6})\s?/i.exec(text.slice(at, at + 8)) ?? []
  if (escaped !== undefined && digits !== undefined) {
    const point = Number.parseInt(digits, 16)
    return { value: point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd', end: at + escaped.length }
  }
  const from = text[at] === '\\' ? at + 1 : at
  return { value: text[from] ?? '', end: from + 1 }
}

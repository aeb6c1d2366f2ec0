/** A longer answer is cut anyway. */
const maxText = 20_000
/** A shorter text is a few words that anybody may write. */
const shortest = 12

/**
 * Whether a text holds a passage of another one: this many letters and digits in a row, whatever stands between them. A
 * model that is asked to may write it backwards, shifted, in Base64, in hexadecimal or as other characters.
 */
export function findsPassage(text: string, source: string, length: number): boolean {
  const wanted = lettersOf(source)
  if (wanted.length < length) return wanted.length >= shortest && spellings(text).some((one) => one.includes(wanted))
  const passages = new Set<string>()
  for (let at = 0; at + length <= wanted.length; at++) passages.add(wanted.slice(at, at + length))
  return spellings(text).some((one) => {
    for (let at = 0; at + length <= one.length; at++) if (passages.has(one.slice(at, at + length))) return true
    return false
  })
}

function spellings(written: string): string[] {
  const text = written.slice(0, maxText)
  const plain = lettersOf(text)
  return [
    plain,
    [...plain].reverse().join(''),
    plain.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97)),
    lettersOf(text.replace(/[0134579@$]/g, (sign) => leet[sign] ?? sign)),
    ...decoded(text),
  ]
}

const leet: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  9: 'g',
  '@': 'a',
  $: 's',
}

function decoded(text: string): string[] {
  const packed = text.replace(/\s+/g, '')
  const base64 = packed.match(/[A-Za-z0-9+/_-]{16,}={0,2}/g) ?? []
  const hex = packed.replace(/0x|\\x|[,:]/gi, '').match(/(?:[0-9a-f]{2}){8,}/gi) ?? []
  const escaped = text.replace(/(?:\\u\{?|&#x)([0-9a-f]{2,6})[};]?/gi, (_all, code: string) => characterOf(code, 16))
  const numbered = escaped.replace(/&#(\d{2,6});?/g, (_all, code: string) => characterOf(code, 10))
  const percent = text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
  const bits = packed.match(/(?:[01]{8}){8,}/g) ?? []
  const codes = text.match(/(?:\b\d{2,3}\b[\s,]+){8,}\d{2,3}\b/g) ?? []
  return [
    ...base64.map((run) => lettersOf(Buffer.from(run, 'base64').toString())),
    ...hex.map((run) => lettersOf(Buffer.from(run, 'hex').toString())),
    ...bits.map((run) => lettersOf((run.match(/.{8}/g) ?? []).map((byte) => characterOf(byte, 2)).join(''))),
    ...codes.map((run) =>
      lettersOf(
        run
          .split(/[\s,]+/)
          .map((code) => characterOf(code, 10))
          .join(''),
      ),
    ),
    lettersOf(numbered),
    lettersOf(percent),
  ]
}

function characterOf(code: string, base: number): string {
  const point = Number.parseInt(code, base)
  return Number.isInteger(point) && point >= 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
}

/** Without case, accents, signs and the wide and mathematical forms of letters. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

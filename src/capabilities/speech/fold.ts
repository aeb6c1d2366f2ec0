/** Normalised text for comparisons, with the original position of each character. */
export interface Folded {
  readonly text: string
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** Normalises compatibility forms, case and invisible characters, and keeps the original positions. */
export function fold(original: string): Folded {
  let text = ''
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const character of original) {
    const folded = foldCharacter(character)
    for (let i = 0; i < folded.length; i++) {
      starts.push(at)
      ends.push(at + character.length)
    }
    text += folded
    at += character.length
  }
  return { text, starts, ends }
}

function foldCharacter(character: string): string {
  if (/^(?:\p{Cf}|\u034f|[\u3164\u115f\u1160])$/u.test(character)) return ''
  if (/^\s$/u.test(character)) return ' '
  // Upper case, then lower case: unifies dotless and dotted i, final and medial sigma, and ß with ss.
  return character.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('\u0307', '')
}

export interface Span {
  readonly start: number
  readonly end: number
}

export function originalSpan({ starts, ends }: Folded, start: number, end: number): Span {
  return { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }
}

/** Sorts the spans and merges those that touch or overlap. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

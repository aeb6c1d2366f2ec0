/** A piece of a line that is synthesized on its own. */
export interface LinePart {
  readonly text: string
  /** The pause after it, in seconds. */
  readonly pauseSeconds: number
}

/** The first part is short, because everybody waits for it; the rest is synthesized while it is played. */
const maxFirstWords = 8
const minFirstWords = 4
/** A shorter line is not divided: its end would come sooner than the second part. */
const minWords = 10

/** Words before which a speaker may take a breath. */
const breaths = new Set(
  'and but or so because that which who when while where if then for to in on at with from it i you he she they we'.split(
    ' ',
  ),
)

const sentencePause = 0.25
const clausePause = 0.12
const breathPause = 0.03

/**
 * Divides a line at the ends of sentences, and its first sentence at a comma, or else where a speaker could take a breath.
 * The parts together have every word of the line, in order.
 */
export function divideLine(text: string): LinePart[] {
  const words = text.trim().split(/\s+/)
  if (words.length < minWords) return [{ text, pauseSeconds: sentencePause }]
  const parts: LinePart[] = []
  let from = firstCut(words)
  parts.push(partOf(words.slice(0, from)))
  for (let at = from; at < words.length; at++) {
    const isEnd = at === words.length - 1 || (endsSentence(words[at]) && at - from + 1 >= minFirstWords)
    if (!isEnd) continue
    parts.push(partOf(words.slice(from, at + 1)))
    from = at + 1
  }
  return parts
}

/** How many words the first part has. */
function firstCut(words: readonly string[]): number {
  const within = words.slice(0, maxFirstWords)
  const sentence = within.findIndex((word, index) => endsSentence(word) && index + 1 >= minFirstWords)
  if (sentence >= 0) return sentence + 1
  const clause = within.findLastIndex((word) => /[,;:]$/.test(word))
  if (clause + 1 >= minFirstWords) return clause + 1
  const breath = within.findLastIndex((word, index) => index >= minFirstWords && breaths.has(word.toLowerCase()))
  return breath > 0 ? breath : maxFirstWords
}

function partOf(words: readonly string[]): LinePart {
  const last = words.at(-1)
  const pauseSeconds = endsSentence(last) ? sentencePause : /[,;:]$/.test(last ?? '') ? clausePause : breathPause
  return { text: words.join(' '), pauseSeconds }
}

function endsSentence(word: string | undefined): boolean {
  return (
    word !== undefined && /[.!?\u2026]["')\]]*$/.test(word) && !/^(mr|mrs|ms|dr|st|vs|e\.g|i\.e|etc)\.$/i.test(word)
  )
}

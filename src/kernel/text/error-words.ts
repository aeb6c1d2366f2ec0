import { defineMessages } from './message.ts'

const messages = defineMessages('errorWords', { entry: 'Entry {number}' })

/** A parameter as messages of the server name it: `name`, `trigger.at`, `options[1]`, `questions[0].answer`. */
const parameter = String.raw`[a-z][a-z0-9_]*(?:\.[a-z0-9_-]+|\[\d+\])*`
const oneName = new RegExp(`^(${parameter})(: | )`)
const severalNames = new RegExp(`^${parameter}(?:, ${parameter})*(?: or | and )${parameter}(?= )`)
const isolatedName = new RegExp(`^\u2068(${parameter})\u2069`)
/** A sentence that is not translated, alone or inside another one, on a page that runs from right to left. */
const isolatedEnglish = /^(?:\u2066(.*)\u2069|\u2068\u2066(.*)\u2069\u2069)$/s
const isolatedSentence = new RegExp(`^\u2068\u2068?(${parameter})\u2069?((?::? )[^]*)\u2069$`)
/** Where in a nested form the error is: `actions: step 2.then.1: `, `cues: cue 3: `, `pages: page “Show”, button “Go”: `. */
const place = /^(?:[a-z_]+: )?((?:step|cue) [\w.]+|page “[^”]*”, button “[^”]*”): /
/** The same in every language, in which the parameters of nested forms are named alike. */
const anyPlace = /^(?:actions|steps|cues|pages): ((?:[“„«「][^”“»」]*[”“»」]|[^:“„«「])+?) ?: /

/**
 * Messages of the server begin with the name of their parameter, so that a program knows what it means. People know
 * the field by its label: where the message stands beside the field the name is left out, elsewhere it becomes a word.
 */
export function besideField(given: string): string {
  const english = englishOf(given)
  if (english !== undefined) return isolated(besideField(english))
  const message = withPlainName(given)
  const inner = message.replace(place, '').replace(anyPlace, '')
  if (inner !== message) return besideField(inner)
  const name = oneName.exec(inner)
  if (name === null || severalNames.test(inner)) return asSentence(inner)
  const [whole, path = ''] = name
  const rest = inner.slice(whole.length)
  const entry = /\[(\d+)\]$/.exec(path)?.[1]
  if (entry === undefined || whole.endsWith(': ')) return capitalized(rest)
  return `${messages.entry({ number: Number(entry) + 1 })} ${rest}`
}

/** The message away from its field, such as in a toast or at the end of a form. */
export function asSentence(given: string): string {
  const english = englishOf(given)
  if (english !== undefined) return isolated(asSentence(english))
  const message = withPlainName(given)
  const where = place.exec(message) ?? anyPlace.exec(message)
  if (where !== null) return `${capitalized(where[1] ?? '')}: ${asSentence(message.slice(where[0].length))}`
  const [names] = severalNames.exec(message) ?? []
  if (names !== undefined) {
    return capitalized(names.replace(new RegExp(parameter, 'g'), inWords)) + message.slice(names.length)
  }
  const [whole, path = ''] = oneName.exec(message) ?? []
  if (whole === undefined) return message
  const rest = message.slice(whole.length)
  return whole.endsWith(': ') ? capitalized(rest) : `${capitalized(inWords(path))} ${rest}`
}

/** The message of a step that failed. One about another server begins with the name of that host. */
export function asOutcome(message: string): string {
  return /^\u2066?[a-z0-9-]+(?:\.[a-z0-9-]+)+ /.test(message) ? message : asSentence(message)
}

/** The parameter that a message begins with. */
export function parameterIn(given: string): string | undefined {
  const message = withPlainName(englishOf(given) ?? given)
  return /^[^ :,]+/.exec(oneName.exec(message)?.[1] ?? severalNames.exec(message)?.[0] ?? '')?.[0]
}

/** In a language that runs from right to left the name is isolated from the sentence, and so is a sentence in another. */
function withPlainName(message: string): string {
  return message.replace(isolatedName, '$1').replace(isolatedSentence, '$1$2')
}

function englishOf(message: string): string | undefined {
  const [, alone, inside] = isolatedEnglish.exec(message) ?? []
  return alone ?? inside
}

function isolated(english: string): string {
  return `\u2066${english}\u2069`
}

/** The name of a field in words, where its form has no label for it: `per_minute` is “per minute”. */
export function inWords(path: string): string {
  const last = path.split('.').at(-1) ?? path
  return last.replace(/\[\d+\]$/, '').replace(/[_-]/g, ' ')
}

export function capitalized(text: string): string {
  return text.replace(/^\u2066?./s, (start) => start.toUpperCase())
}

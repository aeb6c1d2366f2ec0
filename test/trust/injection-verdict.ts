import type { Injection } from './injection-texts.ts'

/** What a text has caused, as it arrived where people see it. */
export interface Caused {
  readonly status: number
  /** What the server itself wrote in the chat. */
  readonly lines: readonly { readonly as: string; readonly text: string }[]
  /** What an overlay page was sent. */
  readonly cues: readonly { readonly kind: string; readonly payload: unknown }[]
  /** The names of the commands that ran. */
  readonly ran: readonly string[]
  /** All kinds of events that were recorded. */
  readonly events: readonly string[]
  /** The newest donation in the list of activities. */
  readonly donor: { readonly displayname: string; readonly message: string } | undefined
  /** The piece of the HTML page in which the text stands. */
  readonly html: string | undefined
}

/** The answer of a command: as it is, or its shape where it contains a number or the time. */
type Line = { readonly as: string; readonly text: string | RegExp }

interface Expected {
  readonly lines?: readonly Line[]
  readonly cue?: { readonly kind: string; readonly shows: (payload: Record<string, unknown>) => boolean }
  readonly ran?: readonly string[]
  readonly more?: (caused: Caused) => string | undefined
}

/** Everything that may be recorded when a viewer writes, runs a command or donates. */
const harmlessEvents = new Set(['chat.sent', 'command.ran', 'donation', 'cue.donation', 'cue.effect', 'cue.tts'])
export const donor = 'somebody'

/** Compares what was caused with what the text may cause: itself, once, as text. */
export function faultOf({ route, text }: Injection, caused: Caused): string | undefined {
  const fault = findFault(route, text, caused)
  return fault && `${route}: ${fault}`
}

function findFault(route: Injection['route'], text: string, caused: Caused): string | undefined {
  const { status, lines, cues, ran, events } = caused
  const strange = events.filter((kind) => !harmlessEvents.has(kind))
  if (strange.length > 0) return `it caused ${strange.join(', ')}`
  if (isRefused(route, text)) {
    const isNothing = lines.length + cues.length + ran.length === 0
    return status === 400 && isNothing ? undefined : `answered ${status}, though it cannot be taken`
  }
  if (status !== 200) return `answered ${status}`
  const expected = expectedOf(route, text)
  const wanted = expected.lines ?? []
  const written = JSON.stringify(lines)
  if (lines.length !== wanted.length) return `${lines.length} lines in the chat, not ${wanted.length}: ${written}`
  for (const [index, { as, text: shown }] of lines.entries()) {
    const line = wanted[index]
    const isRight = line?.text instanceof RegExp ? line.text.test(shown) : line?.text === shown
    if (as !== line?.as || !isRight) return `wrote ${written}, not ${line?.as} ${line?.text}`
    if (/[\r\n]/.test(shown)) return `wrote more than one line: ${written}`
  }
  if (ran.join() !== (expected.ran ?? []).join()) return `ran ${ran.join() || 'nothing'}`
  if (cues.length !== (expected.cue === undefined ? 0 : 1)) return `sent ${cues.length} items to the overlay`
  for (const { kind, payload } of cues) {
    const { cue } = expected
    const isRight = kind === cue?.kind && cue.shows(payload as Record<string, unknown>)
    if (!isRight) return `sent to the overlay: ${JSON.stringify(payload)}`
  }
  return expected.more?.(caused)
}

function expectedOf(route: Injection['route'], text: string): Expected {
  const args = oneLine(text).trim()
  switch (route) {
    case 'chat':
    case 'refused':
      return {}
    case 'command':
    case 'key':
      return { lines: [{ as: 'bot', text: `[${args}]` }], ran: ['echo'] }
    case 'words': {
      const words = args.split(/\s+/)
      const [first = '', second = ''] = words
      const to = first === '' ? 'mallory' : first.replace(/^@/, '')
      return { lines: [{ as: 'bot', text: `[${first}|${second}|${to}]` }], ran: ['words'] }
    }
    case 'nested':
      return { lines: [{ as: 'bot', text: startingWith(`[${args}] `, '\\d+ \\d\\d:\\d\\d -?\\d+') }], ran: ['nested'] }
    case 'chained':
      return { lines: [{ as: 'bot', text: `[${args}]` }], ran: ['chained', 'echo'] }
    case 'broadcaster':
      return { lines: [{ as: 'broadcaster', text: `<${args}>` }], ran: ['broadcaster'] }
    case 'effect':
      return {
        cue: { kind: 'effect', shows: ({ data }) => (data as { text?: unknown } | undefined)?.text === args },
        ran: ['effect'],
      }
    case 'speech':
      // Invisible characters and repetitions are not shown, so what is left must be part of what was written.
      return { cue: { kind: 'tts', shows: (payload) => isLeftOf(payload.text, `<${args}>`) }, ran: ['speech'] }
    case 'name': {
      // A text without a name is nobody's, and the host runs the command.
      const name = nameOf(text)
      return { lines: [{ as: 'bot', text: name === '' ? '[streamer|Streamer]' : `[${name}|${name}]` }], ran: ['name'] }
    }
    case 'donation': {
      const displayname = isBlank(text) ? donor : oneLine(nameLength(text))
      const message = isBlank(text) ? '' : text
      const isShown = (shown: { displayname?: unknown; message?: unknown }) =>
        shown.displayname === displayname && shown.message === message
      return {
        cue: { kind: 'donation', shows: isShown },
        more: (caused) =>
          caused.donor !== undefined && isShown(caused.donor) ? undefined : `listed as ${JSON.stringify(caused.donor)}`,
      }
    }
    case 'page':
      return {
        more: ({ html = '' }) =>
          !/[<>"']/.test(html) && decoded(html) === ` ${oneLine(text)} ` ? undefined : `in the page as ${html}`,
      }
  }
}

/** Control characters and half characters are refused, wherever they stand. */
function isRefused(route: Injection['route'], text: string): boolean {
  const sent = route === 'name' ? nameLength(text) : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(sent) || /\p{Surrogate}/u.test(sent)) return true
  return route === 'chat' && isBlank(sent)
}

export function nameLength(text: string): string {
  return [...text].slice(0, 100).join('')
}

/** As a name is stored: in one line, without an @ before it. */
function nameOf(text: string): string {
  return oneLine(nameLength(text)).trim().replace(/^@/, '').trim()
}

function oneLine(text: string): string {
  return text.replaceAll('\r\n', ' ').replace(/[\r\n\t]/g, ' ')
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

function startingWith(start: string, rest: string): RegExp {
  return new RegExp(`^${start.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}${rest}$`)
}

/** Whether the letters of `shown` occur in `written` in this order. */
function isLeftOf(shown: unknown, written: string): boolean {
  if (typeof shown !== 'string') return false
  const letters = [...written.normalize('NFC')]
  let at = 0
  for (const letter of shown.replace(/\s|…/g, '').normalize('NFC')) {
    at = letters.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function decoded(html: string): string {
  return html.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
}

import type { Bus } from '../../kernel/bus/bus.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { createReadCache } from '../../kernel/storage/read-cache.ts'
import { type RoundKind, roundLimits } from './contract/rounds.ts'
import type { WantedEntry } from './entering.ts'
import { roundRows } from './round-rows.ts'

const maxChannels = 10_000

interface OpenRound {
  readonly id: number
  readonly kind: RoundKind
  readonly who: readonly string[]
}

/** What enters the open rounds of a channel in chat. */
interface OpenWords {
  readonly byWord: ReadonlyMap<string, OpenRound>
  /** The right answers of trivia rounds, which are whole messages. */
  readonly byAnswer: ReadonlyMap<string, OpenRound>
}

/** Somebody's message enters this round. */
export interface TypedEntry {
  readonly round: OpenRound
  readonly entry: WantedEntry
}

const nothing: OpenWords = { byWord: new Map(), byAnswer: new Map() }
const wholeNumber = /^\d{1,9}$/

export type OpenRoundWords = ReturnType<typeof createOpenWords>

/** The words of all open rounds in memory. A message in a channel without an open round costs one lookup in a map. */
export function createOpenWords({ db, bus }: { db: Database; bus: Bus }) {
  const cache = createReadCache<number, OpenWords>(read, { maxEntries: maxChannels })
  const unsubscribe = [
    bus.subscribe('rounds-changed', ({ channelId }) => cache.drop(channelId)),
    bus.subscribe('missed-messages', () => cache.clear()),
  ]

  async function read(channelId: number): Promise<OpenWords> {
    const open = await roundRows.list(db, channelId, { status: 'open', limit: roundLimits.open })
    const own = open.filter(({ platform }) => platform === null)
    if (own.length === 0) return nothing
    const byWord = new Map<string, OpenRound>()
    const byAnswer = new Map<string, OpenRound>()
    for (const { id, kind, options, entry } of own) {
      const round = { id, kind, who: entry.who }
      if (entry.word !== undefined) byWord.set(wordKey(entry.word), round)
      if (kind === 'trivia') for (const answer of options) byAnswer.set(wordKey(answer), round)
    }
    return { byWord, byAnswer }
  }

  return {
    /** Undefined while the channel's rounds have not been read, so that the caller can wait with `load`. */
    find: (channelId: number): OpenWords | undefined => cache.find(channelId),
    load: async (channelId: number): Promise<OpenWords> => (await cache.load(channelId)) ?? nothing,
    isNone: (words: OpenWords): boolean => words === nothing,
    close(): void {
      for (const end of unsubscribe) end()
    },
  }
}

/** The entry that a chat message asks for; undefined if it is about something else. */
export function readTypedEntry({ byWord, byAnswer }: OpenWords, text: string): TypedEntry | undefined {
  const typed = text.trim()
  const end = typed.search(/\s/)
  const round = byWord.get(wordKey(end < 0 ? typed : typed.slice(0, end)))
  if (round !== undefined) {
    const entry = readArguments(round.kind, end < 0 ? '' : typed.slice(end).trim())
    if (entry !== undefined) return { round, entry }
  }
  const answered = byAnswer.get(wordKey(typed))
  return answered && { round: answered, entry: { option: typed } }
}

/** What stands after the word: tickets, an option, or an option and points. */
function readArguments(kind: RoundKind, args: string): WantedEntry | undefined {
  if (kind === 'giveaway') {
    if (args === '') return {}
    return wholeNumber.test(args) && Number(args) > 0 ? { tickets: Number(args) } : undefined
  }
  if (args === '') return undefined
  if (kind !== 'prediction') return { option: args }
  // `!bet red 100` and `!bet 100 red` are both common.
  const words = args.split(/\s+/)
  const last = amountOf(words.at(-1))
  if (words.length > 1 && last !== undefined) return { option: words.slice(0, -1).join(' '), points: last }
  const first = amountOf(words[0])
  if (words.length > 1 && first !== undefined) return { option: words.slice(1).join(' '), points: first }
  return undefined
}

function amountOf(word: string | undefined): number | 'all' | undefined {
  if (word === undefined) return undefined
  if (word.toLowerCase() === 'all') return 'all'
  return wholeNumber.test(word) ? Number(word) : undefined
}

export function wordKey(word: string): string {
  return nameKey(word.trim())
}

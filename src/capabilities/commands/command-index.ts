import type { Bus } from '../../kernel/bus/bus.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'

const listWords = sql<{ channel: number }, { word: string; id: number }>(
  'SELECT word_key AS word, command_id AS id FROM command_words WHERE channel_id = :channel',
)

const maxRemembered = 1_000

export type CommandIndex = ReturnType<typeof createCommandIndex>

/** Finds commands by name or alias in memory, so that a chat message costs the same however many commands there are. */
export function createCommandIndex({ db, bus }: { db: Database; bus: Bus }) {
  const known = new Map<number, Promise<ReadonlyMap<string, number>>>()
  bus.subscribe('commands-changed', ({ channelId }) => known.delete(channelId))
  bus.subscribe('missed-messages', () => known.clear())

  function wordsOf(channelId: number): Promise<ReadonlyMap<string, number>> {
    const remembered = known.get(channelId)
    if (remembered !== undefined) return remembered
    const read = db
      .all(listWords, { channel: channelId })
      .then((rows) => new Map(rows.map(({ word, id }) => [word, id])))
    if (known.size >= maxRemembered) known.clear()
    known.set(channelId, read)
    read.catch(() => known.delete(channelId))
    return read
  }

  return {
    async find(channelId: number, word: string): Promise<number | undefined> {
      return (await wordsOf(channelId)).get(commandKey(word))
    },
  }
}

/** The word after the prefix, and the rest of the message; undefined if the message does not start with the prefix. */
export function parseCommandLine(text: string, prefix: string): { word: string; args: string } | undefined {
  const line = text.trimStart()
  if (line.slice(0, prefix.length).toLowerCase() !== prefix.toLowerCase()) return undefined
  const asked = line.slice(prefix.length)
  const end = asked.search(/\s/)
  const word = end < 0 ? asked : asked.slice(0, end)
  return word === '' ? undefined : { word, args: end < 0 ? '' : asked.slice(end).trim() }
}

/** A name without the exclamation marks that people type in front of it. */
export function withoutMarks(word: string): string {
  return word.trim().replace(/^!+/, '')
}

/** The key by which names are compared: without marks, in lower case. */
export function commandKey(word: string): string {
  return nameKey(withoutMarks(word))
}

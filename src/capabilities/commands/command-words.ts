import type { Bus } from '../../kernel/bus/bus.ts'
import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { invalid } from '../steps/invalid.ts'
import { commandErrors } from '../steps/messages.ts'
import type { NewCommand } from './command.ts'
import { commandKey, withoutMarks } from './command-index.ts'

type WordKey = { channel: number; key: string }

const findWord = sql<WordKey, { id: number }>(
  'SELECT command_id AS id FROM command_words WHERE channel_id = :channel AND word_key = :key',
)
const insertWord = sql<WordKey & { id: number }>(
  'INSERT INTO command_words (channel_id, word_key, command_id) VALUES (:channel, :key, :id)',
)
const deleteWords = sql<{ channel: number; id: number }>(
  'DELETE FROM command_words WHERE channel_id = :channel AND command_id = :id',
)

/** The names and aliases of commands: a word belongs to one command only. */
export function createCommandWords({ bus }: { bus: Bus }) {
  /** The error if a command cannot have these names, because one is not valid or taken. */
  async function findFault(reader: Reader, channel: number, words: readonly string[], id: number | undefined) {
    for (const word of words) {
      const key = commandKey(word)
      const field = word === words[0] ? 'command' : 'aliases'
      if (key === '' || /\s/.test(key)) return commandErrors.notOneWord.of({ field, word: JSON.stringify(word) })
      const taken = await reader.get(findWord, { channel, key })
      if (taken !== undefined && taken.id !== id) return commandErrors.wordTaken.of({ field, word: withoutMarks(word) })
    }
    return undefined
  }

  return {
    findFault,

    /** The command that has this word. */
    async findId(reader: Reader, channel: number, word: string): Promise<number | undefined> {
      return (await reader.get(findWord, { channel, key: commandKey(word) }))?.id
    },

    /** Throws where a word is not valid or taken. */
    async claim(tx: Writer, channel: number, id: number, command: NewCommand): Promise<void> {
      const words = new Map([command.command, ...(command.aliases ?? [])].map((word) => [commandKey(word), word]))
      const fault = await findFault(tx, channel, [...words.values()], id)
      if (fault !== undefined) throw invalid(fault)
      for (const key of words.keys()) await tx.run(insertWord, { channel, key, id })
      tx.onCommit(() => bus.publish('commands-changed', { channelId: channel }))
    },

    async release(tx: Writer, channel: number, id: number): Promise<void> {
      await tx.run(deleteWords, { channel, id })
    },
  }
}

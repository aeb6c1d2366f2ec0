import { readFile } from 'node:fs/promises'
import type { CatalogueGame } from './catalogue-game.ts'
import { createSlices } from './slices.ts'

/**
 * Reads a tab-separated catalogue. The header names the columns: `id`, `name` and `slug` must be there,
 * `rank`, `aliases` (parted by "|"), `twitch_id` and `kick_id` may be; others are ignored.
 */
export async function readCatalogue(path: string): Promise<CatalogueGame[]> {
  const bytes = await readFile(path)
  const slices = createSlices(4)
  const games: CatalogueGame[] = []
  const ids = new Set<number>()
  let columns: Columns | undefined
  let lineNumber = 0
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, from)
    const end = found < 0 ? bytes.length : found
    lineNumber++
    const fail = (reason: string) => new Error(`${path}, line ${lineNumber}: ${reason}`)
    const fields = fieldsOf(bytes, from, end)
    from = end + 1
    if (!columns) columns = readHeader(fields, fail)
    else if (fields.length > 1 || fields[0] !== '') {
      const game = readRow(fields, columns, fail)
      if (ids.has(game.id)) throw fail(`id ${game.id} is there twice`)
      ids.add(game.id)
      games.push(game)
    }
    if (lineNumber % 64 === 0 && slices.isDue()) await slices.rest()
  }
  if (!columns) throw new Error(`${path}, line 1: the header is missing`)
  return games
}

interface Columns {
  readonly count: number
  readonly at: Readonly<Record<(typeof COLUMN_NAMES)[number], number>>
}

type Fail = (reason: string) => Error

function readHeader(names: readonly string[], fail: Fail): Columns {
  const missing = ['id', 'name', 'slug'].filter((name) => !names.includes(name))
  if (missing.length > 0) throw fail(`the header lacks ${missing.join(', ')}`)
  const [id, name, slug, rank, twitch, kick, aliases] = COLUMN_NAMES.map((column) => names.indexOf(column))
  return { count: names.length, at: { id, name, slug, rank, twitch_id: twitch, kick_id: kick, aliases } }
}

function readRow(fields: readonly string[], { count, at }: Columns, fail: Fail): CatalogueGame {
  if (fields.length !== count) throw fail(`${fields.length} columns instead of ${count}`)
  const name = fields[at.name] ?? ''
  if (name.trim() === '') throw fail('the name is empty')
  const slug = fields[at.slug] ?? ''
  if (slug === '') throw fail('the slug is empty')
  const rank = fields[at.rank] ?? ''
  const aliases = fields[at.aliases] ?? ''
  const twitch = fields[at.twitch_id] ?? ''
  const kick = fields[at.kick_id] ?? ''
  return {
    id: readCount(fields[at.id] ?? '', 'id', fail),
    name,
    slug,
    rank: rank === '' ? null : readCount(rank, 'rank', fail),
    aliases: aliases === '' ? NO_ALIASES : aliases.split('|').filter((alias) => alias !== ''),
    platformIds: twitch === '' && kick === '' ? NO_IDS : { ...(kick && { kick }), ...(twitch && { twitch }) },
  }
}

function readCount(text: string, column: string, fail: Fail): number {
  const value = Number(text)
  if (!/^[0-9]+$/u.test(text) || !Number.isSafeInteger(value) || value < 1) {
    throw fail(`${column} must be a whole number from 1, not "${text}"`)
  }
  return value
}

/** Each field decoded by itself: a piece cut from a long string would keep the whole string in memory. */
function fieldsOf(bytes: Buffer, from: number, to: number): string[] {
  const end = to > from && bytes[to - 1] === CARRIAGE_RETURN ? to - 1 : to
  const fields: string[] = []
  for (let at = from; ; ) {
    const tab = bytes.indexOf(TAB, at)
    const fieldEnd = tab < 0 || tab > end ? end : tab
    fields.push(bytes.toString('utf8', at, fieldEnd))
    if (fieldEnd === end) return fields
    at = fieldEnd + 1
  }
}

const COLUMN_NAMES = ['id', 'name', 'slug', 'rank', 'twitch_id', 'kick_id', 'aliases'] as const
const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d
const TAB = 0x09
// Shared by the many rows without any.
const NO_ALIASES: readonly string[] = []
const NO_IDS: CatalogueGame['platformIds'] = {}

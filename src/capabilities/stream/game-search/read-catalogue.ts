import type { CatalogueGame } from './catalogue-game.ts'

/**
 * Reads a tab-separated catalogue. The header names the columns: `id`, `name` and `slug` are required; `rank`, `aliases`
 * (separated by "|"), `twitch_id` and `kick_id` are optional; others are ignored.
 */
export function* readCatalogue(bytes: Buffer, path: string): Generator<CatalogueGame> {
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
      if (ids.has(game.id)) throw fail(`id ${game.id} is used twice`)
      ids.add(game.id)
      yield game
    }
  }
  if (!columns) throw new Error(`${path}, line 1: the header is missing`)
}

/** The index of each column; -1 if it is missing. */
type Columns = ReturnType<typeof readHeader>

type Fail = (reason: string) => Error

function readHeader(names: readonly string[], fail: Fail) {
  const missing = ['id', 'name', 'slug'].filter((name) => !names.includes(name))
  if (missing.length > 0) throw fail(`the header has no column ${missing.join(', ')}`)
  return {
    count: names.length,
    id: names.indexOf('id'),
    name: names.indexOf('name'),
    slug: names.indexOf('slug'),
    rank: names.indexOf('rank'),
    aliases: names.indexOf('aliases'),
    twitchId: names.indexOf('twitch_id'),
    kickId: names.indexOf('kick_id'),
  }
}

function readRow(fields: readonly string[], at: Columns, fail: Fail): CatalogueGame {
  if (fields.length !== at.count) throw fail(`${fields.length} columns instead of ${at.count}`)
  const name = fields[at.name] ?? ''
  if (name.trim() === '') throw fail('the name is empty')
  const slug = fields[at.slug] ?? ''
  if (slug === '') throw fail('the slug is empty')
  const rank = fields[at.rank] ?? ''
  const aliases = fields[at.aliases] ?? ''
  const twitch = fields[at.twitchId] ?? ''
  const kick = fields[at.kickId] ?? ''
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

/** Decodes each field separately: a slice of a long string would keep the whole string in memory. */
function fieldsOf(bytes: Buffer, from: number, to: number): string[] {
  const end = to > from && bytes[to - 1] === CARRIAGE_RETURN ? to - 1 : to
  const fields: string[] = []
  let fieldFrom = from
  let isAscii = true
  for (let at = from; at <= end; at++) {
    const byte = at < end ? (bytes[at] ?? 0) : TAB
    if (byte > 127) isAscii = false
    if (byte !== TAB) continue
    fields.push(at === fieldFrom ? '' : bytes.toString(isAscii ? 'latin1' : 'utf8', fieldFrom, at))
    fieldFrom = at + 1
    isAscii = true
  }
  return fields
}

const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d
const TAB = 0x09
// Shared by all rows without aliases or ids.
const NO_ALIASES: readonly string[] = []
const NO_IDS: CatalogueGame['platformIds'] = {}

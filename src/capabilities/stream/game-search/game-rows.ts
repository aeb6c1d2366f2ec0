import type { CatalogueGame } from './catalogue-game.ts'

const encoder = new TextEncoder()

/** The text of game r is `texts` from starts[r] to starts[r + 1]. */
export interface GameColumns {
  readonly texts: Uint8Array<ArrayBuffer>
  readonly starts: Uint32Array<ArrayBuffer>
  readonly ids: Float64Array<ArrayBuffer>
  /** 0 if unknown. */
  readonly ranks: Uint32Array<ArrayBuffer>
}

/**
 * The games of the catalogue as bytes, from which objects are created on request: as objects they need three times the
 * memory. Games that are added later are few, and objects.
 */
export function createGameRows({ texts, starts, ids, ranks }: GameColumns = columnsOf([])) {
  const added: CatalogueGame[] = []

  return {
    push: (game: CatalogueGame): number => ids.length + added.push(game) - 1,
    at(row: number): CatalogueGame | undefined {
      if (row < 0 || row >= ids.length) return added[row - ids.length]
      const from = starts[row] ?? 0
      const text = Buffer.from(texts.buffer, texts.byteOffset + from, (starts[row + 1] ?? 0) - from).toString()
      const [name, slug, aliases, platformIds] = JSON.parse(text) as RowText
      return { id: ids[row] ?? 0, name, slug, rank: ranks[row] || null, aliases, platformIds }
    },
    idAt: (row: number): number => ids[row] ?? added[row - ids.length]?.id ?? 0,
    rankAt: (row: number): number | null =>
      row < ids.length ? ranks[row] || null : (added[row - ids.length]?.rank ?? null),
    /** Of rows that began empty. */
    columns: (): GameColumns => columnsOf(added),
  }
}

type RowText = [
  name: string,
  slug: string,
  aliases: CatalogueGame['aliases'],
  platformIds: CatalogueGame['platformIds'],
]

function columnsOf(games: readonly CatalogueGame[]): GameColumns {
  const rows = games.map(({ name, slug, aliases, platformIds }) =>
    encoder.encode(JSON.stringify([name, slug, aliases, platformIds] satisfies RowText)),
  )
  const starts = new Uint32Array(rows.length + 1)
  for (const [row, { length }] of rows.entries()) starts[row + 1] = (starts[row] ?? 0) + length
  const texts = new Uint8Array(starts[rows.length] ?? 0)
  for (const [row, bytes] of rows.entries()) texts.set(bytes, starts[row])
  return {
    texts,
    starts,
    ids: Float64Array.from(games, ({ id }) => id),
    ranks: Uint32Array.from(games, ({ rank }) => rank ?? 0),
  }
}

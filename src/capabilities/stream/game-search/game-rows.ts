import type { CatalogueGame } from './catalogue-game.ts'
import { grownUint8, grownUint32 } from './grown.ts'

const encoder = new TextEncoder()

/**
 * Stores games as bytes and creates objects on request: as objects the catalogue needs three times the memory, and twice
 * that while it is loaded.
 */
export function createGameRows() {
  let texts = new Uint8Array(1024)
  let starts = new Uint32Array(17)
  let ids = new Float64Array(16)
  /** 0 if unknown. */
  let ranks = new Uint32Array(16)
  let length = 0

  function grow(): void {
    const more = new Float64Array(ids.length * 2)
    more.set(ids)
    ids = more
    ranks = grownUint32(ranks)
    starts = grownUint32(starts)
  }

  return {
    get length() {
      return length
    },

    push({ id, name, slug, rank, aliases, platformIds }: CatalogueGame): number {
      if (length === ids.length) grow()
      const text = JSON.stringify([name, slug, aliases, platformIds])
      const from = starts[length] ?? 0
      // A UTF-16 code unit needs at most three bytes in UTF-8.
      if (from + text.length * 3 > texts.length) texts = grownUint8(texts, from + text.length * 3)
      starts[length + 1] = from + encoder.encodeInto(text, texts.subarray(from)).written
      ids[length] = id
      ranks[length] = rank ?? 0
      return length++
    },

    at(row: number): CatalogueGame | undefined {
      if (row < 0 || row >= length) return undefined
      const text = Buffer.from(texts.buffer, starts[row], (starts[row + 1] ?? 0) - (starts[row] ?? 0)).toString()
      const [name, slug, aliases, platformIds] = JSON.parse(text) as [
        string,
        string,
        readonly string[],
        CatalogueGame['platformIds'],
      ]
      return { id: ids[row] ?? 0, name, slug, rank: ranks[row] || null, aliases, platformIds }
    },

    idAt: (row: number): number => ids[row] ?? 0,
    rankAt: (row: number): number | null => ranks[row] || null,
  }
}

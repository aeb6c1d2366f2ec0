import { createHash, randomBytes } from '../../kernel/node.ts'

/**
 * The draw of a giveaway, which anybody can repeat: docs/rounds.md describes it for viewers. The seed is chosen when the
 * round opens and stays secret until the draw; its hash, the commitment, is published at once (a commitment scheme).
 */

export function newSeed(): string {
  return randomBytes(32).toString('hex')
}

export function commitmentOf(seed: string): string {
  return createHash('sha256').update(seed).digest('hex')
}

export interface WeightedEntry {
  /** Its place in the order of entering. */
  readonly number: number
  readonly weight: number
}

/**
 * The winner of each wanted place, in order. For place n the SHA-256 hash of `<seed>:<n>`, read as a number, is divided
 * by the sum of all weights; the remainder falls into the range of one entry. Who has won is taken out before the next
 * place is drawn, so nobody wins twice. `entries` are in the order of entering; `won` are the winners of the places
 * before the first wanted one.
 */
export function drawWinners<E extends WeightedEntry>(
  seed: string,
  entries: readonly E[],
  won: readonly number[],
  count: number,
): E[] {
  const out = new Set(won)
  let left = entries.filter(({ number, weight }) => weight > 0 && !out.has(number))
  const winners: E[] = []
  for (let place = won.length + 1; winners.length < count && left.length > 0; place++) {
    const winner = entryAt(left, rollOf(seed, place, totalOf(left)))
    winners.push(winner)
    left = left.filter((entry) => entry !== winner)
  }
  return winners
}

function totalOf(entries: readonly WeightedEntry[]): number {
  return entries.reduce((sum, { weight }) => sum + weight, 0)
}

/** From 0 up to the total. The hash has 256 bits, so the remainder favours no entry by more than one in 2^200. */
function rollOf(seed: string, place: number, total: number): number {
  const hash = createHash('sha256').update(`${seed}:${place}`).digest('hex')
  return Number(BigInt(`0x${hash}`) % BigInt(total))
}

function entryAt<E extends WeightedEntry>(entries: readonly E[], roll: number): E {
  let rest = roll
  for (const entry of entries) {
    if (rest < entry.weight) return entry
    rest -= entry.weight
  }
  throw new Error('the roll is beyond the sum of the weights')
}

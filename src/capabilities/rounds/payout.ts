/**
 * What a stake on the right option pays: its share of the whole pool, rounded down to a whole point. So the payouts of a
 * prediction are never more than what was staked; what rounding leaves over is paid to nobody.
 */
export function payoutOf(
  stake: number,
  { pool, winning }: { readonly pool: number; readonly winning: number },
): number {
  if (winning === 0) return 0
  // A stake times a pool can exceed the integers that a number holds.
  return Number((BigInt(stake) * BigInt(pool)) / BigInt(winning))
}

import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'

/** Wrong codes in a row that cost nothing but the limit of passwords. */
const freeWrongCodes = 5
const firstWaitMs = 5 * 60 * 1000
const longestWaitMs = 24 * 60 * 60 * 1000
/** How long a person is reminded that codes were guessed. A new password ends it. */
const remindedMs = 7 * 24 * 60 * 60 * 1000

const addWrong = sql<{ person: string }, { wrong_codes: number }>(
  'UPDATE passwords SET wrong_codes = wrong_codes + 1 WHERE person_id = :person RETURNING wrong_codes',
)
const refuseCodes = sql<{ person: string; now: number; until: number }>(
  'UPDATE passwords SET codes_refused_until = :until, codes_refused_at = :now WHERE person_id = :person',
)
const findRefusedAt = sql<{ person: string }, { codes_refused_at: number | null }>(
  'SELECT codes_refused_at FROM passwords WHERE person_id = :person',
)

/** How long codes are refused after so many wrong ones in a row: each further one doubles the wait. */
function waitAfter(wrongCodes: number): number {
  if (wrongCodes < freeWrongCodes) return 0
  return Math.min(firstWaitMs * 2 ** (wrongCodes - freeWrongCodes), longestWaitMs)
}

/**
 * Counts a wrong code in the database, so that a restart or another node changes nothing. Answers how many there were in
 * a row if codes are refused from now on.
 */
export async function countWrongCode(
  tx: Writer,
  person: { readonly id: string },
  now: number,
): Promise<number | undefined> {
  const count = (await tx.get(addWrong, { person: person.id }))?.wrong_codes ?? 0
  const waitMs = waitAfter(count)
  if (waitMs === 0) return undefined
  await tx.run(refuseCodes, { person: person.id, now, until: now + waitMs })
  return count
}

/** Whether somebody with the password of this person guessed codes lately. */
export async function wereCodesGuessed(reader: Reader, person: { readonly id: string }, now: number): Promise<boolean> {
  const refusedAt = (await reader.get(findRefusedAt, { person: person.id }))?.codes_refused_at ?? null
  return refusedAt !== null && now - refusedAt < remindedMs
}

import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Reader } from '../../kernel/storage/database.ts'
import type { RoundStatus } from './contract/rounds.ts'
import { roundErrors } from './messages.ts'
import type { Round } from './round.ts'
import { roundRows } from './round-rows.ts'

/** Which round is meant: by its id; without one the newest that is in the right state. */
export type RoundReference = number | undefined

/** Without an id: the newest round in the first of these states that has one. */
export async function getRound(
  reader: Reader,
  channelId: number,
  id: RoundReference,
  statuses: readonly RoundStatus[],
): Promise<Round> {
  if (id !== undefined) return getRoundById(reader, channelId, id)
  for (const status of statuses) {
    const [newest] = await roundRows.list(reader, channelId, { status, limit: 1 })
    if (newest !== undefined) return newest
  }
  const message = statuses.length === 1 ? roundErrors.noneOpen.of() : roundErrors.noneToEnd.of()
  throw new Failure('round_not_found', { message })
}

export async function getRoundById(reader: Reader, channelId: number, id: number): Promise<Round> {
  const round = await roundRows.find(reader, channelId, id)
  if (round !== undefined) return round
  throw new Failure('round_not_found', { message: roundErrors.notFound.of({ id: String(id) }) })
}

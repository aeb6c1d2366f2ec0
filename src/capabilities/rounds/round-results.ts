import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { sql, type Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Points } from '../points/points.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { Round, Winner } from './round.ts'
import type { Announce } from './round-announcer.ts'
import { roundRows } from './round-rows.ts'

const listFirst = sql<{ channel: number; round: number; limit: number }, { number: number; viewer: number }>(
  `SELECT number, viewer_id AS viewer FROM round_entries
   WHERE channel_id = :channel AND round_id = :round AND number <= :limit ORDER BY number`,
)

interface RoundResult {
  readonly winners?: readonly { readonly number: number; readonly viewer: number }[]
  /** How many won before, where further winners are drawn. */
  readonly before?: number
  /** The number of the option of a prediction that came true. */
  readonly outcome?: number
  readonly seed?: string
}

/** The result of a round that this server runs: its winners with their prizes, or the option that came true. */
export function createRoundResults(needs: {
  clock: Clock
  bus: Bus
  events: Events
  points: Points
  viewers: Viewers
  announce: Announce
}) {
  const { clock, bus, events, points, viewers, announce } = needs

  /** Records the winners or the outcome, pays the prizes and reveals the seed. */
  async function finish(
    tx: Writer,
    cause: Cause,
    round: Round,
    result: RoundResult,
  ): Promise<{ round: Round; winners: Winner[] }> {
    const { winners = [], before = 0, outcome = null, seed = round.seed } = result
    const channel = cause.channel.id
    const { id, kind, title, entries, prize } = round
    for (const [index, { number, viewer }] of winners.entries()) {
      await roundRows.addWinner(tx, channel, id, { place: before + index + 1, viewer, number })
    }
    const won = await roundRows.winners(tx, channel, id, before + 1)
    const seq = await events.appendNew(tx, cause, {
      kind: 'round.drawn',
      data: {
        id,
        kind,
        title,
        entries,
        winners: won.map(({ userId: user_id, username, displayname, platform }) => ({
          user_id,
          username,
          displayname,
          platform,
          prize,
        })),
        ...(won[0] !== undefined && { username: won[0].username }),
        option: outcome === null ? null : (round.options[outcome - 1] ?? null),
        seed,
      },
    })
    for (const { viewerId } of prize > 0 ? won : []) {
      const viewer = await viewers.getById(tx, channel, viewerId)
      if (viewer !== undefined) await points.earn(tx, cause, viewer, prize, seq, title)
    }
    const ended = { status: 'drawn', seed, outcome, endedSeq: seq, endedAt: clock.now() } as const
    const drawn = await roundRows.change(tx, channel, round, ended)
    tx.onCommit(() => {
      bus.publish('rounds-changed', { channelId: channel })
      announce(channel, drawn, 'result', won)
    })
    return { round: drawn, winners: won }
  }

  return {
    finish,

    /** The first right answers win. */
    async finishTrivia(tx: Writer, cause: Cause, round: Round): Promise<Round> {
      const first = await tx.all(listFirst, { channel: cause.channel.id, round: round.id, limit: round.winners })
      return (await finish(tx, cause, round, { winners: first })).round
    },
  }
}

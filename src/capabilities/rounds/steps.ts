import { isMeant } from '../../definitions/is-meant.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { defaultsOf } from '../../kernel/schema/schema.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { roundEntry } from './contract/rounds.ts'
import type { roundSteps } from './contract/steps.ts'
import { roundErrors } from './messages.ts'
import type { Rounds } from './rounds.ts'

/** What these steps use. */
export interface RoundStepServices {
  readonly db: Database
  readonly rounds: Rounds
  readonly viewers: Viewers
}

export const roundStepHandlers: StepHandlersFor<typeof roundSteps, RoundStepServices> = {
  async open_round({ kind, title, options, word, seconds, announce, ...rest }, { run }, { db, rounds }) {
    const { price, who, winners, prize, platform } = rest
    const entry = { ...defaultsOf(roundEntry), price, who: [who], ...(word !== undefined && { word }) }
    const wanted = { kind, title, options, entry, seconds, winners, prize, platform, isAnnounced: announce }
    const { id, commitment } = await db.write(await rounds.prepareOpen(run.caller, wanted))
    return { round_id: id, ...(commitment !== null && { commitment }) }
  },

  /** Entries of many viewers at the same moment share a transaction, as those typed in chat do. */
  async enter_round({ target, option, points, tickets, round }, { run }, { db, rounds, viewers }) {
    const { caller, user, platform } = run
    const { channel } = caller
    const open = await rounds.getOpen(channel.id, round)
    const username = target ?? user.username
    const isSelf = nameKey(username) === nameKey(user.username)
    if (isSelf && !isMeant(open.entry.who, user.username, user.roles)) {
      throw new Failure('invalid_parameter', { message: roundErrors.notAllowed.of({ username }) })
    }
    const found = await viewers.resolve(channel, platform, { username })
    const viewer = 'known' in found ? found.known : await db.write((tx) => viewers.ensure(tx, channel, found))
    const outcome = await rounds.enterSoon(channel.id, open.id, viewer.id, { option, points, tickets })
    if (outcome instanceof Failure) throw outcome
    return { round_id: open.id, outcome }
  },

  async close_round({ round }, { run }, { db, rounds }) {
    const { id, entries } = await db.write(await rounds.prepareClose(run.caller, round))
    return { round_id: id, entries }
  },

  async draw_round({ option, winners: wanted, again, round }, { run }, { db, rounds }) {
    const write = await rounds.prepareDraw(run.caller, round, { option, winners: wanted, again })
    const drawn = await db.write(write)
    return { round_id: drawn.round.id, winners: drawn.winners.map(({ username }) => username) }
  },

  async cancel_round({ round }, { run }, { db, rounds }) {
    const cancelled = await db.write(await rounds.prepareCancel(run.caller, round))
    return { round_id: cancelled.round.id, refunded: cancelled.refunded }
  },
}

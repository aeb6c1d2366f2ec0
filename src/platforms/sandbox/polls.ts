import type { Clock, Ids } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { PlatformAccount, PlatformUser } from '../account.ts'
import type { PlatformFeed } from '../platform.ts'
import type { PlatformPoll } from '../polls.ts'
import type { PlatformPrediction, PredictionEnd } from '../predictions.ts'
import { sandboxMessages } from './messages.ts'
import { createNamedTimers } from './named-timers.ts'
import { createPollReports } from './poll-reports.ts'
import {
  dropOldPolls,
  dropOldVotes,
  findOpen,
  findPoll,
  insertPoll,
  insertVote,
  listActive,
  listPolls,
  optionId,
  type PlaceParams,
  type PollRow,
  placeOf,
  readPoll,
  readPrediction,
  setPoll,
  titlesIn,
} from './poll-rows.ts'
import { broadcasterIn, refused } from './rewards.ts'

type Kind = PollRow['kind']
interface Wanted {
  readonly title: string
  readonly options: readonly string[]
  readonly seconds: number
}

const keptMs = 7 * 24 * 60 * 60 * 1000

export type SandboxPolls = ReturnType<typeof createSandboxPolls>

/** The polls and predictions of the sandbox. One of each kind runs at a time, as on Twitch. */
export function createSandboxPolls(needs: { db: Database; clock: Clock; ids: Ids; feed: PlatformFeed }) {
  const { db, clock, ids } = needs
  const report = createPollReports(needs)
  const timers = createNamedTimers()

  /** Changes the status if it is still the expected one, so that two nodes do not end a poll twice. */
  async function change(
    tx: Writer,
    row: PollRow,
    to: { readonly status: string; readonly winner?: number; readonly endsAt?: number },
  ): Promise<PollRow | undefined> {
    const { status, winner = null, endsAt = row.ends_at } = to
    const params = { channel: row.channel_id, platform: row.platform, id: row.id, from: row.status }
    if ((await tx.run(setPoll, { ...params, status, winner, endsAt })) === 0) return undefined
    return { ...row, status, winner, ends_at: endsAt }
  }

  /** What happens by itself: a poll ends and a prediction locks when its time is over. */
  async function runOut(row: PollRow, user: PlatformUser): Promise<void> {
    const status = row.kind === 'poll' ? 'ended' : 'locked'
    const changed = await db.write((tx) => change(tx, row, { status }))
    if (changed !== undefined) await report({ ...placeOf(row), user }, changed, status)
  }

  /** Before anything else is done with it: a timer may be late. */
  async function settleDue(account: PlatformAccount, kind: Kind): Promise<void> {
    const row = await db.get(findOpen, { ...at(account), kind })
    const isDue = row !== undefined && row.status === 'active' && row.ends_at <= clock.now()
    if (isDue) await runOut(row, broadcasterIn(account))
  }

  function plan(row: PollRow, user: PlatformUser): void {
    // The next action on this platform does the same, if this fails.
    timers.start(row.id, row.ends_at - clock.now(), () => runOut(row, user).catch(() => {}))
  }

  async function create(account: PlatformAccount, kind: Kind, { title, options, seconds }: Wanted): Promise<PollRow> {
    await settleDue(account, kind)
    const now = clock.now()
    const id = ids.next(kind)
    const stored = { id, kind, title, options: JSON.stringify(options), now, endsAt: now + seconds * 1000 }
    const row = await db.write(async (tx) => {
      if ((await tx.get(findOpen, { ...at(account), kind })) !== undefined) {
        const reason = kind === 'poll' ? sandboxMessages.pollRunning.of() : sandboxMessages.predictionOpen.of()
        throw refused(account, reason)
      }
      await tx.run(dropOldVotes, { ...at(account), before: now - keptMs })
      await tx.run(dropOldPolls, { ...at(account), before: now - keptMs })
      await tx.run(insertPoll, { ...at(account), ...stored })
      return tx.get(findPoll, { ...at(account), id })
    })
    if (row === undefined) throw new Error(`the new ${kind} ${id} is not stored`)
    plan(row, broadcasterIn(account))
    await report({ ...account, user: broadcasterIn(account) }, row, 'begun')
    return row
  }

  async function find(account: PlatformAccount, kind: Kind, id: string | undefined): Promise<PollRow | undefined> {
    await settleDue(account, kind)
    const row =
      id === undefined
        ? await db.get(findOpen, { ...at(account), kind })
        : await db.get(findPoll, { ...at(account), id })
    return row?.kind === kind ? row : undefined
  }

  async function list(account: PlatformAccount, kind: Kind): Promise<PollRow[]> {
    await settleDue(account, kind)
    return db.all(listPolls, { ...at(account), kind })
  }

  return {
    async createPoll(account: PlatformAccount, poll: Wanted): Promise<PlatformPoll> {
      return readPoll(db, await create(account, 'poll', poll))
    },

    async listPolls(account: PlatformAccount): Promise<PlatformPoll[]> {
      return Promise.all((await list(account, 'poll')).map((row) => readPoll(db, row)))
    },

    async listPredictions(account: PlatformAccount): Promise<PlatformPrediction[]> {
      return Promise.all((await list(account, 'prediction')).map((row) => readPrediction(db, row)))
    },

    /** A poll that is over stays as it is. */
    async endPoll(account: PlatformAccount, id: string | undefined): Promise<PlatformPoll | undefined> {
      const row = await find(account, 'poll', id)
      if (row === undefined) return undefined
      if (row.status !== 'active') return readPoll(db, row)
      const ended = await db.write((tx) => change(tx, row, { status: 'terminated', endsAt: clock.now() }))
      timers.stop(row.id)
      if (ended !== undefined) await report({ ...account, user: broadcasterIn(account) }, ended, 'ended')
      return readPoll(db, ended ?? row)
    },

    async createPrediction(account: PlatformAccount, prediction: Wanted): Promise<PlatformPrediction> {
      return readPrediction(db, await create(account, 'prediction', prediction))
    },

    async findPrediction(account: PlatformAccount, id: string | undefined): Promise<PlatformPrediction | undefined> {
      const row = await find(account, 'prediction', id)
      return row && readPrediction(db, row)
    },

    async endPrediction(account: PlatformAccount, id: string, end: PredictionEnd): Promise<PlatformPrediction> {
      const row = await find(account, 'prediction', id)
      if (row === undefined) throw new Failure('prediction_not_found')
      const isOver = row.status !== 'active' && row.status !== 'locked'
      if (isOver || row.status === end.status) throw refused(account, sandboxMessages.predictionOver.of())
      const won =
        end.status === 'resolved' ? titlesIn(row).findIndex((_, index) => optionId(id, index) === end.winnerId) : -1
      const winner = won < 0 ? {} : { winner: won }
      const endsAt = Math.min(row.ends_at, clock.now())
      const ended = await db.write((tx) => change(tx, row, { status: end.status, endsAt, ...winner }))
      if (ended === undefined) throw refused(account, sandboxMessages.predictionOver.of())
      timers.stop(row.id)
      const stage = end.status === 'locked' ? 'locked' : 'ended'
      await report({ ...account, user: broadcasterIn(account) }, ended, stage)
      return readPrediction(db, ended)
    },

    /** A viewer votes in the running poll, or puts points on an option of the prediction. */
    async vote(
      account: PlatformAccount,
      user: PlatformUser,
      { kind, option, points }: { readonly kind: Kind; readonly option: string; readonly points: number },
    ): Promise<void> {
      const row = await find(account, kind, undefined)
      if (row === undefined || row.status !== 'active') throw refused(account, sandboxMessages.notVoting.of())
      const choice = choiceIn(row, option)
      const isNew = await db.write((tx) =>
        tx.run(insertVote, { ...at(account), id: row.id, username: user.username, choice, points }),
      )
      if (isNew === 0) throw refused(account, sandboxMessages.votedAlready.of({ name: user.displayname }))
      await report({ ...account, user: broadcasterIn(account) }, row, 'progress')
    },

    /** After a start: the time of stored polls and predictions goes on. */
    async resume(accountOf: (row: ReturnType<typeof placeOf>) => Promise<PlatformAccount | undefined>): Promise<void> {
      for (const row of await db.all(listActive, {})) {
        const account = await accountOf(placeOf(row))
        if (account !== undefined && !timers.has(row.id)) plan(row, broadcasterIn(account))
      }
    },

    close: timers.stopAll,
  }
}

/** By its id, its title or its number. */
function choiceIn(row: PollRow, option: string): number {
  const titles = titlesIn(row)
  const byId = titles.findIndex((_, index) => optionId(row.id, index) === option)
  const byTitle = titles.findIndex((title) => nameKey(title) === nameKey(option))
  const found = byId >= 0 ? byId : byTitle >= 0 ? byTitle : Number(option) - 1
  if (titles[found] !== undefined) return found
  throw new Failure('option_not_found', { message: sandboxMessages.optionNotFound.of({ option }) })
}

function at({ channelId, platform }: PlatformAccount): PlaceParams {
  return { channel: channelId, platform }
}

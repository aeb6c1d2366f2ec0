import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { PollStage } from '../contract/interaction-states.ts'
import { findListenerMark, setListenerMark } from '../listener-marks.ts'
import type { PlatformAccount, PlatformFeed } from '../platform.ts'
import type { PlatformPoll, PollCapability } from '../polls.ts'
import { ownerOf } from './broadcasts.ts'
import type { DataApi } from './data-api.external.ts'
import { youtubeMessages } from './messages.ts'

const maxOptions = 4
const markName = 'poll'

interface PollNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly api: DataApi
  readonly feed: PlatformFeed
  /** Calls `work` with the chat of the live broadcast. */
  inChat<T>(account: PlatformAccount, signal: AbortSignal, work: (chatId: string) => Promise<T>): Promise<T>
}

export interface YouTubePolls extends PollCapability {
  /** Ends the poll whose time is over. A timer does it first, unless its server was stopped. */
  settleDue(account: PlatformAccount, signal: AbortSignal): Promise<void>
}

/**
 * Polls in the live chat. YouTube runs a poll until somebody closes it and reports nothing, so its end is stored and
 * timed here, and the connector reports both. Polls that were started elsewhere are not known.
 */
export function createYouTubePolls({ db, clock, log, api, feed, inChat }: PollNeeds): YouTubePolls {
  async function last(account: PlatformAccount): Promise<PlatformPoll | undefined> {
    const stored = await findListenerMark(db, account, markName)
    return stored === undefined ? undefined : (JSON.parse(stored) as PlatformPoll)
  }

  async function report(account: PlatformAccount, poll: PlatformPoll, stage: PollStage): Promise<void> {
    const { accountId, username, displayname } = account
    const user = { id: accountId, username, displayname }
    await feed(account, { kind: 'poll', id: `${poll.id}:${stage}`, user, stage, poll })
  }

  /** Of several that end it at the same time, on any node, one stores and reports the result. */
  async function close(account: PlatformAccount, poll: PlatformPoll, signal: AbortSignal): Promise<PlatformPoll> {
    const isOver = poll.endsAt <= clock.now()
    const closed = await api.closePoll(ownerOf(account), poll.id, signal)
    const ended: PlatformPoll = {
      ...poll,
      // Somebody may have closed or deleted it on YouTube; the votes are then those that were known.
      options: closed?.options ?? poll.options,
      status: isOver ? 'ended' : 'terminated',
      endsAt: isOver ? poll.endsAt : clock.now(),
    }
    const isFirst = await db.write(async (tx) => {
      const stored = await findListenerMark(tx, account, markName)
      const known = stored === undefined ? undefined : (JSON.parse(stored) as PlatformPoll)
      if (known?.id !== poll.id || known.status !== 'active') return false
      await setListenerMark(tx, account, markName, JSON.stringify(ended))
      return true
    })
    if (isFirst) await report(account, ended, 'ended')
    return ended
  }

  async function settleDue(account: PlatformAccount, signal: AbortSignal): Promise<void> {
    const poll = await last(account)
    if (poll?.status === 'active' && poll.endsAt <= clock.now()) await close(account, poll, signal)
  }

  function plan(account: PlatformAccount, { id, endsAt }: PlatformPoll): void {
    const timer = setTimeout(() => {
      settleDue(account, AbortSignal.timeout(10_000)).catch((error: unknown) =>
        log.warn('could not end a poll of YouTube; it is tried again every minute', { id, error }),
      )
    }, endsAt - clock.now())
    timer.unref()
  }

  return {
    settleDue,

    async create(account, { title, options, seconds, pointsPerVote }, signal) {
      if (options.length > maxOptions) throw invalid(youtubeMessages.tooManyOptions.of({ max: maxOptions }))
      if (pointsPerVote !== undefined) throw invalid(youtubeMessages.noPointsPerVote.of())
      await settleDue(account, signal)
      const created = await inChat(account, signal, (chatId) =>
        api.createPoll(ownerOf(account), { chatId, title, options }, signal),
      )
      const poll: PlatformPoll = { ...created, title, status: 'active', endsAt: clock.now() + seconds * 1000 }
      await db.write((tx) => setListenerMark(tx, account, markName, JSON.stringify(poll)))
      plan(account, poll)
      await report(account, poll, 'begun')
      return poll
    },

    async list(account, signal) {
      await settleDue(account, signal)
      const poll = await last(account)
      return poll === undefined ? [] : [poll]
    },

    async end(account, id, signal) {
      const poll = await last(account)
      if (poll === undefined || (id !== undefined && id !== poll.id)) return undefined
      if (poll.status === 'active') return close(account, poll, signal)
      return id === undefined ? undefined : poll
    },
  }
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}

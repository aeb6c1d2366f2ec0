import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { PlatformAccount } from '../account.ts'
import { firstIn, type JsonObject, numberIn, objectsIn, textIn, timeIn } from '../calls/json-fields.ts'
import type { PollStatus, PredictionStatus } from '../contract/interaction-states.ts'
import type { PlatformPoll, PollCapability } from '../polls.ts'
import type { PlatformPrediction, PredictionCapability } from '../predictions.ts'
import type { AccountOwner } from '../services/services.ts'
import type { AccountApi } from '../sign-in/account-api.ts'

/** The most that Twitch sends at once. */
const listedAtMost = '20'
const pollScopes = ['channel:manage:polls']
const predictionScopes = ['channel:manage:predictions']

/** Polls of Twitch. One runs at a time. */
export function createTwitchPolls(api: AccountApi): PollCapability {
  const read = (body: unknown) => pollIn(firstIn(body, 'data'))

  /** The newest comes first. Twitch answers 404 for an id that it does not know. */
  async function find(account: PlatformAccount, id: string | undefined, signal: AbortSignal) {
    const query = { broadcaster_id: account.accountId, id, first: '1' }
    const readFirst = (body: unknown, status: number) =>
      status >= 400 ? undefined : objectsIn(body, 'data').map(pollIn)[0]
    const call = { path: '/polls', query, scopes: pollScopes, expects: [400, 404], read: readFirst }
    const poll = await api.call(ownerOf(account), { method: 'GET', ...call }, signal)
    return id === undefined && poll?.status !== 'active' ? undefined : poll
  }

  return {
    create(account, { title, options, seconds, pointsPerVote }, signal) {
      const json = {
        broadcaster_id: account.accountId,
        title,
        choices: options.map((option) => ({ title: option })),
        duration: seconds,
        ...(pointsPerVote !== undefined && {
          channel_points_voting_enabled: true,
          channel_points_per_vote: pointsPerVote,
        }),
      }
      const call = { path: '/polls', json, scopes: pollScopes, read }
      return api.call(ownerOf(account), { method: 'POST', ...call }, signal)
    },

    list(account, signal) {
      const query = { broadcaster_id: account.accountId, first: listedAtMost }
      const readAll = (body: unknown) => objectsIn(body, 'data').map(pollIn)
      const call = { path: '/polls', query, scopes: pollScopes, read: readAll }
      return api.call(ownerOf(account), { method: 'GET', ...call }, signal)
    },

    async end(account, wanted, signal) {
      const poll = await find(account, wanted, signal)
      // Twitch refuses to end a poll that is over. Its result is what the caller wants.
      if (poll === undefined || poll.status !== 'active') return poll
      const json = { broadcaster_id: account.accountId, id: poll.id, status: 'TERMINATED' }
      const call = { path: '/polls', json, scopes: pollScopes, read }
      return api.call(ownerOf(account), { method: 'PATCH', ...call }, signal)
    },
  }
}

/** Predictions of Twitch. One is open at a time. */
export function createTwitchPredictions(api: AccountApi): PredictionCapability {
  const read = (body: unknown) => predictionIn(firstIn(body, 'data'))
  const call = { path: '/predictions', scopes: predictionScopes }
  const words = { locked: 'LOCKED', cancelled: 'CANCELED', resolved: 'RESOLVED' } as const

  return {
    create(account, { title, options, seconds }, signal) {
      const outcomes = options.map((option) => ({ title: option }))
      const json = { broadcaster_id: account.accountId, title, outcomes, prediction_window: seconds }
      return api.call(ownerOf(account), { method: 'POST', ...call, json, read }, signal)
    },

    list(account, signal) {
      const query = { broadcaster_id: account.accountId, first: listedAtMost }
      const readAll = (body: unknown) => objectsIn(body, 'data').map(predictionIn)
      return api.call(ownerOf(account), { method: 'GET', ...call, query, read: readAll }, signal)
    },

    async find(account, id, signal) {
      const query = { broadcaster_id: account.accountId, id, first: '1' }
      const readFirst = (body: unknown, status: number) =>
        status >= 400 ? undefined : objectsIn(body, 'data').map(predictionIn)[0]
      const request = { ...call, query, expects: [400, 404], read: readFirst }
      const found = await api.call(ownerOf(account), { method: 'GET', ...request }, signal)
      const isOpen = found?.status === 'active' || found?.status === 'locked'
      return id === undefined && !isOpen ? undefined : found
    },

    end(account, id, end, signal) {
      const winner = end.status === 'resolved' ? { winning_outcome_id: end.winnerId } : {}
      const json = { broadcaster_id: account.accountId, id, status: words[end.status], ...winner }
      const readEnd = (body: unknown, status: number) => {
        if (status === 404) throw new Failure('prediction_not_found')
        return read(body)
      }
      return api.call(ownerOf(account), { method: 'PATCH', ...call, json, expects: [404], read: readEnd }, signal)
    },
  }
}

const endedPolls: ReadonlyMap<string, PollStatus> = new Map([
  ['COMPLETED', 'ended'],
  ['TERMINATED', 'terminated'],
  ['ARCHIVED', 'terminated'],
  ['MODERATED', 'terminated'],
  ['INVALID', 'terminated'],
])

/** In an answer or an event. Events have no status until the end, and choices no votes at the start. */
export function pollIn(row: JsonObject): PlatformPoll {
  const status = endedPolls.get(wordIn(row.status)) ?? 'active'
  return {
    id: textIn(row, 'id'),
    title: textIn(row, 'title'),
    status,
    options: objectsIn(row, 'choices').map((choice) => ({
      id: textIn(choice, 'id'),
      title: textIn(choice, 'title'),
      votes: countIn(choice, 'votes'),
    })),
    endsAt: endOfPoll(row),
  }
}

function endOfPoll(row: JsonObject): number {
  for (const field of ['ended_at', 'ends_at']) if (isTime(row[field])) return timeIn(row, field)
  return timeIn(row, 'started_at') + numberIn(row, 'duration') * 1000
}

const predictionStatuses: ReadonlyMap<string, PredictionStatus> = new Map([
  ['LOCKED', 'locked'],
  ['RESOLVED', 'resolved'],
  ['CANCELED', 'cancelled'],
])

export function predictionIn(row: JsonObject): PlatformPrediction {
  const { winning_outcome_id: winner } = row
  const status = predictionStatuses.get(wordIn(row.status)) ?? (isTime(row.locked_at) ? 'locked' : 'active')
  return {
    id: textIn(row, 'id'),
    title: textIn(row, 'title'),
    status,
    options: objectsIn(row, 'outcomes').map((outcome) => ({
      id: textIn(outcome, 'id'),
      title: textIn(outcome, 'title'),
      users: countIn(outcome, 'users'),
      points: countIn(outcome, 'channel_points'),
    })),
    winnerId: typeof winner === 'string' && winner !== '' ? winner : null,
    locksAt: lockOf(row),
  }
}

function lockOf(row: JsonObject): number {
  for (const field of ['locked_at', 'locks_at']) if (isTime(row[field])) return timeIn(row, field)
  if (typeof row.prediction_window === 'number') return timeIn(row, 'created_at') + row.prediction_window * 1000
  // The event of the end does not say when the prediction was locked.
  return isTime(row.ended_at) ? timeIn(row, 'ended_at') : timeIn(row, 'started_at')
}

function countIn(row: JsonObject, field: string): number {
  return row[field] === undefined || row[field] === null ? 0 : numberIn(row, field)
}

function wordIn(value: unknown): string {
  return typeof value === 'string' ? value.toUpperCase() : ''
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function ownerOf({ channelId }: PlatformAccount): AccountOwner {
  return { channelId, service: 'twitch', role: 'broadcaster' }
}

import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { capability, inTime, type PlatformConnection, type Platforms } from '../../platforms/platforms.ts'
import type { NewPoll, PlatformPoll } from '../../platforms/polls.ts'
import type { NewPrediction, PlatformPrediction, PredictionEnd } from '../../platforms/predictions.ts'
import { pollErrors } from './messages.ts'

interface Reference {
  /** Undefined: the connected platform that has them. */
  readonly platform: Platform | undefined
  /** Undefined: the one that runs. */
  readonly id: string | undefined
}

export interface WantedEnd {
  /** Default: with an option it is resolved, without one cancelled. */
  readonly action: 'resolve' | 'cancel' | 'lock' | undefined
  /** The option that came true: its id, its text or its number. */
  readonly option: string | undefined
}

export type Polls = ReturnType<typeof createPolls>

/** Polls and predictions: the platform runs them and reports how they go. */
export function createPolls({ platforms }: { platforms: Platforms }) {
  async function choose(
    channel: Channel,
    platform: Platform | undefined,
    name: 'polls' | 'predictions',
  ): Promise<PlatformConnection> {
    if (platform !== undefined) return platforms.get(channel.id, platform)
    const connected = await platforms.connected(channel.id)
    const able = connected.find(({ connector }) => connector[name] !== undefined)
    if (able !== undefined) return able
    const message = name === 'polls' ? pollErrors.noPollsAnywhere.of() : pollErrors.noPredictionsAnywhere.of()
    throw new Failure('platform_not_connected', { message })
  }

  return {
    /** What the platform has of both, newest first. */
    async list(channel: Channel, platform: Platform) {
      const connection = await platforms.get(channel.id, platform)
      const { account } = connection
      const { list: listPolls } = capability(connection, 'polls', 'runPolls')
      // A platform may have polls and no predictions.
      const listPredictions = connection.connector.predictions?.list
      const [polls, predictions] = await Promise.all([
        inTime(connection, (signal) => listPolls(account, signal)),
        listPredictions === undefined ? [] : inTime(connection, (signal) => listPredictions(account, signal)),
      ])
      return { polls, predictions }
    },

    async createPoll(channel: Channel, platform: Platform | undefined, poll: NewPoll) {
      const connection = await choose(channel, platform, 'polls')
      const can = capability(connection, 'polls', 'runPolls')
      const created = await inTime(connection, (signal) => can.create(connection.account, poll, signal))
      return { platform: connection.account.platform, poll: created }
    },

    /** A poll that has ended already is answered with its result. */
    async endPoll(channel: Channel, { platform, id }: Reference): Promise<{ platform: Platform; poll: PlatformPoll }> {
      const connection = await choose(channel, platform, 'polls')
      const can = capability(connection, 'polls', 'runPolls')
      const poll = await inTime(connection, (signal) => can.end(connection.account, id, signal))
      if (poll !== undefined) return { platform: connection.account.platform, poll }
      const message = id === undefined ? pollErrors.noRunningPoll.of() : pollErrors.noPoll.of({ id })
      throw new Failure('poll_not_found', { message })
    },

    async createPrediction(channel: Channel, platform: Platform | undefined, prediction: NewPrediction) {
      const connection = await choose(channel, platform, 'predictions')
      const can = capability(connection, 'predictions', 'runPredictions')
      const created = await inTime(connection, (signal) => can.create(connection.account, prediction, signal))
      return { platform: connection.account.platform, prediction: created }
    },

    async endPrediction(
      channel: Channel,
      { platform, id }: Reference,
      wanted: WantedEnd,
    ): Promise<{ platform: Platform; prediction: PlatformPrediction }> {
      const connection = await choose(channel, platform, 'predictions')
      const { account } = connection
      const can = capability(connection, 'predictions', 'runPredictions')
      const found = await inTime(connection, (signal) => can.find(account, id, signal))
      if (found === undefined) {
        const message = id === undefined ? pollErrors.noOpenPrediction.of() : pollErrors.noPrediction.of({ id })
        throw new Failure('prediction_not_found', { message })
      }
      const end = endOf(found, wanted)
      const prediction = await inTime(connection, (signal) => can.end(account, found.id, end, signal))
      return { platform: account.platform, prediction }
    },
  }
}

function endOf(prediction: PlatformPrediction, { action, option }: WantedEnd): PredictionEnd {
  if (action === 'lock') return { status: 'locked' }
  if (action === 'cancel') return { status: 'cancelled' }
  if (option !== undefined) return { status: 'resolved', winnerId: optionOf(prediction, option).id }
  if (action === 'resolve') throw new Failure('invalid_parameter', { message: pollErrors.optionRequired.of() })
  return { status: 'cancelled' }
}

/** The text comes before the number: an option may be called 2. */
function optionOf({ options }: PlatformPrediction, wanted: string) {
  const found =
    options.find(({ id }) => id === wanted) ??
    options.find(({ title }) => nameKey(title) === nameKey(wanted)) ??
    (/^\d+$/.test(wanted) ? options[Number(wanted) - 1] : undefined)
  if (found !== undefined) return found
  const message = pollErrors.noOption.of({ options: options.map(({ title }) => title).join(', ') })
  throw new Failure('option_not_found', { message })
}

import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Points } from '../points/points.ts'
import type { Polls } from '../polls/polls.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { defaultWords, type RoundStatus, roundLimits } from './contract/rounds.ts'
import { type Outcome, type WantedEntry, writeEntries } from './entering.ts'
import { createEntryQueue } from './entry-queue.ts'
import { createGiveawaySeeds } from './giveaway-seeds.ts'
import { roundErrors } from './messages.ts'
import { wordKey } from './open-words.ts'
import { createPlatformRounds } from './platform-rounds.ts'
import { type NewRound, type Round, shownOptions, type Winner } from './round.ts'
import { createRoundEnds, requireUnended, type WantedDraw } from './round-ends.ts'
import { roundRows } from './round-rows.ts'
import { roundKindWords } from './round-words.ts'
import { createSettlement } from './settlement.ts'

interface ChannelCause extends Cause {
  readonly channel: Channel
}

/** Which round is meant: by its id; without one the newest that is in the right state. */
export type RoundReference = number | undefined

/** What remains to be written after everything outside is done. */
type Finish<T> = (tx: Writer) => Promise<T>

export type Rounds = ReturnType<typeof createRounds>

/** Giveaways, polls, predictions and trivia: opened, entered, closed, and drawn or counted. */
export function createRounds(needs: {
  db: Database
  clock: Clock
  bus: Bus
  log: Log
  events: Events
  points: Points
  polls: Polls
  viewers: Viewers
  secret: () => string
}) {
  const { db, clock, bus, events, viewers } = needs
  const settlement = createSettlement(needs)
  const seeds = createGiveawaySeeds(needs)
  const ends = createRoundEnds({ ...needs, settlement, seeds })
  const platformRounds = createPlatformRounds(needs)
  const queue = createEntryQueue({ ...needs, enter: enterTogether })

  async function get(reader: Reader, channelId: number, id: RoundReference, statuses: readonly RoundStatus[]) {
    if (id !== undefined) {
      const round = await roundRows.find(reader, channelId, id)
      if (round !== undefined) return round
      throw new Failure('round_not_found', { message: roundErrors.notFound.of({ id: String(id) }) })
    }
    for (const status of statuses) {
      const [newest] = await roundRows.list(reader, channelId, status, 1)
      if (newest !== undefined) return newest
    }
    const message = statuses.length === 1 ? roundErrors.noneOpen.of() : roundErrors.noneToEnd.of()
    throw new Failure('round_not_found', { message })
  }

  const unended = ['open', 'closed'] as const

  async function requirePlace(reader: Reader, channelId: number, word: string | undefined): Promise<void> {
    const open = await roundRows.list(reader, channelId, 'open', roundLimits.open)
    if (open.length >= roundLimits.open) throw invalid(roundErrors.tooManyOpen.of({ max: roundLimits.open }))
    if (word === undefined) return
    const other = open.find(({ entry }) => entry.word !== undefined && wordKey(entry.word) === wordKey(word))
    if (other !== undefined) throw invalid(roundErrors.wordTaken.of({ title: other.title, word }))
  }

  /** A trivia round ends with the last answer that wins. */
  async function enterTogether(
    tx: Writer,
    channelId: number,
    round: Round,
    wanted: readonly { readonly viewerId: number; readonly entry: WantedEntry }[],
  ): Promise<Outcome[]> {
    const cause = { channel: { id: channelId }, actor: `round:${round.id}`, requestId: '' }
    const found: { viewer: Viewer; entry: WantedEntry }[] = []
    for (const { viewerId, entry } of wanted) {
      found.push({ viewer: await viewers.getKnown(tx, channelId, viewerId), entry })
    }
    return (await enterAll(tx, cause, round, found)).outcomes
  }

  async function enterAll(
    tx: Writer,
    cause: Cause,
    round: Round,
    wanted: readonly { readonly viewer: Viewer; readonly entry: WantedEntry }[],
  ): Promise<{ round: Round; outcomes: Outcome[] }> {
    const done = await writeEntries({ ...needs, now: clock.now() }, tx, cause, round, wanted)
    const { kind, entries, winners, status } = done.round
    const isAnswered = kind === 'trivia' && status === 'open' && entries >= winners
    return isAnswered ? { ...done, round: await ends.close(tx, cause, done.round) } : done
  }

  /** The round that the platform has changed, as its report says. */
  async function followed(tx: Writer, cause: Cause, round: Round, state: Parameters<typeof platformRounds.follow>[3]) {
    return (await platformRounds.follow(tx, cause, round.platform ?? 'twitch', state)) ?? round
  }

  async function reread(tx: Writer, channelId: number, { id }: Round): Promise<Round> {
    return get(tx, channelId, id, [])
  }

  return {
    /** For a platform's own round this starts it there; the result writes the round. */
    async prepareOpen(cause: ChannelCause, wanted: NewRound): Promise<Finish<Round>> {
      const checked = checkNew(wanted)
      const channelId = cause.channel.id
      const { platform } = wanted
      const word = platform === undefined ? (checked.entry.word ?? defaultWords[checked.kind] ?? undefined) : undefined
      // Before anything happens outside; and again in the transaction, because somebody else may open one meanwhile.
      await requirePlace(db, channelId, word)
      const outside = platform === undefined ? undefined : await platformRounds.open(cause.channel, checked)
      return async (tx) => {
        const { kind, title, options, entry, winners, prize, seconds } = checked
        await requirePlace(tx, channelId, word)
        const now = clock.now()
        const id = await tx.next('round', channelId)
        const draw = kind === 'giveaway' ? seeds.commit(channelId, id) : { sealedSeed: null, commitment: null }
        const { word: _word, ...rest } = entry
        const opened = {
          kind,
          title,
          options,
          entry: word === undefined ? rest : { ...rest, word },
          winners,
          prize,
          ...draw,
          platform: platform ?? null,
          externalId: outside?.externalId ?? null,
          tally: Array.from({ length: Math.max(options.length, 1) }, () => ({ entries: 0, points: 0 })),
          closesAt: outside?.closesAt ?? (seconds === undefined ? null : now + seconds * 1000),
        }
        await roundRows.insert(tx, channelId, id, opened, now)
        const shown = shownOptions({ kind, status: 'open', options })
        const { commitment, closesAt: closes_at } = opened
        const data = {
          id,
          kind,
          title,
          options: shown,
          word: word ?? null,
          price: entry.price,
          prize,
          closes_at,
          commitment,
        }
        await events.appendNew(tx, cause, { kind: 'round.opened', data })
        tx.onCommit(() => bus.publish('rounds-changed', { channelId }))
        return get(tx, channelId, id, [])
      }
    },

    /** The viewer must be as this transaction sees it. Throws where the entry is refused. */
    async enter(tx: Writer, cause: Cause, id: RoundReference, viewer: Viewer, entry: WantedEntry): Promise<Round> {
      const round = await get(tx, cause.channel.id, id, ['open'])
      if (round.platform !== null) throw new Failure('round_not_open', { message: roundErrors.platformEntry.of() })
      const { round: after, outcomes } = await enterAll(tx, cause, round, [{ viewer, entry }])
      const [outcome] = outcomes
      if (outcome instanceof Failure) throw outcome
      return after
    },

    /** Enters together with whoever enters at the same moment. */
    async enterSoon(channelId: number, roundId: number, viewerId: number, entry: WantedEntry): Promise<Outcome> {
      return queue.add(channelId, { roundId, viewerId, entry })
    },

    async getOpen(channelId: number, id: RoundReference): Promise<Round> {
      return get(db, channelId, id, ['open'])
    },

    async prepareClose(cause: ChannelCause, id: RoundReference): Promise<Finish<Round>> {
      const channelId = cause.channel.id
      const found = await get(db, channelId, id, ['open'])
      requireUnended(found)
      if (found.platform !== null && found.status === 'open') {
        const state = await platformRounds.close(cause.channel, found)
        return (tx) => followed(tx, cause, found, state)
      }
      return async (tx) => {
        const round = await reread(tx, channelId, found)
        if (round.status === 'open') return ends.close(tx, cause, round)
        requireUnended(round)
        // To close a closed round again changes nothing.
        return round
      }
    },

    /** Without asking its platform, which could not be reached. */
    async closeHere(tx: Writer, cause: Cause, id: number): Promise<void> {
      const round = await get(tx, cause.channel.id, id, [])
      if (round.status === 'open') await ends.close(tx, cause, round)
    },

    /** Closes the round if it is open. */
    async prepareDraw(
      cause: ChannelCause,
      id: RoundReference,
      wanted: WantedDraw,
    ): Promise<Finish<{ round: Round; winners: readonly Winner[] }>> {
      const channelId = cause.channel.id
      const found = await get(db, channelId, id, wanted.again === true ? ['drawn'] : unended)
      if (found.platform !== null) {
        requireUnended(found)
        const state = await platformRounds.draw(cause.channel, found, wanted.option)
        return async (tx) => ({ round: await followed(tx, cause, found, state), winners: [] })
      }
      const entries = await ends.prepareDraw(cause, found, wanted)
      return async (tx) => ends.draw(tx, cause, await reread(tx, channelId, found), wanted, entries)
    },

    async prepareCancel(
      cause: ChannelCause,
      id: RoundReference,
    ): Promise<Finish<{ round: Round; refunded: number; points: number }>> {
      const channelId = cause.channel.id
      const found = await get(db, channelId, id, unended)
      requireUnended(found)
      if (found.platform === null) {
        return async (tx) => {
          const round = await reread(tx, channelId, found)
          const back = await ends.cancel(tx, cause, round)
          return { round: await reread(tx, channelId, round), ...back }
        }
      }
      const state = await platformRounds.cancel(cause.channel, found)
      return async (tx) => {
        const round = await followed(tx, cause, found, state)
        const ended = round.status === 'cancelled' ? round : await platformRounds.cancelHere(tx, cause, round)
        const points = ended.tally.reduce((sum, one) => sum + one.points, 0)
        return { round: ended, refunded: ended.kind === 'prediction' ? ended.entries : 0, points }
      }
    },

    /** What a platform reports about its polls and predictions, in the transaction that stores the report. */
    follow: platformRounds.follow,

    /** Newest first, with the winners. */
    async list(channelId: number, wanted: { readonly status?: RoundStatus | undefined; readonly limit: number }) {
      const rounds = await roundRows.list(db, channelId, wanted.status, wanted.limit)
      return Promise.all(
        rounds.map(async (round) => ({
          round,
          winners: round.status === 'drawn' ? await roundRows.winners(db, channelId, round.id) : [],
        })),
      )
    },

    get: (channelId: number, id: number): Promise<Round> => get(db, channelId, id, []),
    winners: (channelId: number, id: number): Promise<Winner[]> => roundRows.winners(db, channelId, id),

    settleRest: settlement.settleRest,

    /** Resolves when no entry waits and nothing is being paid. */
    async settled(): Promise<void> {
      await queue.settled()
      await settlement.settled()
    },
  }
}

const optionRules = { poll: 2, prediction: 2, trivia: 1 } as const

/** The rules that the schema cannot express. */
function checkNew(wanted: NewRound): NewRound {
  const { kind, entry } = wanted
  const options = wanted.options.map((option) => option.trim())
  if (kind === 'giveaway') {
    if (options.length > 0) throw invalid(roundErrors.noOptions.of())
  } else {
    const [min, max] = [optionRules[kind], roundLimits.options[kind]]
    if (options.length < min) throw invalid(roundErrors.optionsRequired.of({ kind: roundKindWords[kind], min }))
    if (options.length > max) throw invalid(roundErrors.tooManyOptions.of({ kind: roundKindWords[kind], max }))
    const twice = options.find((option, index) =>
      options.some((one, at) => at < index && wordKey(one) === wordKey(option)),
    )
    if (twice !== undefined && kind !== 'trivia') throw invalid(roundErrors.sameOption.of({ option: twice }))
  }
  if (entry.word !== undefined && /\s/.test(entry.word.trim())) throw invalid(roundErrors.wordSpaces.of())
  if (entry.min_points > entry.max_points) throw invalid(roundErrors.minAboveMax.of())
  return { ...wanted, options }
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}

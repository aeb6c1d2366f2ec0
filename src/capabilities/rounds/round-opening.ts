import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Cause, Events } from '../events/events.ts'
import { defaultWords, roundLimits } from './contract/rounds.ts'
import { getRoundById } from './find-round.ts'
import type { GiveawaySeeds } from './giveaway-seeds.ts'
import { roundErrors } from './messages.ts'
import { wordKey } from './open-words.ts'
import type { PlatformRounds } from './platform-rounds.ts'
import { type NewRound, type Round, shownOptions } from './round.ts'
import type { Announce } from './round-announcer.ts'
import { roundRows } from './round-rows.ts'
import { roundKindWords } from './round-words.ts'

const optionRules = { poll: 2, prediction: 2, trivia: 1 } as const

/** Opens rounds: here, or on the platform that is to run them. */
export function createRoundOpening(needs: {
  db: Database
  clock: Clock
  bus: Bus
  events: Events
  seeds: GiveawaySeeds
  platformRounds: Pick<PlatformRounds, 'open'>
  announce: Announce
}) {
  const { db, clock, bus, events, seeds, platformRounds, announce } = needs

  /** For a platform's own round this starts it there; the result writes the round. */
  return async function prepareOpen(
    cause: Cause & { readonly channel: Channel },
    wanted: NewRound,
  ): Promise<(tx: Writer) => Promise<Round>> {
    const checked = checkNew(wanted)
    const channelId = cause.channel.id
    const { platform } = wanted
    const word = platform === undefined ? (checked.entry.word ?? defaultWords[checked.kind] ?? undefined) : undefined
    // Before anything happens outside; and again in the transaction, because somebody else may open one meanwhile.
    await requirePlace(db, channelId, word)
    const outside = platform === undefined ? undefined : await platformRounds.open(cause.channel, checked)
    return async (tx) => {
      const { kind, title, options, entry, winners, prize, seconds, isAnnounced } = checked
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
        // A platform announces what it runs.
        isAnnounced: isAnnounced && platform === undefined,
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
      const round = await getRoundById(tx, channelId, id)
      tx.onCommit(() => {
        bus.publish('rounds-changed', { channelId })
        announce(channelId, round, 'opened')
      })
      return round
    }
  }
}

/** Few rounds are open at once, and each has a word of its own. */
async function requirePlace(reader: Reader, channelId: number, word: string | undefined): Promise<void> {
  const open = await roundRows.list(reader, channelId, { status: 'open', limit: roundLimits.open })
  if (open.length >= roundLimits.open) throw invalid(roundErrors.tooManyOpen.of({ max: roundLimits.open }))
  if (word === undefined) return
  const other = open.find(({ entry }) => entry.word !== undefined && wordKey(entry.word) === wordKey(word))
  if (other !== undefined) throw invalid(roundErrors.wordTaken.of({ title: other.title, word }))
}

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

import { Failure } from '../../contract/failures.ts'
import { maxNameLength } from '../../contract/fields.ts'
import { platforms } from '../../contract/platforms.ts'
import { integer, type ObjectSchema, oneOf, optional, type Static, text, withDefault } from '../../contract/schema.ts'
import type { Database } from '../../storage/database.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { Clips } from '../clips/clips.ts'
import type { Effects } from '../effects/effects.ts'
import type { Moderation } from '../moderation/moderation.ts'
import type { MusicControl } from '../music/music-control.ts'
import type { Points } from '../points/points.ts'
import type { Speech } from '../speech/speech.ts'
import type { VoiceEffects } from '../speech/voice-effects.ts'
import type { Games } from '../stream/games.ts'
import type { Stream } from '../stream/stream.ts'
import type { StreamLooks } from '../stream/stream-looks.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { WatchTime } from '../watch-time/watch-time.ts'
import type { Commands } from './commands.ts'
import type { Detail, Stage } from './run.ts'

/** What steps work with. */
export interface Tools {
  readonly db: Database
  readonly alerts: Alerts
  readonly clips: Clips
  readonly commands: Commands
  readonly effects: Effects
  readonly games: Games
  readonly moderation: Moderation
  readonly musicControl: MusicControl
  readonly points: Points
  readonly speech: Speech
  readonly stream: Stream
  readonly streamLooks: StreamLooks
  readonly viewers: Viewers
  readonly voiceEffects: VoiceEffects
  readonly watchTime: WatchTime
  /** The day it is in the channel. */
  today(timeZone: string): string
}

export interface StepType {
  /** For the documents: what it does and how it is written. */
  readonly means: string
  readonly example: Readonly<Record<string, unknown>>
  readonly fields: ObjectSchema
  /** Its parts have limits of time of their own, so that one slow platform does not hide what the others did. */
  readonly timesItself: boolean
  run(fields: unknown, stage: Stage, tools: Tools): Promise<Detail>
}

export function step<F extends ObjectSchema>(definition: {
  readonly means: string
  readonly example: Readonly<Record<string, unknown>>
  readonly fields: F
  readonly timesItself?: boolean
  run(fields: Static<F>, stage: Stage, tools: Tools): Promise<Detail>
}): StepType {
  const { run, timesItself = false, ...rest } = definition
  return { ...rest, timesItself, run: (given, stage, tools) => run(given as Static<F>, stage, tools) }
}

export function wrong(message: string): Failure {
  return new Failure('invalid_parameter', { message })
}

/** The longest timeout that all platforms take. */
export const maxTimeoutMinutes = 7 * 24 * 60

/** Fields that several steps share. */
export const words = text({ cleaning: 'line' })
export const name = text({ max: maxNameLength, cleaning: 'name' })
export const reason = withDefault(text({ max: 500, cleaning: 'line' }), '')
export const platform = optional(oneOf(platforms))
export const commandReference = {
  id: optional(integer()),
  command: optional(text({ max: maxNameLength, cleaning: 'line' })),
}

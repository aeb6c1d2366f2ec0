import type { Clock } from '../../kernel/ambient.ts'
import type { Topic } from '../../kernel/bus/bus.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { LoggedEvent } from '../../registry/events.ts'
import type { LiveEvent } from '../../registry/live-events.ts'
import type { Music } from '../music/music.ts'
import type { MusicControl } from '../music/music-control.ts'
import type { RoundRecords } from '../rounds/round-records.ts'
import type { Rounds } from '../rounds/rounds.ts'
import type { Settings } from '../settings/settings.ts'
import type { ShowViews } from '../shows/show-view.ts'
import type { Shows } from '../shows/shows.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import type { Values } from '../values/values.ts'
import type { createRanking } from '../viewers/ranking.ts'
import type { WatchTime } from '../watch-time/watch-time.ts'
import type { SourceData, SourceName, SourceParams, SourcePatch } from './contract/widgets/sources.ts'
import type { PeriodSums } from './period-sums.ts'
import type { Periods } from './periods.ts'

type Ranking = ReturnType<typeof createRanking>

/** What sources read from. */
export interface SourceNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly settings: Settings
  readonly values: Values
  readonly rankings: { readonly points: Ranking; readonly watch: Ranking }
  readonly watchTime: WatchTime
  readonly platforms: Platforms
  readonly streamStates: StreamStates
  readonly music: Music
  readonly musicControl: MusicControl
  readonly rounds: Rounds
  readonly roundRecords: RoundRecords
  readonly shows: Shows
  readonly showViews: ShowViews
  readonly periods: Periods
  readonly sums: PeriodSums
}

/** What an event means for a source: nothing, that its data must be read again, or a small change of the data. */
export type SourceOutcome<Patch> = 'nothing' | 'again' | { readonly patch: Patch }

/** Messages of the bus that make a source read again. */
export type SourceTopic = Extract<
  Topic,
  'player-changed' | 'show-changed' | 'rounds-changed' | 'accounts-changed' | 'settings-changed'
>

/** How patches are put together, so that a thousand events a second become ten messages. */
export interface PatchRules<Data, Patch> {
  readonly everyMs: number
  /** What waits to be sent, with one more patch. */
  add(waiting: Patch | undefined, patch: Patch): Patch
  /** What is sent now, and what has to wait for the next time. */
  take(waiting: Patch): { readonly now: Patch; readonly later: Patch | undefined }
  /** The data after the patch, and the patch without what the data has already; undefined if nothing is left. */
  apply(data: Data, patch: Patch): { readonly data: Data; readonly patch: Patch | undefined }
}

export interface SourceReader<Params, Data, Patch> {
  /** A snapshot. Bounded: it is read while a stream runs. */
  read(needs: SourceNeeds, channel: Channel, params: Params): Promise<Data>
  onEvent?(event: LoggedEvent, params: Params): SourceOutcome<Patch>
  /** For an event that is not stored. */
  onLive?(event: LiveEvent, params: Params): SourceOutcome<Patch>
  /** Nothing of this person may be seen any more. Without it the source is read again. */
  onErased?(person: { readonly platform: Platform; readonly userId: string }): SourceOutcome<Patch>
  readonly topics?: readonly SourceTopic[]
  /** The least time between two reads, if they cost more than others. */
  intervalMs?(params: Params): number | undefined
  /** After how long the data changes by itself; undefined if it does not. */
  staleAfterMs?(data: Data, params: Params, channel: Channel, now: number): number | undefined
  /** For each subscription. */
  patches?(): PatchRules<Data, Patch>
  /** The data exists in memory only, so that reading again would lose it. */
  readonly isUnstored?: true
}

export type Source<N extends SourceName> = SourceReader<SourceParams<N>, SourceData<N>, SourcePatch<N>>

/** A source whose types are not told apart: its parameters were checked by the schema of the same definition. */
export type AnySource = SourceReader<object, object, object>

export function defineSourceReader<N extends SourceName>(_name: N, source: Source<N>): Source<N> {
  return source
}

import { supportEvents } from '../capabilities/activity/contract/events.ts'
import { aiEvents } from '../capabilities/ai/contract/events.ts'
import { alertEvents } from '../capabilities/alerts/contract/events.ts'
import { automationsEvents } from '../capabilities/automations/contract/events.ts'
import { backupEvents } from '../capabilities/backups/contract/events.ts'
import { changeLogEvents } from '../capabilities/change-log/contract/events.ts'
import { chatEvents } from '../capabilities/chat/contract/events.ts'
import { receivedChatEvents } from '../capabilities/chat/contract/received-events.ts'
import { commandsEvents } from '../capabilities/commands/contract/events.ts'
import { connectionEvents } from '../capabilities/connections/contract/events.ts'
import { decksEvents } from '../capabilities/decks/contract/events.ts'
import { discordEvents } from '../capabilities/discord/contract/events.ts'
import { donationsEvents } from '../capabilities/donations/contract/events.ts'
import { effectEvents } from '../capabilities/effects/contract/events.ts'
import { extensionEvents } from '../capabilities/extension/contract/events.ts'
import { keysEvents } from '../capabilities/keys/contract/events.ts'
import { chatModeEvents } from '../capabilities/moderation/contract/chat-mode-events.ts'
import { moderationEvents } from '../capabilities/moderation/contract/events.ts'
import { musicEvents } from '../capabilities/music/contract/events.ts'
import { obsEvents } from '../capabilities/obs/contract/events.ts'
import { outgoingEvents } from '../capabilities/outgoing/contract/events.ts'
import { overlayEvents } from '../capabilities/overlay/contract/events.ts'
import { peopleEvents } from '../capabilities/people/contract/events.ts'
import { pointsEvents } from '../capabilities/points/contract/events.ts'
import { pollsEvents } from '../capabilities/polls/contract/events.ts'
import { rewardsEvents } from '../capabilities/rewards/contract/events.ts'
import { roundsEvents } from '../capabilities/rounds/contract/events.ts'
import { serviceSetupEvents } from '../capabilities/service-setups/contract/events.ts'
import { settingsEvents } from '../capabilities/settings/contract/events.ts'
import { showsEvents } from '../capabilities/shows/contract/events.ts'
import { signInEvents } from '../capabilities/sign-in/contract/events.ts'
import { channelEvents, standingEvents } from '../capabilities/stream/contract/channel-events.ts'
import { streamEvents } from '../capabilities/stream/contract/events.ts'
import { uploadEvents } from '../capabilities/uploads/contract/events.ts'
import { valuesEvents } from '../capabilities/values/contract/events.ts'
import { viewersEvents } from '../capabilities/viewers/contract/events.ts'
import { voiceEvents } from '../capabilities/voice/contract/events.ts'
import { vtsEvents } from '../capabilities/vts/contract/events.ts'
import { watchTimeEvents } from '../capabilities/watch-time/contract/events.ts'
import { webhooksEvents } from '../capabilities/webhooks/contract/events.ts'
import { widgetEvents } from '../capabilities/widgets/contract/events.ts'
import type { EventDefinition, ReferencesOf } from '../definitions/define-event.ts'
import type { Static } from '../kernel/schema/schema.ts'
import type { Platform } from '../platforms/contract/platforms.ts'

/** Every kind of event, by area. */
export const eventDefinitions = [
  ...aiEvents,
  ...automationsEvents,
  ...channelEvents,
  ...receivedChatEvents,
  ...chatModeEvents,
  ...standingEvents,
  ...chatEvents,
  ...moderationEvents,
  ...commandsEvents,
  ...alertEvents,
  ...effectEvents,
  ...uploadEvents,
  ...decksEvents,
  ...changeLogEvents,
  ...discordEvents,
  ...donationsEvents,
  ...keysEvents,
  ...musicEvents,
  ...obsEvents,
  ...vtsEvents,
  ...outgoingEvents,
  ...overlayEvents,
  ...peopleEvents,
  ...signInEvents,
  ...pointsEvents,
  ...watchTimeEvents,
  ...pollsEvents,
  ...rewardsEvents,
  ...roundsEvents,
  ...settingsEvents,
  ...connectionEvents,
  ...extensionEvents,
  ...backupEvents,
  ...serviceSetupEvents,
  ...showsEvents,
  ...streamEvents,
  ...supportEvents,
  ...valuesEvents,
  ...viewersEvents,
  ...voiceEvents,
  ...webhooksEvents,
  ...widgetEvents,
] as const

type Definition = (typeof eventDefinitions)[number]
type DefinitionOf<K extends EventKind> = Extract<Definition, { readonly kind: K }>

export type EventKind = Definition['kind']
/** The part of a kind before the dot: what the event is about. */
export type EventArea = EventKind extends infer K ? (K extends `${infer Area}.${string}` ? Area : K) : never
export type EventData<K extends EventKind> = Static<DefinitionOf<K>['data']>

type NewEventOf<D> =
  D extends EventDefinition<infer K, infer S, infer R>
    ? { readonly kind: K; readonly data: Static<S>; readonly texts?: EventTexts | undefined } & ReferencesOf<R>
    : never

/**
 * Fields of the data that are texts, in their stored form, by their path: `error`, or `steps.0.message` inside a list. The
 * data has them in English, for programs; a person reads them in the own language.
 */
export type EventTexts = Readonly<Record<string, string>>

/** What `append` takes: a kind with the data and references that its definition asks for. */
export type NewEvent = NewEventOf<Definition>

interface EventRecord {
  /** The place in the channel's log. */
  readonly seq: number
  readonly platform: Platform | null
  readonly viewerId: number | null
  readonly actor: string
  readonly requestId: string
  readonly at: number
  readonly texts?: EventTexts | undefined
}

/** A row that this version has no definition for, or whose data is not what the definition says. */
export interface UnknownEvent extends EventRecord {
  readonly kind: 'unknown'
  readonly storedKind: string
  readonly data: Readonly<Record<string, unknown>>
}

export type KnownEvent = {
  [K in EventKind]: EventRecord & { readonly kind: K; readonly data: EventData<K> }
}[EventKind]

/** One row of the event log, told apart by its kind. */
export type LoggedEvent = KnownEvent | UnknownEvent

/** The row as the panel gets it. */
export interface SentEvent extends Omit<EventRecord, 'texts'> {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

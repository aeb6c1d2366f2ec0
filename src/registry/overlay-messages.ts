import type {
  AlertEmblem,
  AlertEntrance,
  AlertExit,
  AlertLayout,
  AlertSize,
} from '../capabilities/alerts/contract/alert-cards.ts'
import type { DonationStyle } from '../capabilities/donations/contract/donation-variants.ts'
import type { EffectType } from '../capabilities/effects/contract/effects.ts'
import type { ObsOutput } from '../capabilities/obs/contract/obs.ts'
import type { CardExtras, Cue, CueAudio, CueSound } from '../capabilities/overlay/contract/cues.ts'
import type { OverlaySettingValues } from '../capabilities/overlay/contract/overlay-settings.ts'
import type { PlayerState } from '../capabilities/overlay/contract/player.ts'
import type { SourceMessage } from '../capabilities/overlay/contract/source.ts'
import type { VoiceEffectName } from '../capabilities/voice/contract/voice-effects.ts'
import type { WidgetPlace } from '../capabilities/widgets/contract/widget-place.ts'
import type { Catalogue } from '../kernel/text/message.ts'
import { isReason } from './check-page-reason.ts'

export interface TtsPayload extends CardExtras {
  readonly username: string
  readonly text: string
  /** Without it the card stands for the time it takes to read. */
  readonly audio?: CueAudio
  /** How it is spoken; else the voice effect that was last announced, while it lasts. */
  readonly voice_effect?: VoiceEffectName
}

export interface AudioAlertPayload extends CardExtras {
  readonly alert: number
  readonly name: string
  readonly username: string
  /** The price, shown on the card when above 0. */
  readonly points?: number
}

/** How a card is drawn and moves. Attributes of the card say so to the stylesheets. */
export interface CardShape {
  readonly layout?: AlertLayout
  readonly size?: AlertSize
  readonly enter?: AlertEntrance
  readonly leave?: AlertExit
  /** Where there is no picture. */
  readonly emblem?: AlertEmblem
}

/** What happened on a platform: `text` says it, and `username` is highlighted where it occurs in it. */
export interface EventAlertPayload extends CardExtras, CardShape {
  readonly text: string
  readonly username: string
  /** Shown large, such as the number of viewers of a raid. */
  readonly figure?: string
  /** What the viewer wrote. */
  readonly message: string
  /** The message spoken, after the sound. */
  readonly audio?: CueAudio
  /** A built-in effect that runs along. */
  readonly effect?: EffectType
}

export interface DonationPayload extends CardExtras, CardShape {
  readonly amount: number
  /** What the card says, with `displayname` highlighted where it occurs in it; without it, only the name. */
  readonly text?: string
  /** A code (`EUR`) or a symbol (`€`). */
  readonly currency: string
  readonly displayname: string
  readonly message: string
  /** The message spoken, after the sound. */
  readonly audio?: CueAudio
  /** How it is shown; without it the page goes by the variants in its settings, their sound and effect too. */
  readonly style?: DonationStyle
  /** A built-in effect that runs along; only with `style`. */
  readonly effect?: EffectType
}

/** Exactly what an effect is given. `docs/overlay.md` describes the content of `effect_settings`. */
export interface EffectPayload {
  readonly action: string
  readonly overlay_id: string
  readonly effect_type: string
  readonly effect_settings: Readonly<Record<string, unknown>>
  readonly data: Readonly<Record<string, unknown>>
}

/** How a donation from `minimum` on is shown; of several that fit, the one with the highest minimum. */
export interface DonationVariant {
  /** In `currency`; without one, for any currency, in what is about dollars. */
  readonly minimum: number
  readonly currency?: string
  readonly style?: DonationStyle
  /** In place of the sound in the cue. */
  readonly sound?: CueSound
  /** A built-in effect that runs along. */
  readonly effect?: EffectType
}

/** Everything may be missing, on both levels. */
type LeftOut<T> = { readonly [K in keyof T]?: T[K] extends object ? Partial<T[K]> : T[K] }

/** The settings of the page. Everything may be left out; what is not valid counts as left out. */
export interface OverlaySettings extends LeftOut<Omit<OverlaySettingValues, 'custom_css'>> {
  readonly donationVariants?: readonly DonationVariant[]
  /** The broadcaster's own stylesheet, served by this server as text/css. */
  readonly customCssUrl?: string
}

/** Colours all speech until then, by the server's clock. */
export interface VoiceEffect {
  readonly effect: VoiceEffectName
  readonly endsAt: number
}

/** A widget as a page draws it. */
export interface StageWidget {
  readonly id: number
  readonly type: string
  /** As stored, with the addresses of files. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly place: WidgetPlace
  /** The live data that it shows, by the keys of `source` messages. */
  readonly sources: readonly { readonly source: string; readonly key: string }[]
  /** The page shows this widget alone, which fills it. */
  readonly isAlone?: true
}

/** What a page must know before anything else; it goes with the welcome, and each part alone when it changes. */
export interface StageState {
  readonly settings?: OverlaySettings
  /** While paused the page finishes what it shows and begins nothing new; effects and music go on. */
  readonly paused?: boolean
  readonly voice?: VoiceEffect | null
  /** Taken off while the page may have been away: the newest such ids, which it forgets if it still holds them. */
  readonly takenBack?: readonly string[]
  /** Addresses of sounds that may be needed next: the page loads them now, so that none is loaded when it is played. */
  readonly sounds?: readonly string[]
  /** Texts that viewers read, in the language of the channel; without it they are English. */
  readonly texts?: Catalogue
}

/**
 * Everything that is said on the overlay socket, for both ends. The page may put several messages into one frame, as a
 * list: a burst of receipts then stays far below the limit on frames.
 */
export const controlActions = ['pause', 'resume', 'skip', 'clear'] as const

export type ByeReason =
  | 'shutting_down'
  | 'link_rolled'
  | 'invalid_link'
  | 'too_many_pages'
  | 'replaced'
  | 'too_many_messages'
  | 'bad_message'
  | 'hello_expected'

export type ServerMessage =
  /** `last` is where the page stands now; `now` lets it reckon with the server's clock. */
  | ({
      readonly type: 'welcome'
      readonly last: number
      readonly now: number
      readonly heartbeatMs: number
    } & StageState)
  | ({ readonly type: 'cue' } & Cue)
  /** No page confirmed the cue in time, and its caller got an error: a page that has it removes it. */
  | { readonly type: 'cancel'; readonly id: string }
  | { readonly type: 'player'; readonly state: PlayerState }
  | { readonly type: 'settings'; readonly settings: OverlaySettings }
  /** The language of the channel has changed; without texts it is English. */
  | { readonly type: 'texts'; readonly texts?: Catalogue }
  /** `skip` ends what is on screen, or the one with that id wherever it is; `clear` ends and forgets everything. */
  | { readonly type: 'control'; readonly action: (typeof controlActions)[number]; readonly id?: string }
  | { readonly type: 'voice-effect'; readonly voice: VoiceEffect | null }
  /** The sounds to load in advance have changed. */
  | { readonly type: 'sounds'; readonly sounds: readonly string[] }
  /** The widgets of this page, those behind others first: after the welcome and when they change. Their data follows. */
  | { readonly type: 'widgets'; readonly widgets: readonly StageWidget[] }
  | SourceMessage
  | ObsAction
  | { readonly type: 'ping' }
  | { readonly type: 'bye'; readonly reason: ByeReason }

export interface Hello {
  readonly type: 'hello'
  readonly token: string
  /** The page's own name for itself: a second socket under it takes the place of the first. */
  readonly page: string
  readonly only?: string
  /** Without it the page remembers nothing and gets what still waits to be shown by any page. */
  readonly last?: number
  /** By the key of a source, the last message that the page has of it. */
  readonly seen?: Readonly<Record<string, number>>
}

export type Report =
  | { readonly type: 'received' | 'shown' | 'finished'; readonly id: string }
  | { readonly type: 'failed'; readonly id: string; readonly reason: string }

/** Something about an item went wrong and it went on without: a broken image, an effect that was stopped. */
export interface Warning {
  readonly type: 'warning'
  /** The delivery, `song_<id>`, or `widget_<id>` of a widget that was removed from the page. */
  readonly id: string
  readonly reason: string
}

/** What the page inside OBS knows about OBS, as far as the page permissions of its browser source go. */
export interface ObsReport {
  readonly type: 'obs'
  /** From 0 (nothing) to 5 (everything). */
  readonly level: number
  /** Whether the browser source is in the scene on air; null until OBS says so. */
  readonly active: boolean | null
  readonly scene: string | null
  readonly scenes: readonly string[]
  readonly streaming: boolean
  readonly recording: boolean
  readonly paused: boolean
  readonly replay_buffer: boolean
  readonly virtual_camera: boolean
  /** How many replays were saved while the page was open. */
  readonly replays: number
}

/** Asks the page with that name to act in OBS. What came of it is in its next report. */
export interface ObsAction {
  readonly type: 'obs'
  readonly page: string
  readonly action: 'scene' | 'replay' | 'pause-record' | 'resume-record' | `${'start' | 'stop'}-${ObsOutput}`
  readonly scene?: string
}

/** A patch is missing: asks for a snapshot of the source. */
export interface SourceRequest {
  readonly type: 'source-again'
  readonly key: string
}

export type PageMessage = Hello | Report | Warning | ObsReport | SourceRequest | { readonly type: 'pong' }

export const maxMessagesPerFrame = 100

/** What a page sent, or undefined when any of it is not exactly what a page may say. */
export function parsePageFrame(text: string): readonly PageMessage[] | undefined {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return undefined
  }
  const parts = Array.isArray(frame) ? frame : [frame]
  if (parts.length === 0 || parts.length > maxMessagesPerFrame) return undefined
  const messages: PageMessage[] = []
  for (const part of parts) {
    const message = parsePageMessage(part)
    if (message === undefined) return undefined
    messages.push(message)
  }
  return messages
}

function parsePageMessage(part: unknown): PageMessage | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  const fields = part as Readonly<Record<string, unknown>>
  switch (fields.type) {
    case 'hello':
      return parseHello(fields)
    case 'received':
    case 'shown':
    case 'finished':
      return hasOnly(fields, ['type', 'id']) && isId(fields.id) ? { type: fields.type, id: fields.id } : undefined
    case 'failed':
    case 'warning':
      return hasOnly(fields, ['type', 'id', 'reason']) && isId(fields.id) && isReason(fields.reason, 'overlay')
        ? { type: fields.type, id: fields.id, reason: fields.reason }
        : undefined
    case 'obs':
      return parseObsReport(fields)
    case 'source-again':
      return hasOnly(fields, ['type', 'key']) && isLine(fields.key, 500)
        ? { type: 'source-again', key: fields.key }
        : undefined
    case 'pong':
      return hasOnly(fields, ['type']) ? { type: 'pong' } : undefined
    default:
      return undefined
  }
}

function parseHello(fields: Readonly<Record<string, unknown>>): Hello | undefined {
  const { token, page, only, last, seen } = fields
  if (!hasOnly(fields, ['type', 'token', 'page', 'only', 'last', 'seen'])) return undefined
  if (!isLine(token, 200) || !isId(page)) return undefined
  if (only !== undefined && !isLine(only, 100)) return undefined
  if (last !== undefined && !(Number.isSafeInteger(last) && (last as number) >= 0)) return undefined
  if (seen !== undefined && !isSeen(seen)) return undefined
  return {
    type: 'hello',
    token,
    page,
    ...(only === undefined ? {} : { only }),
    ...(last === undefined ? {} : { last: last as number }),
    ...(seen === undefined ? {} : { seen }),
  }
}

const maxSeen = 100

function isSeen(value: unknown): value is Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return (
    entries.length <= maxSeen &&
    entries.every(([key, seq]) => isLine(key, 500) && isCount(seq, Number.MAX_SAFE_INTEGER))
  )
}

const maxScenes = 200
const obsFlags = ['streaming', 'recording', 'paused', 'replay_buffer', 'virtual_camera'] as const

function parseObsReport(fields: Readonly<Record<string, unknown>>): ObsReport | undefined {
  const { level, active, scene, scenes, replays } = fields
  if (!hasOnly(fields, ['type', 'level', 'active', 'scene', 'scenes', 'replays', ...obsFlags])) return undefined
  if (!isCount(level, 5) || !isCount(replays, Number.MAX_SAFE_INTEGER)) return undefined
  if (active !== null && typeof active !== 'boolean') return undefined
  if (scene !== null && !isLine(scene, 200)) return undefined
  if (!Array.isArray(scenes) || scenes.length > maxScenes || !scenes.every((name) => isLine(name, 200)))
    return undefined
  if (obsFlags.some((flag) => typeof fields[flag] !== 'boolean')) return undefined
  return fields as unknown as ObsReport
}

function isCount(value: unknown, max: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max
}

function hasOnly(fields: Readonly<Record<string, unknown>>, allowed: readonly string[]): boolean {
  return Object.keys(fields).every((key) => allowed.includes(key))
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,100}$/.test(value)
}

/** One line of text without control characters; the length in UTF-16 units is close enough for a bound. */
function isLine(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= 2 * maxLength && /^[^\p{Cc}\p{Cs}]+$/u.test(value)
}

import type { ClipOrder, ClipResult } from '../capabilities/extension/contract/extension-messages.ts'
import type { TunnelStatus } from '../capabilities/kick-reach/contract/tunnel.ts'
import type { Cue } from '../capabilities/overlay/contract/cues.ts'
import type { ReportedStream, SentListeningState } from '../definitions/listening.ts'
import type { MirrorState } from '../platforms/contract/mirrored-events.ts'
import type { Platform } from '../platforms/contract/platforms.ts'
import type { LoggedEvent } from './events.ts'
import type { LiveEvent } from './live-events.ts'
import type { ObsReport, ServerMessage } from './overlay-messages.ts'

declare module '../kernel/bus/bus.ts' {
  /** What the capabilities say on the bus. */
  interface Topics {
    readonly event: { readonly channelId: number; readonly event: LoggedEvent }
    /** An event that is not stored. */
    readonly 'live-event': { readonly channelId: number; readonly event: LiveEvent }
    readonly 'key-changed': { readonly hash: string }
    /** The name or the time zone of a channel changed. */
    readonly 'channel-changed': { readonly channelId: number }
    readonly 'commands-changed': { readonly channelId: number }
    readonly 'automations-changed': { readonly channelId: number }
    /** Everything of the channel that runs ends now, on every node. */
    readonly 'runs-stopped': { readonly channelId: number }
    /** A node has stopped before all automations that its events start had begun. */
    readonly 'starts-left': Readonly<Record<never, never>>
    /** A round was opened, closed, drawn or cancelled. */
    readonly 'rounds-changed': { readonly channelId: number }
    /** A webhook was created, changed or deleted, or has something to deliver. */
    readonly 'webhooks-changed': { readonly channelId: number }
    readonly 'settings-changed': { readonly channelId: number }
    /** A widget was created, changed or deleted. */
    readonly 'widgets-changed': { readonly channelId: number }
    /** An account of a platform was connected or disconnected. */
    readonly 'accounts-changed': { readonly channelId: number; readonly platform: Platform }
    /** Credentials of services were entered or removed in the panel. */
    readonly 'credentials-changed': Readonly<Record<never, never>>
    /** An account was signed in or out, or has other permissions. */
    readonly 'connection-changed': { readonly channelId: number }
    readonly 'player-changed': { readonly channelId: number }
    /** A show, its position or one of its cues changed. `ownerId` is the channel of the panel, also for its test channel. */
    readonly 'show-changed': {
      readonly channelId: number
      readonly ownerId: number
      readonly showId: number
      readonly runId: number | null
    }
    /** A named clock was started or changed, and reaches its end then. */
    readonly 'clock-ends': { readonly endsAt: number }
    readonly 'overlay-link-rolled': { readonly channelId: number }
    /** An overlay page connected or disconnected. */
    readonly 'presence-changed': { readonly channelId: number }
    readonly 'first-step-done': { readonly channelId: number }
    /** The page that showed these items went away; a page of another node may show them too. */
    readonly 'items-interrupted': { readonly channelId: number; readonly ids: readonly string[] }
    readonly 'delivery-changed': { readonly channelId: number; readonly id: string; readonly isConfirmed?: boolean }
    readonly 'key-used': { readonly ownerId: number; readonly keyId: string; readonly operation: string }
    // Between nodes: overlay pages of all nodes receive the same messages.
    readonly 'stage-cue': { readonly channelId: number; readonly cue: Cue }
    readonly 'stage-cancel': { readonly channelId: number; readonly id: string }
    readonly 'stage-message': {
      readonly channelId: number
      readonly message: Extract<ServerMessage, { type: 'settings' | 'control' | 'voice-effect' | 'obs' }>
    }
    readonly 'pages-announced': {
      readonly nodeId: string
      readonly channelId: number
      readonly shown: readonly (string | null)[]
    }
    /** Whether a channel has a player page on that node. */
    readonly 'player-page-announced': { readonly nodeId: string; readonly channelId: number; readonly isOpen: boolean }
    readonly 'extension-announced': {
      readonly nodeId: string
      readonly channelId: number
      readonly browsers: readonly (readonly [id: string, hasTab: boolean, mirror: MirrorState | null])[]
    }
    readonly 'clip-requested': {
      readonly from: string
      readonly to: string
      readonly id: string
      readonly channelId: number
      readonly wanted: Omit<ClipOrder, 'id' | 'timeoutMs'>
    }
    readonly 'clip-result': { readonly to: string; readonly id: string; readonly result: ClipResult | null }
    /** A chat line is about to be sent, and was sent: `messageId` is null where the platform refused it. */
    readonly 'own-line-begun': { readonly service: string; readonly channelId: number; readonly key: string }
    readonly 'own-line-sent': {
      readonly service: string
      readonly channelId: number
      readonly key: string
      readonly messageId: string | null
      /** Whether the platform's bot of the app said it, which is no account of this server. */
      readonly isOfApp: boolean
    }
    /** The listener status of a channel on the node that listens to it; null when it stopped. */
    readonly 'listener-status-announced': {
      readonly from: string
      readonly service: string
      readonly channelId: number
      readonly status: { readonly state: SentListeningState; readonly stream: ReportedStream | null } | null
    }
    /** What another node knows about the listener status. */
    readonly 'listener-status-updated': {
      readonly to: string
      readonly service: string
      readonly channelId: number
      readonly changes: Partial<SentListeningState>
    }
    readonly 'listener-status-requested': { readonly from: string }
    /** What an overlay page inside OBS reports; null when it is gone. */
    readonly 'obs-page-announced': {
      readonly from: string
      readonly channelId: number
      readonly page: string
      readonly report: ObsReport | null
    }
    /** A change in OBS undoes itself at that time. */
    readonly 'obs-undo-planned': { readonly channelId: number; readonly dueAt: number }
    /** Such changes are undone. */
    readonly 'obs-undone': { readonly channelId: number }
    /** A person wants VTube Studio to ask for its permission again. */
    readonly 'vts-permission-wanted': { readonly channelId: number }
    /** A voice effect ends then, which the node that runs the jobs sees to. */
    readonly 'voice-effect-ends': { readonly endsAt: number }
    /** The effect of this start is over. */
    readonly 'voice-effect-ended': { readonly channelId: number; readonly token: string }
    /** The tunnel of the node that runs it. */
    readonly 'tunnel-announced': { readonly from: string; readonly status: TunnelStatus }
    readonly 'tunnel-requested': { readonly from: string }
    readonly 'pages-requested': { readonly nodeId: string }
    /** Caches forget the viewer, who has no name any more. */
    readonly 'viewer-erased': {
      readonly channelId: number
      readonly platform: Platform
      readonly userId: string
      readonly viewerId: number
    }
    readonly 'session-ended': { readonly id: string }
    /** A browser's clip extension may no longer act for the channel. */
    readonly 'extension-unpaired': { readonly channelId: number; readonly id: string }
  }
}

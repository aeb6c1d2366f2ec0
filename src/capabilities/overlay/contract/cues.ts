import type { OverlaySettingValues } from './overlay-settings.ts'

/** What the overlay is given to show, one item at a time. */
export const cueKinds = ['tts', 'audio-alert', 'event-alert', 'donation', 'effect'] as const
export type CueKind = (typeof cueKinds)[number]

/** What a page can narrow itself to, beside the overlay_id of one effect. */
export const shownKinds = [...cueKinds, 'song'] as const satisfies readonly (keyof OverlaySettingValues['positions'])[]
export type ShownKind = (typeof shownKinds)[number]

/** What a cue is for, and so which pages show it. */
export interface CueTarget {
  readonly kind: CueKind
  readonly overlayId?: string
}

export interface Cue extends CueTarget {
  readonly id: string
  /** The place in the channel's history; a page that comes back names the last one it got. */
  readonly seq: number
  readonly payload: Readonly<Record<string, unknown>>
  /** By the server's clock: a page that gets it later does not show it. */
  readonly expiresAt: number
}

/** A sound file of this server; `volume` from 0 to 1. */
export interface CueSound {
  readonly url: string
  readonly volume?: number
}

/** Spoken text as a file of this server. The page goes by the file; the duration is for pages that stay silent. */
export interface CueAudio {
  readonly url: string
  /** What the file says: it is spoken again from this when it is fetched late. */
  readonly text: string
  readonly durationMs: number
  /** The same line as a sequence of WAV files, each sent as soon as it is spoken. */
  readonly partsUrl?: string
}

/** What every card may bring along. Files come from this server; one that is broken is left out and reported. */
export interface CardExtras {
  readonly sound?: CueSound
  readonly image?: { readonly url: string }
  /** Without a volume it is heard only where there is no `sound`. */
  readonly video?: { readonly url: string; readonly volume?: number }
  /** How long the card stands, in place of what the page reckons; a sound that is longer is still heard out. */
  readonly durationMs?: number
}

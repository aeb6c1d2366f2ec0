/** One way to turn text into sound. Engines know nothing of each other; `chain.ts` puts them in a row. */
export interface SpeechEngine {
  readonly name: string
  /** Languages it was made for, as `en` or `tr`; without a list it speaks whatever its voice speaks. */
  readonly languages?: readonly string[] | undefined
  synthesize(request: SpeechRequest): Promise<SpokenAudio>
  /** For a list to choose from. Never throws: an engine that cannot tell has none. */
  voices(): Promise<readonly Voice[]>
  close?(): Promise<void>
}

export interface SpeechRequest {
  readonly text: string
  /** A voice of this engine; without one, or with one it does not know, its own default speaks. */
  readonly voice?: string | undefined
  /** As in `en`, `tr` or `pt-BR`. */
  readonly language?: string | undefined
  /** 1 is normal, 2 twice as fast; kept between a half and two. */
  readonly speed?: number | undefined
  /** Who asks: engines with a queue serve different lanes in turn. */
  readonly lane?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface SpokenAudio {
  readonly bytes: Buffer
  readonly mime: string
  readonly durationMs?: number | undefined
}

export interface Voice {
  /** Within its engine. */
  readonly id: string
  readonly engine: string
  readonly name: string
  /** `en-US`; empty when a voice speaks many. */
  readonly language: string
}

export type SpeechFailureReason =
  | 'not_installed'
  | 'nothing_to_say'
  | 'timed_out'
  | 'stopped'
  | 'busy'
  | 'refused'
  | 'too_large'
  | 'failed'

/** Why an engine said nothing. The message is one sentence for the log and never holds a key or a vendor's text. */
export class SpeechError extends Error {
  readonly reason: SpeechFailureReason
  constructor(reason: SpeechFailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export const maxAudioBytes = 8 * 1024 * 1024

export function clampedSpeed(speed: number | undefined, low = 0.5, high = 2): number {
  if (speed === undefined || !Number.isFinite(speed)) return 1
  return Math.min(high, Math.max(low, speed))
}

/** `pt` of `pt-BR`. */
export function baseLanguage(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? ''
}

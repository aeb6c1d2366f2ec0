import type { Text } from '../../kernel/text/message.ts'
import { TextError } from '../../kernel/text/text-error.ts'
/** A text-to-speech engine. `chain.ts` combines several engines. */
export interface SpeechEngine {
  readonly name: string
  /** The supported languages, such as `en` or `tr`. Without a list they depend on the voice. */
  readonly languages?: readonly string[] | undefined
  synthesize(request: SpeechRequest): Promise<Synthesized>
  /** The available voices. Never throws: an engine that cannot list them returns an empty list. */
  voices(): Promise<readonly EngineVoice[]>
  /** Makes one real call to a service, with its key. Throws a `SpeechError`. Only services have it. */
  check?(signal: AbortSignal): Promise<{ readonly voices: readonly EngineVoice[] }>
  close?(): Promise<void>
}

export interface SpeechRequest {
  readonly text: string
  /** A voice of this engine. Without a known voice the default voice is used. */
  readonly voice?: string | undefined
  /** For example `en`, `tr` or `pt-BR`. */
  readonly language?: string | undefined
  /** 1 is normal, 2 is twice as fast; limited to 0.5 to 2. */
  readonly speed?: number | undefined
  /** The queue of the request: engines serve different lanes round-robin. */
  readonly lane?: string | undefined
  /** An engine that can may return the first part as soon as it has it. */
  readonly inParts?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

export interface SpokenAudio {
  readonly bytes: Buffer
  readonly mime: string
  readonly durationMs?: number | undefined
}

/** What an engine returns: the whole line, or its first part and the others as they are ready. All parts are WAV. */
export interface Synthesized extends SpokenAudio {
  readonly rest?: AsyncIterable<SpokenAudio>
  /** The expected duration of all parts. */
  readonly expectedMs?: number
}

export interface EngineVoice {
  /** Unique within its engine. */
  readonly id: string
  readonly engine: string
  readonly name: string
  /** For example `en-US`; empty for a multilingual voice. */
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

/** Why an engine failed. The message is for the log and never contains a key or text of the vendor. */
export class SpeechError extends TextError {
  readonly reason: SpeechFailureReason
  /** The status of a service that answered with an error. */
  readonly status: number | undefined
  constructor(reason: SpeechFailureReason, text: Text, status?: number) {
    super(text)
    this.reason = reason
    this.status = status
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

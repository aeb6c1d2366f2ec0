import type { ByeReason, ServerMessage } from '../../../registry/overlay-messages.ts'
import type { CueTarget, ShownKind } from '../contract/cues.ts'
import { shownKinds } from '../contract/cues.ts'

/** An overlay page that is connected and authenticated. */
export interface Page {
  readonly channelId: number
  readonly name: string
  /** Kinds, or overlay_ids of effects, separated by commas; without it the page shows everything. */
  readonly only: string | undefined
  /** Whether the last heartbeat was answered: only then does a page count as connected. */
  isAnswering(): boolean
  send(text: string): void
  leave(reason: ByeReason): void
}

const kinds: ReadonlySet<string> = new Set(shownKinds)

export function shows({ only }: Page, target: CueTarget): boolean {
  return showsTarget(only, target)
}

/** Whether a page with the filter `only` shows the target. */
export function showsTarget(only: string | undefined, { kind, overlayId }: CueTarget): boolean {
  if (only === undefined) return true
  return only.split(',').some((one) => (kinds.has(one) ? one === kind : one === overlayId))
}

export function showsKind({ only }: Page, kind: ShownKind): boolean {
  return only === undefined || only.split(',').includes(kind)
}

export function textOf(message: ServerMessage): string {
  return JSON.stringify(message)
}

import type { Report, StageState, Warning } from '../../../registry/overlay-messages.ts'
import type { Cue } from '../contract/cues.ts'

/** What the gateway needs of the overlays feature. */
export interface OverlayStore {
  findChannel(token: string): Promise<number | undefined>
  /** The sequence number of the channel's newest event. */
  lastSeq(channelId: number): Promise<number>
  /**
   * Missed cues in order, from behind `cursor`: those after `after`, those that no page has confirmed yet, and for a page
   * without a state those that no page has shown yet.
   */
  missed(
    channelId: number,
    from: { readonly after: number; readonly cursor: number; readonly isNew: boolean },
  ): Promise<{ readonly cues: readonly Cue[]; readonly more: boolean }>
  report(channelId: number, report: Report): Promise<void>
  /** The page that showed these items went away and did not come back. */
  interrupt?(channelId: number, ids: readonly string[]): Promise<void>
  /** An item was shown without a part of it, or an effect was stopped. */
  warning?(channelId: number, warning: Warning): Promise<void>
  /** Settings and queue state for a page that connects. */
  stage?(channelId: number): Promise<StageState>
}

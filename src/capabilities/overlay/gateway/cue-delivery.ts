import type { Cue } from '../contract/cues.ts'
import { type Page, shows, textOf } from './page.ts'

export interface PageState {
  /** The last sequence number that was sent. Undefined while the page still catches up from the database. */
  sentSeq: number | undefined
  /** A cue was committed during the catch-up. */
  hasMissedCue: boolean
}

/** Sends cues to the pages of a channel, each once and in order, also to a page that has just connected. */
export function createCueDelivery(pagesOf: (channelId: number) => ReadonlyMap<Page, PageState>) {
  /** Cues that are not committed yet, and the pages that have them. */
  const early = new Map<string, readonly Page[]>()

  return {
    /**
     * A page that still catches up reads the cue from the database later. A cue of another node may arrive after a
     * newer one.
     */
    deliver(channelId: number, cue: Cue, { mayBeLate = false } = {}): void {
      let text: string | undefined
      // Made here and not while the cue is written to the sockets: by now every page has it.
      const reached = new Set(early.get(cue.id))
      early.delete(cue.id)
      for (const [page, state] of pagesOf(channelId)) {
        if (state.sentSeq === undefined) state.hasMissedCue = true
        else if (cue.seq > state.sentSeq || mayBeLate) {
          state.sentSeq = Math.max(cue.seq, state.sentSeq)
          if (reached.has(page) || !shows(page, cue)) continue
          text ??= textOf({ type: 'cue', ...cue })
          page.send(text)
        }
      }
    },

    /**
     * Sends a cue whose commit is about to happen, so that the page does not wait for the disk. `deliver` follows after
     * the commit, or `cancel` if it fails. The page receives the last committed number: after a crash the number of this
     * cue may be given to another one, which the page must not take for received. It knows the cue by its id.
     */
    deliverEarly(channelId: number, cue: Cue): void {
      let text = ''
      let seq: number | undefined
      const reached: Page[] = []
      for (const [page, state] of pagesOf(channelId)) {
        if (state.sentSeq === undefined || !shows(page, cue)) continue
        // Built once, because nearly all pages have received the same.
        if (seq !== state.sentSeq) text = textOf({ type: 'cue', ...cue, seq: state.sentSeq })
        seq = state.sentSeq
        reached.push(page)
        page.send(text)
      }
      if (reached.length > 0) early.set(cue.id, reached)
    },

    /** Sent to all pages: one that never received the cue ignores it. */
    cancel(channelId: number, id: string): void {
      const text = textOf({ type: 'cancel', id })
      early.delete(id)
      for (const page of pagesOf(channelId).keys()) page.send(text)
    },

    /**
     * Sends what the page missed, then includes it in live delivery. `read` returns cues in order from behind its cursor;
     * `waitForRoom` waits until the page can receive more, and returns false when it disconnected.
     */
    async catchUp(
      page: Page,
      after: number,
      read: (cursor: number) => Promise<{ readonly cues: readonly Cue[]; readonly more: boolean }>,
      waitForRoom: () => Promise<boolean>,
    ): Promise<void> {
      let cursor = 0
      for (;;) {
        const state = pagesOf(page.channelId).get(page)
        if (state === undefined) return
        state.hasMissedCue = false
        const { cues, more } = await read(cursor)
        for (const cue of cues) {
          if (!(await waitForRoom())) return
          cursor = cue.seq
          if (shows(page, cue)) page.send(textOf({ type: 'cue', ...cue }))
        }
        if (more || state.hasMissedCue) continue
        state.sentSeq = Math.max(after, cursor)
        return
      }
    },
  }
}

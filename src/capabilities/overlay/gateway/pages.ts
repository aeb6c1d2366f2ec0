import type { ByeReason, ServerMessage } from '../../../registry/overlay-messages.ts'
import type { Cue, CueTarget, ShownKind } from '../contract/cues.ts'
import { shownKinds } from '../contract/cues.ts'
import type { PlayerState } from '../contract/player.ts'

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

interface PageState {
  /** The last sequence number that was sent. Undefined while the page still catches up from the database. */
  sentSeq: number | undefined
  /** A cue was committed during the catch-up. */
  hasMissedCue: boolean
}

export type Pages = ReturnType<typeof createPages>

/** The connected pages. Cues are sent in commit order, so the last sequence number describes what a page has received. */
export function createPages(onPresence: (channelId: number) => void = () => {}) {
  const byChannel = new Map<number, Map<Page, PageState>>()
  /** Cues that are not committed yet, and the pages that have them. */
  const early = new Map<string, Set<Page>>()

  function pagesOf(channelId: number): ReadonlyMap<Page, PageState> {
    return byChannel.get(channelId) ?? noPages
  }

  function stateOf(page: Page): PageState | undefined {
    return byChannel.get(page.channelId)?.get(page)
  }

  return {
    add(page: Page): void {
      const pages = byChannel.get(page.channelId) ?? new Map<Page, PageState>()
      byChannel.set(page.channelId, pages)
      pages.set(page, { sentSeq: undefined, hasMissedCue: false })
      onPresence(page.channelId)
    },

    remove(page: Page): void {
      const pages = byChannel.get(page.channelId)
      if (pages?.delete(page) !== true) return
      if (pages.size === 0) byChannel.delete(page.channelId)
      onPresence(page.channelId)
    },

    count(channelId: number): number {
      return pagesOf(channelId).size
    },

    countAll(): number {
      let count = 0
      for (const pages of byChannel.values()) count += pages.size
      return count
    },

    findNamed(channelId: number, name: string): Page | undefined {
      for (const page of pagesOf(channelId).keys()) if (page.name === name) return page
      return undefined
    },

    isConnected(channelId: number, target: CueTarget): boolean {
      for (const page of pagesOf(channelId).keys()) if (shows(page, target) && page.isAnswering()) return true
      return false
    },

    /** The `only` filter of each page of a channel. */
    filtersOf(channelId: number): (string | null)[] {
      return [...pagesOf(channelId).keys()].map(({ only }) => only ?? null)
    },

    channels: (): Iterable<number> => byChannel.keys(),

    /**
     * A page that still catches up reads the cue from the database later. A cue of another node may arrive after a
     * newer one.
     */
    deliver(channelId: number, cue: Cue, { mayBeLate = false } = {}): void {
      let text: string | undefined
      const reached = early.get(cue.id)
      early.delete(cue.id)
      for (const [page, state] of pagesOf(channelId)) {
        if (state.sentSeq === undefined) state.hasMissedCue = true
        else if (cue.seq > state.sentSeq || mayBeLate) {
          state.sentSeq = Math.max(cue.seq, state.sentSeq)
          if (reached?.has(page) || !shows(page, cue)) continue
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
      const reached = new Set<Page>()
      for (const [page, state] of pagesOf(channelId)) {
        if (state.sentSeq === undefined || !shows(page, cue)) continue
        // Built once, because nearly all pages have received the same.
        if (seq !== state.sentSeq) text = textOf({ type: 'cue', ...cue, seq: state.sentSeq })
        seq = state.sentSeq
        reached.add(page)
        page.send(text)
      }
      if (reached.size > 0) early.set(cue.id, reached)
    },

    /** Sent to all pages: one that never received the cue ignores it. */
    cancel(channelId: number, id: string): void {
      const text = textOf({ type: 'cancel', id })
      early.delete(id)
      for (const page of pagesOf(channelId).keys()) page.send(text)
    },

    sendPlayerState(channelId: number, state: PlayerState): void {
      const text = textOf({ type: 'player', state })
      for (const page of pagesOf(channelId).keys()) if (showsKind(page, 'song')) page.send(text)
    },

    /** Sends a message to all pages of a channel: settings, texts, controls, a voice effect, sounds to load. */
    broadcast(
      channelId: number,
      message: Extract<ServerMessage, { type: 'settings' | 'texts' | 'control' | 'voice-effect' | 'sounds' | 'obs' }>,
    ): void {
      const text = textOf(message)
      for (const page of pagesOf(channelId).keys()) page.send(text)
    },

    disconnectAll(channelId: number, reason: ByeReason): void {
      for (const page of [...pagesOf(channelId).keys()]) page.leave(reason)
    },

    hasPageFor(channelId: number, kind: ShownKind): boolean {
      for (const page of pagesOf(channelId).keys()) if (showsKind(page, kind)) return true
      return false
    },

    /** Whether a page of any channel shows this kind. */
    isShownAnywhere(kind: ShownKind): boolean {
      for (const pages of byChannel.values()) for (const page of pages.keys()) if (showsKind(page, kind)) return true
      return false
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
        const state = stateOf(page)
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

const noPages: ReadonlyMap<Page, PageState> = new Map()
const kinds: ReadonlySet<string> = new Set(shownKinds)

function shows({ only }: Page, target: CueTarget): boolean {
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

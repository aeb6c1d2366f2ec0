import type { ByeReason, Cue, CueTarget, PlayerState, ServerMessage, ShownKind } from '../contract/overlay-messages.ts'
import { shownKinds } from '../contract/overlay-messages.ts'

/** One overlay page with an open socket that said hello. */
export interface Page {
  readonly channelId: number
  readonly name: string
  /** A kind, or the overlay_id of one effect; without it the page shows everything. */
  readonly only: string | undefined
  /** Whether the last heartbeat was answered: only then does a page count as connected. */
  isAnswering(): boolean
  send(text: string): void
  leave(reason: ByeReason): void
}

interface Place {
  /** Everything up to here was sent. Undefined while the page still catches up from the database. */
  sentSeq: number | undefined
  /** Something was committed while it did. */
  missedOne: boolean
}

export type Pages = ReturnType<typeof createPages>

/** Who is there and what each shows. Cues go out in the order of their commits, so a page's last seq says it all. */
export function createPages(onPresence: (channelId: number) => void = () => {}) {
  const byChannel = new Map<number, Map<Page, Place>>()

  function pagesOf(channelId: number): ReadonlyMap<Page, Place> {
    return byChannel.get(channelId) ?? nobody
  }

  function placeOf(page: Page): Place | undefined {
    return byChannel.get(page.channelId)?.get(page)
  }

  return {
    add(page: Page): void {
      const pages = byChannel.get(page.channelId) ?? new Map<Page, Place>()
      byChannel.set(page.channelId, pages)
      pages.set(page, { sentSeq: undefined, missedOne: false })
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

    /** What the pages of a channel are narrowed to, one entry a page. */
    shownBy(channelId: number): (string | null)[] {
      return [...pagesOf(channelId).keys()].map(({ only }) => only ?? null)
    },

    channels: (): Iterable<number> => byChannel.keys(),

    /**
     * A page that still catches up reads the cue from the database, in its turn. One that comes from another node may
     * have been overtaken by a later one.
     */
    deliver(channelId: number, cue: Cue, { mayBeLate = false } = {}): void {
      let text: string | undefined
      for (const [page, place] of pagesOf(channelId)) {
        if (place.sentSeq === undefined) place.missedOne = true
        else if (cue.seq > place.sentSeq || mayBeLate) {
          place.sentSeq = Math.max(cue.seq, place.sentSeq)
          if (!shows(page, cue)) continue
          text ??= textOf({ type: 'cue', ...cue })
          page.send(text)
        }
      }
    },

    /** To all, since whoever never got the cue has nothing to take off. */
    cancel(channelId: number, id: string): void {
      const text = textOf({ type: 'cancel', id })
      for (const page of pagesOf(channelId).keys()) page.send(text)
    },

    tellPlayer(channelId: number, state: PlayerState): void {
      const text = textOf({ type: 'player', state })
      for (const page of pagesOf(channelId).keys()) if (showsKind(page, 'song')) page.send(text)
    },

    /** What concerns all pages of a channel alike: settings, controls, a voice effect. */
    tell(channelId: number, message: Extract<ServerMessage, { type: 'settings' | 'control' | 'voice-effect' }>): void {
      const text = textOf(message)
      for (const page of pagesOf(channelId).keys()) page.send(text)
    },

    dismiss(channelId: number, reason: ByeReason): void {
      for (const page of [...pagesOf(channelId).keys()]) page.leave(reason)
    },

    hasPageFor(channelId: number, kind: ShownKind): boolean {
      for (const page of pagesOf(channelId).keys()) if (showsKind(page, kind)) return true
      return false
    },

    /**
     * Sends what the page missed, then lets it take part. `read` gets the place after which to go on, and answers in
     * order; `mayGoOn` waits until the page has room, and says whether it is still there.
     */
    async catchUp(
      page: Page,
      after: number,
      read: (cursor: number) => Promise<{ readonly cues: readonly Cue[]; readonly more: boolean }>,
      mayGoOn: () => Promise<boolean>,
    ): Promise<void> {
      let cursor = 0
      for (;;) {
        const place = placeOf(page)
        if (place === undefined) return
        place.missedOne = false
        const { cues, more } = await read(cursor)
        for (const cue of cues) {
          if (!(await mayGoOn())) return
          cursor = cue.seq
          if (shows(page, cue)) page.send(textOf({ type: 'cue', ...cue }))
        }
        if (more || place.missedOne) continue
        place.sentSeq = Math.max(after, cursor)
        return
      }
    },
  }
}

const nobody: ReadonlyMap<Page, Place> = new Map()
const kinds: ReadonlySet<string> = new Set(shownKinds)

function shows({ only }: Page, target: CueTarget): boolean {
  return showsTarget(only, target)
}

/** Whether a page that is narrowed to `only` shows it. */
export function showsTarget(only: string | undefined, { kind, overlayId }: CueTarget): boolean {
  if (only === undefined) return true
  return kinds.has(only) ? only === kind : only === overlayId
}

export function showsKind({ only }: Page, kind: ShownKind): boolean {
  return only === undefined || only === kind
}

export function textOf(message: ServerMessage): string {
  return JSON.stringify(message)
}

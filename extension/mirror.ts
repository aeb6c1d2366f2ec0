import {
  type MirroredEvent,
  type MirrorState,
  maxMirroredEvents,
  parseMirrored,
} from '../src/platforms/contract/mirrored-events.ts'
import { type ChannelIds, eventsIn, isPageOf } from './kick-page.ts'

/**
 * Passes the chat of the open page to the server, while the owner of the channel wants it. The page's own socket is read;
 * nothing else is opened or asked for.
 */

const flushMs = 200
/** The server accepts 16 KiB in a frame and 20 frames in a second. */
const maxFrameLength = 12_000
const maxFramesPerFlush = 2
/** Kept while the server is away; older ones are dropped. */
const maxWaiting = 500

/** What the extension sends about the mirrored page. */
export type MirrorMessage =
  | { readonly type: 'mirror-state'; readonly state: MirrorState }
  | { readonly type: 'mirrored'; readonly broadcaster: string; readonly events: readonly MirroredEvent[] }

export type Mirror = ReturnType<typeof createMirror>

export function createMirror(needs: {
  /** False while there is no connection. */
  readonly send: (message: MirrorMessage) => boolean
  readonly pages: () => Promise<chrome.tabs.Tab[]>
  readonly findChannel: (tabId: number, channel: string) => Promise<ChannelIds | null>
  /** Whether pages that are opened from now on report what they receive. */
  readonly register: (isOn: boolean) => Promise<void>
  readonly onChange: () => void
}) {
  const { send, pages, findChannel, register, onChange } = needs
  const relays = new Set<chrome.runtime.Port>()
  /** Undefined until the server has said it. */
  let channel: string | null | undefined
  let own: ChannelIds | undefined
  let sent: MirrorState | undefined
  let waiting: MirroredEvent[] = []
  let isFlushing = false

  async function stateOf(wanted: string): Promise<MirrorState> {
    const open = (await pages()).filter(({ discarded, url }) => !discarded && isPageOf(url ?? '', wanted))
    if (open.length === 0) return 'no_page'
    const reporting = open.find(({ id }) => [...relays].some(({ sender }) => sender?.tab?.id === id))
    if (reporting?.id === undefined) return 'reload_page'
    own ??= (await findChannel(reporting.id, wanted)) ?? undefined
    return own === undefined ? 'page_changed' : 'open'
  }

  async function refresh(): Promise<void> {
    if (typeof channel !== 'string') return
    const wanted = channel
    const state = await stateOf(wanted)
    if (channel !== wanted || state === sent) return
    if (send({ type: 'mirror-state', state })) sent = state
    onChange()
  }

  function flush(): void {
    isFlushing = false
    for (let frame = 0; frame < maxFramesPerFlush && waiting.length > 0 && own !== undefined; frame++) {
      const events = firstOf(waiting)
      if (!send({ type: 'mirrored', broadcaster: own.userId, events })) return
      waiting = waiting.slice(events.length)
    }
    flushSoon()
  }

  function flushSoon(): void {
    if (waiting.length === 0 || isFlushing) return
    isFlushing = true
    setTimeout(flush, flushMs)
  }

  function receive(text: string): void {
    if (typeof channel !== 'string' || own === undefined) return
    // The server ends a connection that sends anything else.
    const events = eventsIn(text, own.chatroomId).filter((event) => parseMirrored([event]) !== undefined)
    if (events.length === 0) return
    waiting = [...waiting, ...events].slice(-maxWaiting)
    flushSoon()
  }

  return {
    refresh,
    get isOn() {
      return typeof channel === 'string'
    },

    /** The server says it with every new connection, and when it changes. */
    async setChannel(next: string | null): Promise<void> {
      if (next !== channel) {
        own = undefined
        waiting = []
      }
      channel = next
      sent = undefined
      await register(next !== null)
      if (next === null) for (const relay of relays) relay.postMessage('stop')
      await refresh()
      flushSoon()
      onChange()
    },

    addRelay(relay: chrome.runtime.Port): void {
      if (channel === null) {
        relay.postMessage('stop')
        return
      }
      relays.add(relay)
      relay.onDisconnect.addListener(() => {
        relays.delete(relay)
        void refresh()
      })
      relay.onMessage.addListener((text) => {
        if (typeof text === 'string') receive(text)
      })
      void refresh()
    },
  }
}

/** As many as fit into a frame, at least one. */
function firstOf(events: readonly MirroredEvent[]): readonly MirroredEvent[] {
  let length = 0
  const tooMany = events.findIndex((event) => {
    length += JSON.stringify(event).length
    return length > maxFrameLength
  })
  return events.slice(0, Math.min(maxMirroredEvents, tooMany < 0 ? events.length : Math.max(1, tooMany)))
}

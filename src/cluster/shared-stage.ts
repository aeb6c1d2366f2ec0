import type { Bus } from '../bus/bus.ts'
import type { Cue, CueTarget, ServerMessage } from '../contract/overlay-messages.ts'
import { type Pages, showsTarget } from '../gateway/pages.ts'

const aliveEveryMs = 3_000
const goneAfterMs = 10_000

interface Node {
  heardAt: number
  /** What the pages of a channel there show: each entry a page, by what it is narrowed to. */
  readonly channels: Map<number, readonly (string | null)[]>
}

export type SharedStage = ReturnType<typeof createSharedStage>

/**
 * The pages of all nodes as one stage: every node tells the others which pages it has, and a cue goes to all of them. A
 * cue may overtake another on its way; pages know by its id whether they have it.
 */
export function createSharedStage(needs: { pages: Pages; bus: Bus; nodeId: string }) {
  const { pages, bus, nodeId } = needs
  const nodes = new Map<string, Node>()

  function nodeOf(id: string): Node {
    const known = nodes.get(id) ?? { heardAt: 0, channels: new Map() }
    known.heardAt = performance.now()
    nodes.set(id, known)
    return known
  }

  function announce(channelId: number): void {
    bus.publish('pages-announced', { nodeId, channelId, shown: pages.shownBy(channelId) })
  }

  function announceAll(): void {
    for (const channelId of pages.channels()) announce(channelId)
  }

  function beat(): void {
    bus.publish('node-alive', { nodeId })
    const oldest = performance.now() - goneAfterMs
    // Whoever fell silent has left as surely as one that said goodbye, for everybody who keeps something of it.
    for (const [id, { heardAt }] of nodes) if (heardAt < oldest) bus.publish('node-left', { nodeId: id })
  }

  function forget(id: string): void {
    const node = nodes.get(id)
    nodes.delete(id)
    for (const channelId of node?.channels.keys() ?? []) bus.publish('presence-changed', { channelId })
  }

  const stops = [
    bus.subscribe('stage-cue', ({ channelId, cue }) => pages.deliver(channelId, cue, { mayBeLate: true })),
    bus.subscribe('stage-cancel', ({ channelId, id }) => pages.cancel(channelId, id)),
    bus.subscribe('stage-message', ({ channelId, message }) => pages.tell(channelId, message)),
    bus.subscribe('pages-announced', (announced) => {
      if (announced.nodeId === nodeId) return
      const { channels } = nodeOf(announced.nodeId)
      if (announced.shown.length === 0) channels.delete(announced.channelId)
      else channels.set(announced.channelId, announced.shown)
    }),
    bus.subscribe('pages-asked', (asked) => {
      if (asked.nodeId !== nodeId) announceAll()
    }),
    bus.subscribe('node-alive', (alive) => {
      if (alive.nodeId === nodeId) return
      const isNew = !nodes.has(alive.nodeId)
      nodeOf(alive.nodeId)
      if (!isNew) return
      // Whoever was not known, or was given up too early, may have missed what was said, and we what it said.
      bus.publish('pages-asked', { nodeId })
      announceAll()
    }),
    bus.subscribe('node-left', (left) => forget(left.nodeId)),
    // What the others have is not known until they have said it again.
    bus.subscribe('missed-messages', () => {
      nodes.clear()
      bus.publish('pages-asked', { nodeId })
      announceAll()
    }),
  ]
  const timer = setInterval(beat, aliveEveryMs).unref()
  bus.publish('pages-asked', { nodeId })

  return {
    isConnected(channelId: number, target: CueTarget): boolean {
      if (pages.isConnected(channelId, target)) return true
      for (const { channels } of nodes.values()) {
        if (channels.get(channelId)?.some((only) => showsTarget(only ?? undefined, target))) return true
      }
      return false
    },

    deliver: (channelId: number, cue: Cue) => bus.publish('stage-cue', { channelId, cue }),
    cancel: (channelId: number, id: string) => bus.publish('stage-cancel', { channelId, id }),
    tell: (channelId: number, message: Extract<ServerMessage, { type: 'settings' | 'control' | 'voice-effect' }>) =>
      bus.publish('stage-message', { channelId, message }),

    count(channelId: number): number {
      let count = pages.count(channelId)
      for (const { channels } of nodes.values()) count += channels.get(channelId)?.length ?? 0
      return count
    },

    /** A page came or went here. */
    announce,

    close(): void {
      clearInterval(timer)
      for (const stop of stops) stop()
      bus.publish('node-left', { nodeId })
    },
  }
}

import type { Cue, CueTarget } from '../capabilities/overlay/contract/cues.ts'
import { showsTarget } from '../capabilities/overlay/gateway/page.ts'
import type { Pages } from '../capabilities/overlay/gateway/pages.ts'
import type { Bus } from '../kernel/bus/bus.ts'
import type { ServerMessage } from '../registry/overlay-messages.ts'

const aliveEveryMs = 3_000
const goneAfterMs = 10_000

interface Node {
  lastSeenAt: number
  /** The pages of each channel on that node, each by its `only` filter. */
  readonly channels: Map<number, readonly (string | null)[]>
}

export type SharedStage = ReturnType<typeof createSharedStage>

/**
 * The overlay pages of all nodes: every node announces its pages to the others, and a cue is sent to all of them. Cues of
 * different nodes may arrive out of order; pages detect duplicates by id.
 */
export function createSharedStage(needs: { pages: Pages; bus: Bus; nodeId: string }) {
  const { pages, bus, nodeId } = needs
  const nodes = new Map<string, Node>()

  function nodeOf(id: string): Node {
    const known = nodes.get(id) ?? { lastSeenAt: 0, channels: new Map() }
    known.lastSeenAt = performance.now()
    nodes.set(id, known)
    return known
  }

  function announce(channelId: number): void {
    bus.publish('pages-announced', { nodeId, channelId, shown: pages.filtersOf(channelId) })
  }

  function announceAll(): void {
    for (const channelId of pages.channels()) announce(channelId)
  }

  function sendHeartbeat(): void {
    bus.publish('node-alive', { nodeId })
    const oldest = performance.now() - goneAfterMs
    // A node without heartbeats has crashed; every part that keeps state about it is notified.
    for (const [id, { lastSeenAt }] of nodes) if (lastSeenAt < oldest) bus.publish('node-left', { nodeId: id })
  }

  function removeNode(id: string): void {
    const node = nodes.get(id)
    nodes.delete(id)
    for (const channelId of node?.channels.keys() ?? []) bus.publish('presence-changed', { channelId })
  }

  const stops = [
    bus.subscribe('stage-cue', ({ channelId, cue }) => pages.deliver(channelId, cue, { mayBeLate: true })),
    bus.subscribe('stage-cancel', ({ channelId, id }) => pages.cancel(channelId, id)),
    bus.subscribe('stage-message', ({ channelId, message }) => pages.broadcast(channelId, message)),
    bus.subscribe('pages-announced', (announced) => {
      if (announced.nodeId === nodeId) return
      const { channels } = nodeOf(announced.nodeId)
      if (announced.shown.length === 0) channels.delete(announced.channelId)
      else channels.set(announced.channelId, announced.shown)
    }),
    bus.subscribe('pages-requested', (request) => {
      if (request.nodeId !== nodeId) announceAll()
    }),
    bus.subscribe('node-alive', (alive) => {
      if (alive.nodeId === nodeId) return
      const isNew = !nodes.has(alive.nodeId)
      nodeOf(alive.nodeId)
      if (!isNew) return
      // A new node, or one that was removed too early: both sides may have missed announcements.
      bus.publish('pages-requested', { nodeId })
      announceAll()
    }),
    bus.subscribe('node-left', (left) => removeNode(left.nodeId)),
    // The pages of other nodes are unknown until they announce them again.
    bus.subscribe('missed-messages', () => {
      nodes.clear()
      bus.publish('pages-requested', { nodeId })
      announceAll()
    }),
  ]
  const timer = setInterval(sendHeartbeat, aliveEveryMs).unref()
  bus.publish('pages-requested', { nodeId })

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
    broadcast: (
      channelId: number,
      message: Extract<ServerMessage, { type: 'settings' | 'control' | 'voice-effect' | 'obs' }>,
    ) => bus.publish('stage-message', { channelId, message }),

    count(channelId: number): number {
      let count = pages.count(channelId)
      for (const { channels } of nodes.values()) count += channels.get(channelId)?.length ?? 0
      return count
    },

    /** Called when a page of this node connected or disconnected. */
    announce,

    close(): void {
      clearInterval(timer)
      for (const stop of stops) stop()
      bus.publish('node-left', { nodeId })
    },
  }
}

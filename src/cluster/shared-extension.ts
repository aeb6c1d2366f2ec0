import type { ClipOrder, ClipResult } from '../capabilities/extension/contract/extension-messages.ts'
import type { Ids } from '../kernel/ambient.ts'
import type { Bus } from '../kernel/bus/bus.ts'
import type { ConnectedBrowser } from '../platforms/contract/mirrored-events.ts'

const answerTimeoutMs = 40_000

type Browsers = ReadonlyMap<string, ConnectedBrowser>
type Wanted = Omit<ClipOrder, 'id' | 'timeoutMs'>

/** The clip extensions that are connected to this node. */
interface OwnExtensions {
  presence(channelId: number): Browsers
  clip(channelId: number, wanted: Wanted): Promise<ClipResult | undefined>
}

/** The paired browsers of all nodes: a clip is created through the node that the broadcaster's browser is connected to. */
export function createSharedExtension(needs: { own: OwnExtensions; bus: Bus; ids: Ids; nodeId: string }) {
  const { own, bus, ids, nodeId } = needs
  const remote = new Map<number, Map<string, Browsers>>()
  const announced = new Map<number, string>()
  const pending = new Map<string, (result: ClipResult | undefined) => void>()

  function announce(channelId: number): void {
    const browsers = [...own.presence(channelId)].map(([id, { hasTab, mirror }]) => [id, hasTab, mirror] as const)
    const state = JSON.stringify(browsers)
    if ((announced.get(channelId) ?? '[]') === state) return
    if (browsers.length === 0) announced.delete(channelId)
    else announced.set(channelId, state)
    bus.publish('extension-announced', { nodeId, channelId, browsers })
  }

  /** Repeats all announcements, for nodes that may have missed them. */
  function announceAll(): void {
    const channels = [...announced.keys()]
    announced.clear()
    for (const channelId of channels) announce(channelId)
  }

  function removeNode(gone: string): void {
    for (const [channelId, nodes] of remote) {
      if (nodes.delete(gone)) bus.publish('presence-changed', { channelId })
    }
  }

  const stops = [
    bus.subscribe('presence-changed', ({ channelId }) => announce(channelId)),
    bus.subscribe('extension-announced', ({ nodeId: from, channelId, browsers }) => {
      if (from === nodeId) return
      const nodes = remote.get(channelId) ?? new Map<string, Browsers>()
      remote.set(channelId, nodes)
      if (browsers.length === 0) nodes.delete(from)
      else nodes.set(from, new Map(browsers.map(([id, hasTab, mirror]) => [id, { hasTab, mirror }])))
      bus.publish('presence-changed', { channelId })
    }),
    bus.subscribe('node-left', (left) => removeNode(left.nodeId)),
    bus.subscribe('pages-requested', announceAll),
    bus.subscribe('missed-messages', () => {
      remote.clear()
      announceAll()
    }),
    bus.subscribe('clip-requested', ({ from, to, id, channelId, wanted }) => {
      if (to !== nodeId) return
      const answer = (result: ClipResult | undefined) =>
        bus.publish('clip-result', { to: from, id, result: result ?? null })
      own.clip(channelId, wanted).then(answer, () => answer(undefined))
    }),
    bus.subscribe('clip-result', ({ to, id, result }) => {
      if (to === nodeId) pending.get(id)?.(result ?? undefined)
    }),
  ]

  function nodeWith(channelId: number): string | undefined {
    for (const [node, browsers] of remote.get(channelId) ?? []) if (browsers.size > 0) return node
    return undefined
  }

  return {
    isConnected: (channelId: number): boolean => own.presence(channelId).size > 0 || nodeWith(channelId) !== undefined,

    presence(channelId: number): Browsers {
      const others = [...(remote.get(channelId)?.values() ?? [])]
      return new Map([...own.presence(channelId), ...others.flatMap((browsers) => [...browsers])])
    },

    async clip(channelId: number, wanted: Wanted): Promise<ClipResult | undefined> {
      const to = own.presence(channelId).size > 0 ? undefined : nodeWith(channelId)
      if (to === undefined) return own.clip(channelId, wanted)
      const id = ids.next('clip')
      const { promise, resolve } = Promise.withResolvers<ClipResult | undefined>()
      pending.set(id, resolve)
      const timeout = setTimeout(() => resolve({ ok: false, reason: 'timed_out', detail: '' }), answerTimeoutMs)
      bus.publish('clip-requested', { from: nodeId, to, id, channelId, wanted })
      return promise.finally(() => {
        clearTimeout(timeout)
        pending.delete(id)
      })
    },

    close(): void {
      for (const stop of stops) stop()
    },
  }
}

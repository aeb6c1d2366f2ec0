import type { Ids } from '../ambient.ts'
import type { Bus } from '../bus/bus.ts'
import type { ClipOrder, ClipResult } from '../contract/extension-messages.ts'

const answerMs = 40_000

type Browsers = ReadonlyMap<string, { readonly hasTab: boolean }>
type Wanted = Omit<ClipOrder, 'id' | 'timeoutMs'>

/** The clip extensions that are connected to this node. */
interface OwnExtensions {
  presence(channelId: number): Browsers
  clip(channelId: number, wanted: Wanted): Promise<ClipResult | undefined>
}

/** The browsers of all nodes as one: a clip is made by whichever node the broadcaster's browser is connected to. */
export function createSharedExtension(needs: { own: OwnExtensions; bus: Bus; ids: Ids; nodeId: string }) {
  const { own, bus, ids, nodeId } = needs
  const elsewhere = new Map<number, Map<string, Browsers>>()
  const announced = new Map<number, string>()
  const waiting = new Map<string, (result: ClipResult | undefined) => void>()

  function announce(channelId: number): void {
    const browsers = [...own.presence(channelId)].map(([id, { hasTab }]) => [id, hasTab] as const)
    const words = JSON.stringify(browsers)
    if ((announced.get(channelId) ?? '[]') === words) return
    if (browsers.length === 0) announced.delete(channelId)
    else announced.set(channelId, words)
    bus.publish('extension-announced', { nodeId, channelId, browsers })
  }

  /** Somebody may not have heard it. */
  function announceAll(): void {
    const channels = [...announced.keys()]
    announced.clear()
    for (const channelId of channels) announce(channelId)
  }

  function forget(gone: string): void {
    for (const [channelId, nodes] of elsewhere) {
      if (nodes.delete(gone)) bus.publish('presence-changed', { channelId })
    }
  }

  const stops = [
    bus.subscribe('presence-changed', ({ channelId }) => announce(channelId)),
    bus.subscribe('extension-announced', ({ nodeId: from, channelId, browsers }) => {
      if (from === nodeId) return
      const nodes = elsewhere.get(channelId) ?? new Map<string, Browsers>()
      elsewhere.set(channelId, nodes)
      if (browsers.length === 0) nodes.delete(from)
      else nodes.set(from, new Map(browsers.map(([id, hasTab]) => [id, { hasTab }])))
      bus.publish('presence-changed', { channelId })
    }),
    bus.subscribe('node-left', (left) => forget(left.nodeId)),
    bus.subscribe('pages-asked', announceAll),
    bus.subscribe('missed-messages', () => {
      elsewhere.clear()
      announceAll()
    }),
    bus.subscribe('clip-wanted', ({ from, to, id, channelId, wanted }) => {
      if (to !== nodeId) return
      const answer = (result: ClipResult | undefined) =>
        bus.publish('clip-answered', { to: from, id, result: result ?? null })
      own.clip(channelId, wanted).then(answer, () => answer(undefined))
    }),
    bus.subscribe('clip-answered', ({ to, id, result }) => {
      if (to === nodeId) waiting.get(id)?.(result ?? undefined)
    }),
  ]

  function nodeWith(channelId: number): string | undefined {
    for (const [node, browsers] of elsewhere.get(channelId) ?? []) if (browsers.size > 0) return node
    return undefined
  }

  return {
    isConnected: (channelId: number): boolean => own.presence(channelId).size > 0 || nodeWith(channelId) !== undefined,

    presence(channelId: number): Browsers {
      const others = [...(elsewhere.get(channelId)?.values() ?? [])]
      return new Map([...own.presence(channelId), ...others.flatMap((browsers) => [...browsers])])
    },

    async clip(channelId: number, wanted: Wanted): Promise<ClipResult | undefined> {
      const to = own.presence(channelId).size > 0 ? undefined : nodeWith(channelId)
      if (to === undefined) return own.clip(channelId, wanted)
      const id = ids.next('clip')
      const { promise, resolve } = Promise.withResolvers<ClipResult | undefined>()
      waiting.set(id, resolve)
      const late = setTimeout(() => resolve({ ok: false, reason: 'timed_out', detail: '' }), answerMs)
      bus.publish('clip-wanted', { from: nodeId, to, id, channelId, wanted })
      return promise.finally(() => {
        clearTimeout(late)
        waiting.delete(id)
      })
    },

    close(): void {
      for (const stop of stops) stop()
    },
  }
}

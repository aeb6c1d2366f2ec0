import type { Clock } from '../ambient.ts'
import type { Bus } from '../bus/bus.ts'
import type { HeardStream, ListeningState } from '../contract/listening.ts'
import type { Service } from './services.ts'

/** Others are told this often that something was heard; of everything else they are told at once. */
const tellEveryMs = 2_000

interface Heard {
  readonly state: ListeningState
  readonly stream: HeardStream | null
}

export type Hearing = ReturnType<typeof createHearing>

/** How well each channel is heard, as its listener last said. Of several nodes one listens, and tells the others. */
export function createHearing(needs: { clock: Clock; bus: Bus; service: Service; nodeId: string | undefined }) {
  const { clock, bus, service, nodeId } = needs
  const own = new Map<number, Heard>()
  const elsewhere = new Map<number, Heard & { readonly from: string }>()
  const toldAt = new Map<number, number>()

  function announce(channelId: number): void {
    if (nodeId === undefined) return
    toldAt.set(channelId, clock.steady())
    bus.publish('hearing-announced', { from: nodeId, service, channelId, heard: own.get(channelId) ?? null })
  }

  function announceAll(): void {
    for (const channelId of own.keys()) announce(channelId)
  }

  /** Not so often that a lively chat fills the bus. */
  function announceSoon(channelId: number): void {
    if (clock.steady() - (toldAt.get(channelId) ?? Number.NEGATIVE_INFINITY) >= tellEveryMs) announce(channelId)
  }

  /** A look, or a delivery, may come by way of another node than the one that listens. */
  function change(channelId: number, more: Partial<ListeningState>): void {
    const mine = own.get(channelId)
    const theirs = elsewhere.get(channelId)
    const isNews = more.state !== undefined
    if (mine !== undefined) {
      own.set(channelId, { ...mine, state: { ...mine.state, ...more } })
      if (isNews) announce(channelId)
      else announceSoon(channelId)
    } else if (theirs !== undefined) {
      elsewhere.set(channelId, { ...theirs, state: { ...theirs.state, ...more } })
      bus.publish('hearing-helped', { to: theirs.from, service, channelId, more })
    }
  }

  const of = (channelId: number): ListeningState | undefined => (own.get(channelId) ?? elsewhere.get(channelId))?.state

  if (nodeId !== undefined) {
    bus.subscribe('hearing-announced', ({ from, service: about, channelId, heard }) => {
      if (from === nodeId || about !== service) return
      if (heard !== null) elsewhere.set(channelId, { ...heard, from })
      else if (elsewhere.get(channelId)?.from === from) elsewhere.delete(channelId)
    })
    bus.subscribe('hearing-helped', ({ to, service: about, channelId, more }) => {
      if (to === nodeId && about === service && own.has(channelId)) change(channelId, more)
    })
    bus.subscribe('hearing-asked', ({ from }) => from !== nodeId && announceAll())
    bus.subscribe('node-left', (left) => {
      for (const [channelId, { from }] of elsewhere) if (from === left.nodeId) elsewhere.delete(channelId)
    })
    bus.subscribe('missed-messages', () => {
      elsewhere.clear()
      bus.publish('hearing-asked', { from: nodeId })
      announceAll()
    })
    bus.publish('hearing-asked', { from: nodeId })
  }

  return {
    of,

    begin(channelId: number, words: string): void {
      const state = { state: 'starting', words, since: clock.now(), checkedAt: null, heardAt: null } as const
      own.set(channelId, { state, stream: null })
      announce(channelId)
    },

    /** What a look has shown. */
    found(channelId: number, state: ListeningState['state'], words: string): void {
      const now = clock.now()
      const before = of(channelId)
      const isSame = before?.state === state && before.words === words
      change(channelId, { state, words, checkedAt: now, ...(!isSame && { since: now }) })
    },

    heard: (channelId: number): void => change(channelId, { heardAt: clock.now() }),

    /** For a platform that tells of its stream and cannot be asked. */
    keepStream(channelId: number, stream: HeardStream | undefined): void {
      const mine = own.get(channelId)
      if (mine === undefined) return
      own.set(channelId, { ...mine, stream: stream ?? null })
      announce(channelId)
    },

    streamOf: (channelId: number): HeardStream | undefined =>
      (own.get(channelId) ?? elsewhere.get(channelId))?.stream ?? undefined,

    end(channelId: number): void {
      if (own.delete(channelId)) announce(channelId)
      toldAt.delete(channelId)
    },
  }
}

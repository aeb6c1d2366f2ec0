import type { Ids } from '../ambient.ts'
import { Failure, type FailureCode } from '../contract/failures.ts'
import type { Log } from '../log.ts'
import type { Bus, ConnectedService, NodeCallResult } from './bus.ts'

interface Remote {
  readonly from: string
  readonly snapshot: object
}

/** The calls of a service, by name. Both sides are plain JSON, because a call may go to another node. */
type AnyCalls = { readonly [name: string]: { readonly input: object; readonly answer: unknown } }
type NameOf<Calls> = keyof Calls & string

/**
 * A connection that one node has and all nodes use: that node announces what it knows to the others, and makes their
 * calls. A single node has nobody to talk to.
 */
export function createServiceNodes<
  Snapshot extends object,
  Calls extends { [N in keyof Calls]: AnyCalls[string] },
>(needs: {
  bus: Bus
  ids: Ids
  log: Log
  nodeId: string | undefined
  service: ConnectedService
  /** Longer than any call takes on the node with the connection. */
  answerTimeoutMs: number
  /** What a call fails with that is not answered in time. */
  notConnected: FailureCode
  /** The connections of this node. */
  own: () => Iterable<readonly [channelId: number, Snapshot]>
  run: <N extends NameOf<Calls>>(channelId: number, name: N, input: Calls[N]['input']) => Promise<Calls[N]['answer']>
}) {
  const { bus, ids, log, service, answerTimeoutMs, notConnected, own, run } = needs
  const nodeId = needs.nodeId ?? ''
  const remote = new Map<number, Remote>()
  const pending = new Map<string, (result: NodeCallResult) => void>()

  function announce(channelId: number, snapshot: Snapshot | null): void {
    if (needs.nodeId !== undefined) bus.publish('service-announced', { from: nodeId, service, channelId, snapshot })
  }

  function announceAll(): void {
    for (const [channelId, snapshot] of own()) announce(channelId, snapshot)
  }

  async function answer(name: string, channelId: number, input: object): Promise<NodeCallResult> {
    try {
      return { ok: true, answer: await run(channelId, name as NameOf<Calls>, input as never) }
    } catch (error) {
      if (!(error instanceof Failure)) {
        log.error('a call of another node failed', { service, channelId, error })
        return { ok: false, code: 'internal_error', message: '', mayHaveHappened: true }
      }
      const { code, message, mayHaveHappened } = error
      return { ok: false, code, message, mayHaveHappened }
    }
  }

  const stops: (() => void)[] = []
  if (needs.nodeId !== undefined) {
    stops.push(
      bus.subscribe('service-announced', ({ from, service: about, channelId, snapshot }) => {
        if (from === nodeId || about !== service) return
        if (snapshot !== null) remote.set(channelId, { from, snapshot })
        else if (remote.get(channelId)?.from === from) remote.delete(channelId)
      }),
      bus.subscribe('service-requested', ({ from, service: about }) => {
        if (from !== nodeId && about === service) announceAll()
      }),
      bus.subscribe('node-left', (left) => {
        for (const [channelId, { from }] of remote) if (from === left.nodeId) remote.delete(channelId)
      }),
      bus.subscribe('missed-messages', () => {
        remote.clear()
        bus.publish('service-requested', { from: nodeId, service })
        announceAll()
      }),
      bus.subscribe('service-called', ({ from, to, service: about, id, channelId, name, input }) => {
        if (to !== nodeId || about !== service) return
        void answer(name, channelId, input).then((result) => bus.publish('service-answered', { to: from, id, result }))
      }),
      bus.subscribe('service-answered', ({ to, id, result }) => {
        if (to === nodeId) pending.get(id)?.(result)
      }),
    )
    bus.publish('service-requested', { from: nodeId, service })
  }

  return {
    announce,
    snapshotOf: (channelId: number): Snapshot | undefined => remote.get(channelId)?.snapshot as Snapshot | undefined,

    /** Undefined if no other node has the connection. */
    async call<N extends NameOf<Calls>>(
      channelId: number,
      name: N,
      input: Calls[N]['input'],
    ): Promise<{ readonly answer: Calls[N]['answer'] } | undefined> {
      const to = remote.get(channelId)?.from
      if (to === undefined) return undefined
      const id = ids.next(service)
      const { promise, resolve, reject } = Promise.withResolvers<NodeCallResult>()
      const timer = setTimeout(() => reject(new Failure(notConnected, { mayHaveHappened: true })), answerTimeoutMs)
      pending.set(id, resolve)
      bus.publish('service-called', { from: nodeId, to, service, id, channelId, name, input })
      try {
        const result = await promise
        if (result.ok) return { answer: result.answer as Calls[N]['answer'] }
        const { code, message, mayHaveHappened } = result
        throw new Failure(code, { ...(message !== '' && { message }), mayHaveHappened })
      } finally {
        clearTimeout(timer)
        pending.delete(id)
      }
    },

    close(): void {
      for (const stop of stops) stop()
    },
  }
}

import type { Ids } from '../ambient.ts'
import type { Log } from '../log.ts'
import { Failure, type FailureCode } from '../operation/contract/failures.ts'
import { storeText } from '../text/store-text.ts'
import { readText } from '../text/stored-text.ts'
import type { Bus } from './bus.ts'
import type { NodeCallResult } from './node-call.ts'

/** Longer than most calls take on the node with the connection. */
const usualAnswerTimeoutMs = 40_000

/** Calls by name, with what they take and what they answer. Both are plain JSON. */
export type CallsOf<C> = { readonly [N in keyof C]: { readonly input: object; readonly answer: unknown } }

/**
 * Programs that one node is connected to, such as the OBS of each channel, used by all nodes: the node with the connection
 * announces what it knows to the others, and makes their calls. A single node has nobody to talk to.
 */
export function createNodeCalls<Snapshot extends object, Calls extends CallsOf<Calls>>(needs: {
  bus: Bus
  ids: Ids
  log: Log
  nodeId: string | undefined
  /** Tells the programs of several services apart. */
  service: string
  /** Longer than any call takes on the node with the connection. */
  answerTimeoutMs?: number
  /** The failure of a call that is not answered. */
  notConnected: FailureCode
  /** The connections of this node. */
  own: () => Iterable<readonly [channelId: number, Snapshot]>
  run: <N extends keyof Calls & string>(
    channelId: number,
    name: N,
    input: Calls[N]['input'],
  ) => Promise<Calls[N]['answer']>
}) {
  const { bus, ids, log, service, notConnected, own, run, answerTimeoutMs = usualAnswerTimeoutMs } = needs
  const nodeId = needs.nodeId ?? ''
  const remote = new Map<number, { readonly from: string; readonly snapshot: Snapshot }>()
  const pending = new Map<string, (result: NodeCallResult) => void>()

  function announce(channelId: number, snapshot: Snapshot | null): void {
    if (needs.nodeId !== undefined) bus.publish('program-announced', { service, from: nodeId, channelId, snapshot })
  }

  function announceAll(): void {
    for (const [channelId, snapshot] of own()) announce(channelId, snapshot)
  }

  async function answer(name: string, channelId: number, input: object): Promise<NodeCallResult> {
    try {
      return { ok: true, answer: await run(channelId, name as keyof Calls & string, input) }
    } catch (error) {
      if (!(error instanceof Failure)) {
        log.error('a call of another node failed', { service, channelId, error })
        return { ok: false, code: 'internal_error', message: '', mayHaveHappened: true }
      }
      const { code, text, mayHaveHappened } = error
      return { ok: false, code, message: storeText(text), mayHaveHappened }
    }
  }

  const stops: (() => void)[] = []
  if (needs.nodeId !== undefined) {
    stops.push(
      bus.subscribe('program-announced', ({ service: about, from, channelId, snapshot }) => {
        if (from === nodeId || about !== service) return
        if (snapshot !== null) remote.set(channelId, { from, snapshot: snapshot as Snapshot })
        else if (remote.get(channelId)?.from === from) remote.delete(channelId)
      }),
      bus.subscribe('programs-requested', ({ from }) => from !== nodeId && announceAll()),
      bus.subscribe('node-left', (left) => {
        for (const [channelId, { from }] of remote) if (from === left.nodeId) remote.delete(channelId)
      }),
      bus.subscribe('missed-messages', () => {
        remote.clear()
        bus.publish('programs-requested', { from: nodeId })
        announceAll()
      }),
      bus.subscribe('program-called', ({ service: about, from, to, id, channelId, name, input }) => {
        if (to !== nodeId || about !== service) return
        void answer(name, channelId, input).then((result) => bus.publish('program-answered', { to: from, id, result }))
      }),
      bus.subscribe('program-answered', ({ to, id, result }) => {
        if (to === nodeId) pending.get(id)?.(result)
      }),
    )
    bus.publish('programs-requested', { from: nodeId })
  }

  return {
    announce,
    snapshotOf: (channelId: number): Snapshot | undefined => remote.get(channelId)?.snapshot,

    /** Undefined if no other node has the connection. */
    async call<N extends keyof Calls & string>(
      channelId: number,
      name: N,
      input: Calls[N]['input'],
    ): Promise<Calls[N]['answer'] | undefined> {
      const to = remote.get(channelId)?.from
      if (to === undefined) return undefined
      const id = ids.next(service)
      const { promise, resolve, reject } = Promise.withResolvers<NodeCallResult>()
      const timer = setTimeout(() => reject(new Failure(notConnected, { mayHaveHappened: true })), answerTimeoutMs)
      pending.set(id, resolve)
      bus.publish('program-called', { service, from: nodeId, to, id, channelId, name, input })
      try {
        const result = await promise
        if (result.ok) return result.answer as Calls[N]['answer']
        const { code, message, mayHaveHappened } = result
        throw new Failure(code, { ...(message !== '' && { message: readText(message) }), mayHaveHappened })
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

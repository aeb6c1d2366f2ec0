import type { Ids } from '../../ambient.ts'
import type { Bus } from '../../bus/bus.ts'
import { Failure } from '../../contract/failures.ts'
import type { ObsCallResult, ObsSnapshot } from '../../contract/obs.ts'
import type { Log } from '../../log.ts'
import type { ObsAnswerOf, ObsCallName, ObsInputOf } from './obs-calls.ts'

/** Longer than any call takes on the node with the connection. */
const answerTimeoutMs = 40_000

interface Remote {
  readonly from: string
  readonly snapshot: ObsSnapshot
}

export type ObsNodes = ReturnType<typeof createObsNodes>

/**
 * OBS on all nodes: one node has the connections, announces what it knows to the others, and makes their calls. A single
 * node has nobody to talk to.
 */
export function createObsNodes(needs: {
  bus: Bus
  ids: Ids
  log: Log
  nodeId: string | undefined
  /** The connections of this node. */
  own: () => Iterable<readonly [channelId: number, ObsSnapshot]>
  run: <N extends ObsCallName>(channelId: number, name: N, input: ObsInputOf<N>) => Promise<ObsAnswerOf<N>>
}) {
  const { bus, ids, log, own, run } = needs
  const nodeId = needs.nodeId ?? ''
  const remote = new Map<number, Remote>()
  const pending = new Map<string, (result: ObsCallResult) => void>()

  function announce(channelId: number, snapshot: ObsSnapshot | null): void {
    if (needs.nodeId !== undefined) bus.publish('obs-announced', { from: nodeId, channelId, snapshot })
  }

  function announceAll(): void {
    for (const [channelId, snapshot] of own()) announce(channelId, snapshot)
  }

  async function answer(name: string, channelId: number, input: object): Promise<ObsCallResult> {
    try {
      return { ok: true, answer: await run(channelId, name as ObsCallName, input as never) }
    } catch (error) {
      if (!(error instanceof Failure)) {
        log.error('a call to OBS failed', { channelId, error })
        return { ok: false, code: 'internal_error', message: '', mayHaveHappened: true }
      }
      const { code, message, mayHaveHappened } = error
      return { ok: false, code, message, mayHaveHappened }
    }
  }

  const stops: (() => void)[] = []
  if (needs.nodeId !== undefined) {
    stops.push(
      bus.subscribe('obs-announced', ({ from, channelId, snapshot }) => {
        if (from === nodeId) return
        if (snapshot !== null) remote.set(channelId, { from, snapshot })
        else if (remote.get(channelId)?.from === from) remote.delete(channelId)
      }),
      bus.subscribe('obs-requested', ({ from }) => from !== nodeId && announceAll()),
      bus.subscribe('node-left', (left) => {
        for (const [channelId, { from }] of remote) if (from === left.nodeId) remote.delete(channelId)
      }),
      bus.subscribe('missed-messages', () => {
        remote.clear()
        bus.publish('obs-requested', { from: nodeId })
        announceAll()
      }),
      bus.subscribe('obs-called', ({ from, to, id, channelId, name, input }) => {
        if (to !== nodeId) return
        void answer(name, channelId, input).then((result) => bus.publish('obs-answered', { to: from, id, result }))
      }),
      bus.subscribe('obs-answered', ({ to, id, result }) => {
        if (to === nodeId) pending.get(id)?.(result)
      }),
    )
    bus.publish('obs-requested', { from: nodeId })
  }

  return {
    announce,
    snapshotOf: (channelId: number): ObsSnapshot | undefined => remote.get(channelId)?.snapshot,

    /** Undefined if no other node has the connection. */
    async call<N extends ObsCallName>(
      channelId: number,
      name: N,
      input: ObsInputOf<N>,
    ): Promise<ObsAnswerOf<N> | undefined> {
      const to = remote.get(channelId)?.from
      if (to === undefined) return undefined
      const id = ids.next('obs')
      const { promise, resolve, reject } = Promise.withResolvers<ObsCallResult>()
      const timer = setTimeout(
        () => reject(new Failure('obs_not_connected', { mayHaveHappened: true })),
        answerTimeoutMs,
      )
      pending.set(id, resolve)
      bus.publish('obs-called', { from: nodeId, to, id, channelId, name, input })
      try {
        const result = await promise
        if (result.ok) return result.answer as ObsAnswerOf<N>
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

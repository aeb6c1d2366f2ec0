import type { NodeCallResult } from './node-call.ts'

/**
 * Messages between parts of the server, published after a commit. `src/cluster/shared-bus.ts` connects several nodes.
 * Here are those that every server with nodes has; the capabilities add theirs, in `src/registry/topics.ts`.
 */
export interface Topics {
  /** What the node with the connection to a program of a channel knows; null when it has none any more. */
  readonly 'program-announced': {
    readonly service: string
    readonly from: string
    readonly channelId: number
    readonly snapshot: object | null
  }
  readonly 'programs-requested': { readonly from: string }
  /** A call to a program for the node with its connection, and the answer. */
  readonly 'program-called': {
    readonly service: string
    readonly from: string
    readonly to: string
    readonly id: string
    readonly channelId: number
    readonly name: string
    readonly input: object
  }
  readonly 'program-answered': { readonly to: string; readonly id: string; readonly result: NodeCallResult }
  readonly 'node-alive': { readonly nodeId: string }
  readonly 'node-left': { readonly nodeId: string }
  /** Messages of other nodes may have been lost: every cache of their data must be cleared. */
  readonly 'missed-messages': Readonly<Record<never, never>>
}

export type Topic = keyof Topics

export interface Bus {
  publish<T extends Topic>(topic: T, message: Topics[T]): void
  subscribe<T extends Topic>(topic: T, listener: (message: Topics[T]) => void): () => void
  hasListeners(topic: Topic): boolean
}

export function createMemoryBus(onError: (error: unknown) => void): Bus {
  const listeners = new Map<Topic, Set<(message: never) => void>>()
  return {
    publish(topic, message) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          ;(listener as (message: Topics[typeof topic]) => void)(message)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set)
      set.add(listener)
      return () => set.delete(listener)
    },
    hasListeners: (topic) => (listeners.get(topic)?.size ?? 0) > 0,
  }
}

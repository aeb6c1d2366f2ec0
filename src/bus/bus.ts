import type { LoggedEvent } from '../contract/events.ts'

/** What one part of the house tells the others after a commit. The memory twin; a second one joins several nodes. */
export interface Topics {
  readonly event: { readonly channelId: number; readonly event: LoggedEvent }
  readonly 'key-changed': { readonly hash: string }
  readonly 'commands-changed': { readonly channelId: number }
  readonly 'settings-changed': { readonly channelId: number }
  readonly 'player-changed': { readonly channelId: number }
  readonly 'overlay-link-rolled': { readonly channelId: number }
  /** An overlay page came or went. */
  readonly 'presence-changed': { readonly channelId: number }
  readonly 'firing-changed': { readonly channelId: number; readonly id: string }
  readonly 'key-used': { readonly ownerId: number; readonly keyId: string; readonly operation: string }
  readonly 'session-ended': { readonly id: string }
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

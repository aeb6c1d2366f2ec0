import type { Clock } from '../ambient.ts'
import type { ListeningState } from './platform.ts'

export type Hearing = ReturnType<typeof createHearing>

/** How well each channel is heard, as its listener last said. */
export function createHearing({ clock }: { clock: Clock }) {
  const states = new Map<number, ListeningState>()

  function change(channelId: number, more: Partial<ListeningState>): void {
    const before = states.get(channelId)
    if (before !== undefined) states.set(channelId, { ...before, ...more })
  }

  return {
    of: (channelId: number): ListeningState | undefined => states.get(channelId),

    begin(channelId: number, words: string): void {
      states.set(channelId, { state: 'starting', words, since: clock.now(), checkedAt: null, heardAt: null })
    },

    /** What a look has shown. */
    found(channelId: number, state: ListeningState['state'], words: string): void {
      const now = clock.now()
      const before = states.get(channelId)
      const isSame = before?.state === state && before.words === words
      change(channelId, { state, words, checkedAt: now, ...(!isSame && { since: now }) })
    },

    heard: (channelId: number): void => change(channelId, { heardAt: clock.now() }),

    end: (channelId: number): void => void states.delete(channelId),
  }
}

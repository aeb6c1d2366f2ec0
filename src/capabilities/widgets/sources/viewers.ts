import { defineSourceReader } from '../source.ts'

/** Platforms count again about once a minute. */
const everyMs = 30_000
const changesLive: ReadonlySet<string> = new Set(['stream.online', 'stream.already-live', 'stream.offline'])

/** How many people watch, as the platforms say. The answers are shared with commands in chat. */
export const viewers = defineSourceReader('viewers', {
  async read({ platforms, streamStates }, { id }) {
    const connected = await platforms.connected(id)
    const counts = await Promise.all(
      connected.map(async ({ account: { platform } }) => {
        const state = await streamStates.find(id, platform)
        return state?.live === true ? [{ platform, viewers: state.viewerCount }] : []
      }),
    )
    const live = counts.flat()
    return {
      total: live.length === 0 ? null : live.reduce((sum, one) => sum + one.viewers, 0),
      platforms: live,
    }
  },

  topics: ['accounts-changed'],

  onEvent: ({ kind }) => (changesLive.has(kind) ? 'again' : 'nothing'),

  onErased: () => 'nothing',

  staleAfterMs: () => everyMs,
})

import type { SourceData, SourcePatch } from '../contract/widgets/sources.ts'
import { defineSourceReader, type PatchRules } from '../source.ts'

const maxOfMessage = 5
const maxAtOnce = 20
const maxWaiting = 50
const everyMs = 100

/** Emotes as they are written, for pages that show them once and forget them. */
export const emotes = defineSourceReader('emotes', {
  isUnstored: true,

  async read() {
    return {}
  },

  onLive(event) {
    if (event.kind !== 'chat.message') return 'nothing'
    const found = event.data.emotes.flatMap(({ name, image }) => (image === null ? [] : { name, url: image }))
    return found.length === 0 ? 'nothing' : { patch: { add: found.slice(0, maxOfMessage) } }
  },

  onErased: () => 'nothing',

  patches: (): PatchRules<SourceData<'emotes'>, SourcePatch<'emotes'>> => ({
    everyMs,
    add: (waiting, { add = [] }) => ({ add: [...(waiting?.add ?? []), ...add].slice(-maxWaiting) }),
    take({ add = [] }) {
      const later = add.slice(maxAtOnce)
      return { now: { add: add.slice(0, maxAtOnce) }, later: later.length > 0 ? { add: later } : undefined }
    },
    apply: (data, patch) => ({ data, patch }),
  }),
})

import { platforms } from '../../../platforms/contract/platforms.ts'
import { readState } from '../../stream/state-rows.ts'
import { defineSourceReader } from '../source.ts'

/** Title and category as the platforms last had them: of one that is live, if there is one. */
export const channel = defineSourceReader('channel', {
  async read({ db, periods }, { id }) {
    const known = await Promise.all(platforms.map((platform) => readState(db, id, platform)))
    const states = known.flatMap((state) => state ?? [])
    const live = states.filter((state) => state.live === true)
    const first = <T>(pick: (state: (typeof states)[number]) => T | undefined): T | undefined =>
      [...live, ...states].map(pick).find((one) => one !== undefined)
    const stream = await periods.lastStream(id)
    return {
      title: first(({ title }) => title || undefined) ?? '',
      category: first(({ category }) => category?.name || undefined) ?? '',
      live_since: stream === undefined || stream.to !== null ? null : stream.startedAt,
    }
  },

  topics: ['accounts-changed'],

  onEvent: ({ kind }) => (kind.startsWith('stream.') ? 'again' : 'nothing'),
})

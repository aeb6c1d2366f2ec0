import type { Channel } from '../../../kernel/operation/channel.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import type { ShowView } from '../../shows/show-view.ts'
import { defineSourceReader, type SourceNeeds } from '../source.ts'

const nothing = { show: null, current: null, next: null, at: null }

/** The show that is under way: its cue, the next one, and when that one comes. */
export const cue = defineSourceReader('cue', {
  async read(needs, channel) {
    const view = await findView(needs, channel)
    if (view === undefined || view.state === 'stopped') return nothing
    const named = (number: string | null) => {
      const found = view.cues.find(({ cue: { number: own } }) => own === number)
      return found === undefined ? null : { number: found.cue.number, title: found.cue.name }
    }
    return { show: view.show.name, current: named(view.current), next: named(view.next), at: nextAt(view) }
  },

  topics: ['show-changed'],

  onEvent: ({ kind }) => (kind.startsWith('show.') || kind.startsWith('cue.') ? 'again' : 'nothing'),

  onErased: () => 'nothing',
})

/** By itself, or as it was planned. A show that is held has no time. */
function nextAt({ state, next, now, followsInMs, cues }: ShowView): number | null {
  if (state === 'held' || next === null) return null
  if (followsInMs !== null) return now + followsInMs
  const planned = cues.find(({ cue: { number } }) => number === next)?.plannedAt ?? null
  return planned !== null && planned > now ? planned : null
}

async function findView({ db, shows, showViews }: SourceNeeds, { id }: Channel): Promise<ShowView | undefined> {
  try {
    return await showViews.read(db, id, await shows.resolve(db, id, undefined))
  } catch (error) {
    // There is no show, or several of which none was run yet.
    if (error instanceof Failure) return undefined
    throw error
  }
}

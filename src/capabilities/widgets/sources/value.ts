import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../../kernel/schema/text.ts'
import { clockMs } from '../../values/clock.ts'
import { itemsOf } from '../../values/content.ts'
import { valueLimits } from '../../values/contract/values.ts'
import type { FoundValue } from '../../values/values.ts'
import { defineSourceReader, type SourceNeeds } from '../source.ts'

const kinds: ReadonlySet<string> = new Set(['value.changed', 'value.defined', 'value.deleted'])

/** A named value of the channel. A running clock is its time at a moment: the page counts on from there. */
export const value = defineSourceReader('value', {
  async read(needs, channel, { name }) {
    const at = needs.clock.now()
    const found = await findValue(needs, channel.id, name)
    if (found === undefined) return { name, type: null, value: null, running: false, direction: null, at }
    const { definition, state } = found
    const { type, settings } = definition
    const running = state.startedAt !== null
    const common = { name: definition.name, type, running, direction: null, at }
    if (type === 'clock') {
      const seconds = clockMs(definition, state, at) / 1000
      return { ...common, value: seconds, direction: settings.direction ?? 'up' }
    }
    if (type === 'list') return { ...common, value: itemsOf(state).slice(0, valueLimits.shownItems) }
    return { ...common, value: type === 'number' ? Number(state.content) : String(state.content) }
  },

  onEvent(event, { name }) {
    if (event.kind === 'viewer.erased') return 'again'
    if (!kinds.has(event.kind)) return 'nothing'
    return nameKey(String((event.data as { name?: unknown }).name)) === nameKey(name) ? 'again' : 'nothing'
  },
})

/** Undefined if there is no such value, or each viewer has one. */
export async function findValue(
  { db, values }: SourceNeeds,
  channelId: number,
  name: string,
): Promise<FoundValue | undefined> {
  try {
    return await values.get(db, channelId, name)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

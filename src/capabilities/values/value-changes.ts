import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Viewer } from '../viewers/viewer.ts'
import { endedState, endOf } from './clock.ts'
import { itemsOf, loggedContent } from './content.ts'
import { type ValueChangeKind, valueLimits } from './contract/values.ts'
import type { ValueState } from './value.ts'
import { type HeldState, type StoredValue, writeOfViewer, writeValue } from './value-rows.ts'

/** The viewer who has a value. */
export type ValueHolder = Pick<Viewer, 'id' | 'platform' | 'userId' | 'username'>

/** Writes changes of values: their rows, their events, and the ends of clocks. */
export function createValueChanges({ clock, events, bus }: { clock: Clock; events: Events; bus: Bus }) {
  async function write(
    tx: Writer,
    channelId: number,
    stored: StoredValue,
    viewer: ValueHolder | undefined,
    held: HeldState,
  ) {
    const now = clock.now()
    const { definition } = stored
    if (viewer === undefined) await writeValue(tx, channelId, { ...stored, ...held }, now)
    else await writeOfViewer(tx, channelId, stored, viewer.id, held, now)
    const endsAt = endOf(definition, held.state)
    if (endsAt !== null) tx.onCommit(() => bus.publish('clock-ends', { endsAt }))
  }

  /** The event of a change, and its number in the row. */
  async function record(
    tx: Writer,
    cause: Cause,
    stored: StoredValue,
    viewer: ValueHolder | undefined,
    change: { readonly kind: ValueChangeKind; readonly from: HeldState; readonly to: ValueState; readonly at: number },
  ): Promise<HeldState> {
    const { definition } = stored
    const { kind, from, to, at } = change
    const { name, type } = definition
    const seq = await events.appendNew(tx, cause, {
      kind: 'value.changed',
      ...(viewer !== undefined && { platform: viewer.platform, viewerId: viewer.id }),
      data: {
        name,
        type,
        change: kind,
        value: loggedContent(definition, to, at),
        previous_value: loggedContent(definition, from.state, at),
        ...(viewer !== undefined && { user_id: viewer.userId, username: viewer.username }),
        ...(type === 'list' && itemsChanged(from.state, to)),
      },
    })
    return { state: to, recent: [...from.recent, seq] }
  }

  /** A clock that has reached its end stops there, before anything else happens to it. */
  async function end(tx: Writer, cause: Cause, stored: StoredValue, viewer: ValueHolder | undefined, held: HeldState) {
    const at = clock.now()
    const ended = endedState(stored.definition, held.state, at)
    if (ended === undefined) return held
    // Its history says where it was when it was started.
    const from = { ...held, state: { ...held.state, startedAt: null } }
    return record(tx, cause, stored, viewer, { kind: 'ended', from, to: ended, at })
  }

  return { write, record, end }
}

/** The items that one list has and the other has not, as many as the log holds. */
function itemsChanged(from: ValueState, to: ValueState): { added?: readonly string[]; removed?: readonly string[] } {
  const added = missingIn(itemsOf(from), itemsOf(to))
  const removed = missingIn(itemsOf(to), itemsOf(from))
  return { ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) }
}

function missingIn(known: readonly string[], items: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const item of known) left.set(item, (left.get(item) ?? 0) + 1)
  const missing = items.filter((item) => {
    const count = left.get(item) ?? 0
    left.set(item, count - 1)
    return count <= 0
  })
  return missing.slice(0, valueLimits.loggedItems)
}

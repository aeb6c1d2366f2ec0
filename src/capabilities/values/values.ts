import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Reader, Writer } from '../../kernel/storage/database.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import { type KeptContent, putBack } from '../change-log/kept-rows.ts'
import type { Cause, Events } from '../events/events.ts'
import { applyChange, refused } from './apply-change.ts'
import { checkDefinition, isSameState, limitedState } from './check-definition.ts'
import { endOf, isAtEnd } from './clock.ts'
import { clampedNumber, initialState } from './content.ts'
import { valueTypeWords } from './contract/events.ts'
import { type ValueChangeKind, valueLimits } from './contract/values.ts'
import { valueErrors } from './messages.ts'
import type { ValueChange, ValueDefinition, ValueState } from './value.ts'
import { createValueChanges, type ValueHolder } from './value-changes.ts'
import {
  type HeldState,
  keptRow,
  keptValue,
  measureOthers,
  readAllOfViewer,
  readOfViewer,
  readValue,
  readValues,
  readViewers,
  removeValue,
  type StoredValue,
  sizeOf,
} from './value-rows.ts'

export interface ChangedValue {
  readonly definition: ValueDefinition
  readonly state: ValueState
  readonly previous: ValueState
  /** The time of both: a running clock shows another time a second later. */
  readonly at: number
}

/** A value with what the channel or the viewer has of it. */
export interface FoundValue {
  readonly definition: ValueDefinition
  readonly state: ValueState
  readonly recent: readonly number[]
}

interface Wanted {
  readonly name: string
  readonly viewer?: ValueHolder | undefined
  /** Applied in this order, as one change. */
  readonly changes: readonly ValueChange[]
  /** What to create where there is no such value; without it that is a failure. */
  readonly creates?: (() => ValueDefinition) | undefined
}

export type Values = ReturnType<typeof createValues>

/** Named values and their rules. A change, its event and its cause share a transaction. */
export function createValues(needs: { clock: Clock; events: Events; bus: Bus; changeLog: ChangeLog }) {
  const { clock, events, bus, changeLog } = needs
  const { write, record, end } = createValueChanges(needs)

  async function find(reader: Reader, channelId: number, name: string): Promise<StoredValue> {
    const found = await readValue(reader, channelId, name)
    return found ?? missing(name)()
  }

  async function heldBy(reader: Reader, channelId: number, stored: StoredValue, viewer: ValueHolder | undefined) {
    requireOwner(stored.definition, viewer)
    if (viewer === undefined) return stored
    return ofViewer(stored, await readOfViewer(reader, channelId, stored, viewer.id))
  }

  async function requirePlace(tx: Writer, channelId: number, name: string): Promise<void> {
    const { count } = await measureOthers(tx, channelId, name)
    if (count >= valueLimits.values) throw refused(valueErrors.tooMany.of({ max: valueLimits.values }))
  }

  async function create(tx: Writer, channelId: number, checked: ValueDefinition): Promise<StoredValue> {
    await requirePlace(tx, channelId, checked.name)
    return { definition: checked, generation: await tx.next('value', channelId), ...unchanged(checked) }
  }

  async function requireRoom(tx: Writer, channelId: number, name: string, from: ValueState, to: ValueState) {
    if (typeof to.content === 'number' || sizeOf(to) <= sizeOf(from)) return
    const { size } = await measureOthers(tx, channelId, name)
    if (size + sizeOf(to) > valueLimits.storedSize) {
      throw refused(valueErrors.tooLarge.of({ max: valueLimits.storedSize }))
    }
  }

  return {
    find,

    findMaybe: readValue,

    /** What the channel or the viewer has of a value. */
    heldBy,

    /** Throws where the value belongs to somebody else than asked. */
    async get(reader: Reader, channelId: number, name: string, viewer?: ValueHolder): Promise<FoundValue> {
      const stored = await find(reader, channelId, name)
      const { state, recent } = await heldBy(reader, channelId, stored, viewer)
      return { definition: stored.definition, state, recent }
    },

    /** All values by name; those of viewers as the viewer has them, or as every viewer begins. */
    async list(reader: Reader, channelId: number, viewer?: ValueHolder): Promise<FoundValue[]> {
      const all = await readValues(reader, channelId)
      const held = viewer === undefined ? () => undefined : await readAllOfViewer(reader, channelId, viewer.id)
      return all.map((stored) => {
        const { state, recent } = stored.definition.owner === 'viewer' ? ofViewer(stored, held(stored)) : stored
        return { definition: stored.definition, state, recent }
      })
    },

    /** The viewers who have something of a value of theirs, those with the newest change first. */
    async newestViewers(reader: Reader, channelId: number, name: string, limit: number) {
      const stored = await find(reader, channelId, name)
      const found = await readViewers(reader, channelId, stored, limit)
      const held = found.map(({ viewerId, ...of }) => ({ viewerId, state: ofViewer(stored, of).state }))
      return { definition: stored.definition, held }
    },

    async change(tx: Writer, cause: Cause, { name, viewer, changes, creates }: Wanted): Promise<ChangedValue> {
      const channelId = cause.channel.id
      const known = await readValue(tx, channelId, name)
      const stored = known ?? (await create(tx, channelId, checkDefinition((creates ?? missing(name))())))
      const { definition } = stored
      const before = await heldBy(tx, channelId, stored, viewer)
      const held = await end(tx, cause, stored, viewer, before)
      const at = clock.now()
      let kind: ValueChangeKind = 'set'
      let state = held.state
      for (const change of changes) ({ state, kind } = applyChange(definition, state, change, at))
      if (viewer === undefined) await requireRoom(tx, channelId, name, held.state, state)
      const result = { definition, state, previous: held.state, at }
      if (known !== undefined && isSameState(held.state, state)) {
        if (held !== before) await write(tx, channelId, stored, viewer, held)
        return result
      }
      // A value of viewers has its own row before the first viewer has one.
      if (known === undefined && viewer !== undefined) await write(tx, channelId, stored, undefined, stored)
      const hasStopped = held.state.startedAt !== null && state.startedAt === null
      const isEnd = definition.type === 'clock' && hasStopped && isAtEnd(definition, Number(state.content))
      const called = known === undefined ? 'created' : isEnd ? 'ended' : kind
      const after = await record(tx, cause, stored, viewer, { kind: called, from: held, to: state, at })
      await write(tx, channelId, stored, viewer, after)
      return result
    },

    /** Creates a value or changes its bounds and lifetime. Its content is kept, within the bounds. */
    async define(tx: Writer, cause: Cause, wanted: ValueDefinition): Promise<FoundValue> {
      const channelId = cause.channel.id
      const definition = checkDefinition(wanted)
      const { name, type, owner, lasts } = definition
      const known = await readValue(tx, channelId, name)
      if (known !== undefined) requireSame(known.definition, definition)
      const stored = { ...(known ?? (await create(tx, channelId, definition))), definition }
      await events.appendNew(tx, cause, { kind: 'value.defined', data: { name, type, owner, lasts } })
      const at = clock.now()
      let held: HeldState = stored
      if (known !== undefined) {
        // What nobody has changed yet begins with the new initial value.
        const isKept = owner === 'channel' && known.recent.length > 0
        const state = isKept ? limitedState(known.definition, definition, known.state, at) : initialState(definition)
        const isSame = owner === 'viewer' || isSameState(known.state, state)
        held = isSame
          ? { ...known, state }
          : await record(tx, cause, stored, undefined, { kind: 'limited', from: known, to: state, at })
      }
      await write(tx, channelId, stored, undefined, held)
      return { definition, state: held.state, recent: held.recent }
    },

    async remove(tx: Writer, cause: Cause, name: string): Promise<ValueDefinition> {
      const { definition } = await find(tx, cause.channel.id, name)
      await changeLog.keepDeleted(tx, cause, keptValue, nameKey(name), definition.name)
      await removeValue(tx, cause.channel.id, name)
      const data = { name: definition.name, type: definition.type }
      await events.appendNew(tx, cause, { kind: 'value.deleted', data })
      return definition
    },

    /**
     * Puts a deleted value back with its content; what viewers have of it waited for its generation. Refused where
     * there is a value with its name by now.
     */
    async restore(tx: Writer, cause: Cause, content: KeptContent): Promise<void> {
      const channelId = cause.channel.id
      const { definition, state } = keptRow(content)
      const { name, type, owner, lasts } = definition
      if ((await readValue(tx, channelId, name)) !== undefined) throw refused(valueErrors.nameTaken.of({ name }))
      await requirePlace(tx, channelId, name)
      await requireRoom(tx, channelId, name, initialState(definition), state)
      await putBack(tx, channelId, keptValue, content)
      await events.appendNew(tx, cause, { kind: 'value.defined', data: { name, type, owner, lasts } })
      const endsAt = endOf(definition, state)
      if (endsAt !== null) tx.onCommit(() => bus.publish('clock-ends', { endsAt }))
    },

    /** The stream is over on every platform: values that last as long as a stream start again. */
    async endStream(tx: Writer, cause: Cause): Promise<void> {
      const channelId = cause.channel.id
      const at = clock.now()
      for (const stored of await readValues(tx, channelId)) {
        const { definition, generation, state } = stored
        if (definition.lasts !== 'stream') continue
        const to = initialState(definition)
        const isOfViewers = definition.owner === 'viewer'
        if (isOfViewers ? (await readViewers(tx, channelId, stored, 1)).length === 0 : isSameState(state, to)) continue
        const held = await record(tx, cause, stored, undefined, { kind: 'cleared', from: stored, to, at })
        const next = isOfViewers ? await tx.next('value', channelId) : generation
        await write(tx, channelId, { ...stored, generation: next }, undefined, held)
      }
    },

    /** Ends a clock that is due; one that was changed meanwhile keeps running. */
    async endClock(tx: Writer, cause: Cause, name: string, viewer: ValueHolder | undefined): Promise<void> {
      const channelId = cause.channel.id
      const stored = await readValue(tx, channelId, name)
      if (stored === undefined) return
      const held = await heldBy(tx, channelId, stored, viewer)
      await write(tx, channelId, stored, viewer, await end(tx, cause, stored, viewer, held))
    },
  }
}

function missing(name: string): () => never {
  return () => {
    throw new Failure('value_not_found', { message: valueErrors.notFound.of({ name }) })
  }
}

/** What a viewer has, within bounds that may have changed since. */
function ofViewer({ definition }: StoredValue, held: HeldState | undefined): HeldState {
  if (held === undefined || definition.type !== 'number') return held ?? unchanged(definition)
  return { ...held, state: { ...held.state, content: clampedNumber(definition, Number(held.state.content)) } }
}

function unchanged(definition: ValueDefinition): HeldState {
  return { state: initialState(definition), recent: [] }
}

function requireOwner({ name, owner }: ValueDefinition, viewer: ValueHolder | undefined): void {
  if (owner === 'channel' && viewer !== undefined) throw refused(valueErrors.noUser.of({ name }))
  if (owner === 'viewer' && viewer === undefined) {
    throw new Failure('user_required', { message: valueErrors.userRequired.of({ name }) })
  }
}

function requireSame(known: ValueDefinition, wanted: ValueDefinition): void {
  const { name, type } = known
  if (type !== wanted.type) throw refused(valueErrors.otherType.of({ name, type: valueTypeWords[type] }))
  if (known.owner === wanted.owner) return
  const owner = known.owner === 'viewer' ? valueErrors.eachViewer.of() : valueErrors.theChannel.of()
  throw refused(valueErrors.otherOwner.of({ name, owner }))
}

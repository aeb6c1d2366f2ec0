import type { ValueType } from '../../definitions/value-types.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { type Kept, type KeptContent, keptRowOf, keptTable } from '../change-log/kept-rows.ts'
import { endOf } from './clock.ts'
import type { ValueContent, ValueLifetime, ValueOwner, ValueSettings } from './contract/values.ts'
import type { ValueDefinition, ValueState } from './value.ts'

/** The newest events of a value that its row names. */
const maxRecent = 50

type Place = { channel: number; key: string }
type ViewerPlace = Place & { viewer: number }

interface StateRow {
  readonly value: string
  readonly started_at: number | null
  readonly recent: string
}
interface ValueRow extends StateRow {
  readonly name: string
  readonly type: ValueType
  readonly owner: ValueOwner
  readonly lasts: ValueLifetime
  readonly settings: string
  readonly generation: number
}

/** A value with what the channel, or one viewer, has of it. */
export interface StoredValue {
  readonly definition: ValueDefinition
  /** Changes when the value of every viewer is cleared: rows of an earlier generation no longer count. */
  readonly generation: number
  /** Of the channel's value; of a value of viewers, what they start with. */
  readonly state: ValueState
  /** The numbers of the newest events about it, oldest first. */
  readonly recent: readonly number[]
}
export type HeldState = Pick<StoredValue, 'state' | 'recent'>

const columns = 'name, type, owner, lasts, settings, generation, value, started_at, recent'
const findValue = sql<Place, ValueRow>(
  `SELECT ${columns} FROM named_values WHERE channel_id = :channel AND name_key = :key`,
)
const listAll = sql<{ channel: number }, ValueRow>(
  `SELECT ${columns} FROM named_values WHERE channel_id = :channel ORDER BY name_key`,
)
const upsertValue = sql<
  Place & {
    name: string
    type: string
    owner: string
    lasts: string
    settings: string
    generation: number
    size: number
    value: string
    startedAt: number | null
    endsAt: number | null
    recent: string
    now: number
  }
>(
  `INSERT INTO named_values (channel_id, name_key, name, type, owner, lasts, settings, generation, size, value,
     started_at, ends_at, recent, changed_at)
   VALUES (:channel, :key, :name, :type, :owner, :lasts, :settings, :generation, :size, :value,
     :startedAt, :endsAt, :recent, :now)
   ON CONFLICT (channel_id, name_key) DO UPDATE SET name = excluded.name, lasts = excluded.lasts,
     settings = excluded.settings, generation = excluded.generation, size = excluded.size, value = excluded.value,
     started_at = excluded.started_at, ends_at = excluded.ends_at, recent = excluded.recent,
     changed_at = excluded.changed_at`,
)
const deleteValue = sql<Place>('DELETE FROM named_values WHERE channel_id = :channel AND name_key = :key')
const measureAll = sql<Place, { count: number; size: number | null }>(
  `SELECT COUNT(*) AS count, SUM(size) AS size FROM named_values WHERE channel_id = :channel AND name_key <> :key`,
)
const findOfViewer = sql<ViewerPlace & { generation: number }, StateRow>(
  `SELECT value, started_at, recent FROM viewer_values
   WHERE channel_id = :channel AND viewer_id = :viewer AND name_key = :key AND generation = :generation`,
)
const listOfViewer = sql<{ channel: number; viewer: number }, StateRow & { name_key: string; generation: number }>(
  `SELECT name_key, generation, value, started_at, recent FROM viewer_values
   WHERE channel_id = :channel AND viewer_id = :viewer`,
)
const upsertOfViewer = sql<
  ViewerPlace & {
    generation: number
    value: string
    startedAt: number | null
    endsAt: number | null
    recent: string
    now: number
  }
>(
  `INSERT INTO viewer_values (channel_id, viewer_id, name_key, generation, value, started_at, ends_at, recent, changed_at)
   VALUES (:channel, :viewer, :key, :generation, :value, :startedAt, :endsAt, :recent, :now)
   ON CONFLICT (channel_id, viewer_id, name_key) DO UPDATE SET generation = excluded.generation,
     value = excluded.value, started_at = excluded.started_at, ends_at = excluded.ends_at, recent = excluded.recent,
     changed_at = excluded.changed_at`,
)
const findNewest = sql<Place & { generation: number; limit: number }, StateRow & { viewer_id: number }>(
  `SELECT viewer_id, value, started_at, recent FROM viewer_values
   WHERE channel_id = :channel AND name_key = :key AND generation = :generation
   ORDER BY changed_at DESC LIMIT :limit`,
)

export const keptValue: Kept = {
  kind: 'value',
  tables: [
    keptTable('named_values', 'name_key', {
      written: ['name_key', 'name', 'type', 'owner', 'lasts', 'settings'],
      history: ['generation', 'size', 'value', 'started_at', 'ends_at', 'recent', 'changed_at'],
    }),
  ],
}

/** The value in what the change log has kept. */
export function keptRow(content: KeptContent): StoredValue {
  return asValue(keptRowOf(content, 'named_values'))
}

export async function readValue(reader: Reader, channel: number, name: string): Promise<StoredValue | undefined> {
  const row = await reader.get(findValue, { channel, key: nameKey(name) })
  return row && asValue(row)
}

export async function readValues(reader: Reader, channel: number): Promise<StoredValue[]> {
  return (await reader.all(listAll, { channel })).map(asValue)
}

/** What a viewer has; undefined where nothing was changed yet. */
export async function readOfViewer(
  reader: Reader,
  channel: number,
  { definition, generation }: StoredValue,
  viewer: number,
): Promise<HeldState | undefined> {
  const row = await reader.get(findOfViewer, { channel, viewer, key: nameKey(definition.name), generation })
  return row && asHeld(row)
}

/** What a viewer has, by the name of the value. */
export async function readAllOfViewer(
  reader: Reader,
  channel: number,
  viewer: number,
): Promise<(value: StoredValue) => HeldState | undefined> {
  const rows = new Map((await reader.all(listOfViewer, { channel, viewer })).map((row) => [row.name_key, row]))
  return ({ definition, generation }) => {
    const row = rows.get(nameKey(definition.name))
    return row !== undefined && row.generation === generation ? asHeld(row) : undefined
  }
}

/** The viewers who have something of a value, those with the newest change first. */
export async function readViewers(
  reader: Reader,
  channel: number,
  { definition, generation }: StoredValue,
  limit: number,
): Promise<(HeldState & { readonly viewerId: number })[]> {
  const rows = await reader.all(findNewest, { channel, key: nameKey(definition.name), generation, limit })
  return rows.map((row) => ({ viewerId: row.viewer_id, ...asHeld(row) }))
}

/** How many other values there are, and how large they are together. */
export async function measureOthers(reader: Reader, channel: number, name: string) {
  const row = await reader.get(measureAll, { channel, key: nameKey(name) })
  return { count: Number(row?.count ?? 0), size: Number(row?.size ?? 0) }
}

export function sizeOf({ content }: ValueState): number {
  return JSON.stringify(content).length
}

export async function writeValue(tx: Writer, channel: number, stored: StoredValue, now: number): Promise<void> {
  const { definition, generation, state, recent } = stored
  const { name, type, owner, lasts, settings } = definition
  await tx.run(upsertValue, {
    channel,
    key: nameKey(name),
    name,
    type,
    owner,
    lasts,
    settings: JSON.stringify(settings),
    generation,
    size: sizeOf(state),
    ...stateColumns(definition, { state, recent }),
    now,
  })
}

export async function writeOfViewer(
  tx: Writer,
  channel: number,
  { definition, generation }: StoredValue,
  viewer: number,
  held: HeldState,
  now: number,
): Promise<void> {
  const place = { channel, viewer, key: nameKey(definition.name), generation }
  await tx.run(upsertOfViewer, { ...place, ...stateColumns(definition, held), now })
}

export async function removeValue(tx: Writer, channel: number, name: string): Promise<void> {
  await tx.run(deleteValue, { channel, key: nameKey(name) })
}

function stateColumns(definition: ValueDefinition, { state, recent }: HeldState) {
  return {
    value: JSON.stringify(state.content),
    startedAt: state.startedAt,
    endsAt: endOf(definition, state),
    recent: JSON.stringify(recent.slice(-maxRecent)),
  }
}

function asValue(row: ValueRow): StoredValue {
  const { name, type, owner, lasts, settings, generation } = row
  const definition = { name, type, owner, lasts, settings: JSON.parse(settings) as ValueSettings }
  return { definition, generation, ...asHeld(row) }
}

function asHeld({ value, started_at: startedAt, recent }: StateRow): HeldState {
  return {
    state: { content: JSON.parse(value) as ValueContent, startedAt },
    recent: JSON.parse(recent) as readonly number[],
  }
}

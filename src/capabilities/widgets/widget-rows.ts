import { sql } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { readText } from '../../kernel/text/stored-text.ts'
import { type Kept, type KeptContent, keptRowOf, keptTable } from '../change-log/kept-rows.ts'
import type { KindSettings } from '../effects/kind-settings.ts'
import type { WidgetPlace } from './contract/widget-place.ts'

/** Of one channel. */
export const maxWidgets = 100

/** A widget as it is stored. */
export interface Widget {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly settings: KindSettings
  readonly place: WidgetPlace
  readonly isEnabled: boolean
  /** Shown by its own link only, and not on the main overlay. */
  readonly hasOwnLink: boolean
  /** Why a page removed it, since it was last changed. */
  readonly failure: { readonly reason: Text; readonly at: number } | undefined
}

export type WidgetKey = { channel: number; id: number }

interface WidgetRow {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly settings: string
  readonly place: string
  readonly enabled: number
  readonly own_link: number
  readonly failure: string | null
  readonly failed_at: number | null
}

const columns = 'id, name, type, settings, place, enabled, own_link, failure, failed_at'

export const findWidget = sql<WidgetKey, WidgetRow>(
  `SELECT ${columns} FROM widgets WHERE channel_id = :channel AND id = :id`,
)
export const listWidgetRows = sql<{ channel: number; limit: number }, WidgetRow>(
  `SELECT ${columns} FROM widgets WHERE channel_id = :channel ORDER BY id LIMIT :limit`,
)
export const countWidgets = sql<{ channel: number }, { count: number }>(
  'SELECT count(*) AS count FROM widgets WHERE channel_id = :channel',
)
type Written = WidgetKey & {
  name: string
  type: string
  settings: string
  place: string
  enabled: number
  ownLink: number
  now: number
}
export const insertWidget = sql<Written>(
  `INSERT INTO widgets (channel_id, id, name, type, settings, place, enabled, own_link, changed_at)
   VALUES (:channel, :id, :name, :type, :settings, :place, :enabled, :ownLink, :now)`,
)
// A change is a second chance: what failed before is forgotten.
export const updateWidget = sql<Omit<Written, 'type'>>(
  `UPDATE widgets SET name = :name, settings = :settings, place = :place, enabled = :enabled, own_link = :ownLink,
     failure = NULL, failed_at = NULL, changed_at = :now
   WHERE channel_id = :channel AND id = :id`,
)
export const deleteWidgetRow = sql<WidgetKey>('DELETE FROM widgets WHERE channel_id = :channel AND id = :id')
// Another reason is noted a minute later at the earliest: what a page reports must not fill the log.
export const storeFailure = sql<WidgetKey & { failure: string; now: number; before: number }>(
  `UPDATE widgets SET failure = :failure, failed_at = :now
   WHERE channel_id = :channel AND id = :id AND (failure IS NULL OR (failure <> :failure AND failed_at < :before))`,
)

export const keptWidget: Kept = {
  kind: 'widget',
  tables: [
    keptTable('widgets', 'id', {
      written: ['id', 'name', 'type', 'settings', 'place', 'enabled', 'own_link'],
      history: ['failure', 'failed_at', 'changed_at'],
    }),
  ],
}

/** The widget in what the change log has kept; a version has not failed. */
export function keptRow(content: KeptContent): WidgetRow {
  return { failure: null, failed_at: null, ...keptRowOf<Omit<WidgetRow, 'failure' | 'failed_at'>>(content, 'widgets') }
}

export function asWidget(row: WidgetRow): Widget {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    settings: JSON.parse(row.settings) as KindSettings,
    place: JSON.parse(row.place) as WidgetPlace,
    isEnabled: row.enabled === 1,
    hasOwnLink: row.own_link === 1,
    failure: row.failure === null ? undefined : { reason: readText(row.failure), at: row.failed_at ?? 0 },
  }
}

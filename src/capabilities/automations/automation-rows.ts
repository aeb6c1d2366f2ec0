import { sql } from '../../kernel/storage/database.ts'
import { type Kept, type KeptContent, keptRowOf, keptTable } from '../change-log/kept-rows.ts'
import type { Automation, AutomationDefinition } from './automation.ts'

export interface AutomationRow {
  readonly id: number
  readonly name: string
  readonly active: number
  readonly definition: string
  readonly run_count: number
  readonly dropped: number
  readonly last_run_at: number | null
  readonly last_scheduled_at: number | null
  readonly created_at: number
}

type Key = { channel: number; id: number }
type Stored = Key & { name: string; nameKey: string; active: number; trigger: string; definition: string }

const columns = 'id, name, active, definition, run_count, dropped, last_run_at, last_scheduled_at, created_at'

export const findById = sql<Key, AutomationRow>(
  `SELECT ${columns} FROM automations WHERE channel_id = :channel AND id = :id`,
)
export const findByName = sql<{ channel: number; nameKey: string }, AutomationRow>(
  `SELECT ${columns} FROM automations WHERE channel_id = :channel AND name_key = :nameKey`,
)
export const listPage = sql<{ channel: number; after: number; limit: number; offset: number }, AutomationRow>(
  `SELECT ${columns} FROM automations WHERE channel_id = :channel AND id > :after
   ORDER BY id LIMIT :limit OFFSET :offset`,
)
/** Without the definitions, which may be long. */
export const listNames = sql<{ channel: number; limit: number }, Pick<AutomationRow, 'id' | 'name' | 'active'>>(
  'SELECT id, name, active FROM automations WHERE channel_id = :channel ORDER BY id LIMIT :limit',
)
export const listActive = sql<{ channel: number; limit: number }, AutomationRow>(
  `SELECT ${columns} FROM automations WHERE channel_id = :channel AND active = 1 ORDER BY id LIMIT :limit`,
)
export const listScheduledChannels = sql<{ limit: number }, { channel_id: number }>(
  `SELECT DISTINCT channel_id FROM automations WHERE trigger_type = 'schedule' AND active = 1
   ORDER BY channel_id LIMIT :limit`,
)
export const countAll = sql<{ channel: number }, { count: number }>(
  'SELECT count(*) AS count FROM automations WHERE channel_id = :channel',
)
export const insertAutomation = sql<Stored & { now: number }>(
  `INSERT INTO automations (channel_id, id, name, name_key, active, trigger_type, definition, created_at)
   VALUES (:channel, :id, :name, :nameKey, :active, :trigger, :definition, :now)`,
)
export const updateAutomation = sql<Stored>(
  `UPDATE automations SET name = :name, name_key = :nameKey, active = :active, trigger_type = :trigger,
     definition = :definition
   WHERE channel_id = :channel AND id = :id`,
)
export const setActive = sql<Key & { active: number }>(
  'UPDATE automations SET active = :active WHERE channel_id = :channel AND id = :id',
)
export const deleteAutomation = sql<Key>('DELETE FROM automations WHERE channel_id = :channel AND id = :id')
export const deleteTimes = sql<Key>(
  'DELETE FROM automation_platform_times WHERE channel_id = :channel AND automation_id = :id',
)
export const countRun = sql<Key & { now: number }>(
  'UPDATE automations SET run_count = run_count + 1, last_run_at = :now WHERE channel_id = :channel AND id = :id',
)
export const addDropped = sql<Key & { count: number }>(
  'UPDATE automations SET dropped = dropped + :count WHERE channel_id = :channel AND id = :id',
)
/** Claimed before it runs, so that it is skipped rather than repeated when the server is cut off in between. */
export const claimSchedule = sql<Key & { now: number; before: number }>(
  `UPDATE automations SET last_scheduled_at = :now
   WHERE channel_id = :channel AND id = :id AND coalesce(last_scheduled_at, 0) = :before`,
)

export const keptAutomation: Kept = {
  kind: 'automation',
  tables: [
    keptTable('automations', 'id', {
      written: ['id', 'name', 'name_key', 'active', 'trigger_type', 'definition'],
      history: ['run_count', 'dropped', 'last_run_at', 'last_scheduled_at', 'created_at'],
    }),
    keptTable('automation_platform_times', 'automation_id', {
      written: [],
      history: ['automation_id', 'platform', 'at'],
    }),
  ],
}

/** The automation in what the change log has kept. */
export function keptRow(content: KeptContent): AutomationRow {
  return keptRowOf(content, 'automations')
}

export function asAutomation(row: AutomationRow): Automation {
  return {
    id: row.id,
    name: row.name,
    active: row.active === 1,
    runCount: row.run_count,
    dropped: row.dropped,
    lastRunAt: row.last_run_at,
    lastScheduledAt: row.last_scheduled_at,
    createdAt: row.created_at,
    ...(JSON.parse(row.definition) as AutomationDefinition),
  }
}

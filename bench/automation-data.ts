import { DatabaseSync } from 'node:sqlite'
import { automationRun, maxRunsPerMinute } from '../src/capabilities/automations/contract/automations.ts'
import { defaultsOf } from '../src/kernel/schema/schema.ts'
import { databaseFile } from '../src/kernel/storage/open.ts'
import { commandInserter } from './command-data.ts'

/** An automation that a key starts and that then waits. */
export const idleAutomation = 'bench waits'
export const runnableCommand = 'benchstep'
const firstId = 10_000
const step = { type: 'points', amount: 1 }

/** Automations of every sort of trigger, none of which is ever met. */
export function insertAutomations(folder: string, count: number): void {
  withAutomations(folder, (insert) => {
    for (let n = 0; n < count; n++) insert(`bench ${n}`, triggerOf(n), [step])
  })
}

/** Names and words that ask for something else, amounts that nobody reaches, and other kinds of events. */
function triggerOf(n: number): Trigger {
  const others: readonly Trigger[] = [
    { type: 'event', event: 'follow', where: { username: `nobody${n}` } },
    { type: 'event', event: 'raid', where: { viewers: { at_least: 1_000_000 + n } } },
    { type: 'event', event: 'chat.message', where: { text: `nobody says ${n}`, roles: ['moderator', 'vip'] } },
    { type: 'command', command: `nobody${n}` },
    { type: 'event', event: 'follow', where: { username: [`nobody${n}`, `nobody${n + 1}`], platform: 'PlatformA' } },
    { type: 'reward', reward: `Nothing ${n}` },
    { type: 'event', event: 'subscription', where: { months: { above: n } } },
    { type: 'value', name: `nothing ${n}`, reaches: n },
  ]
  return others[n % others.length] ?? { type: 'manual' }
}

/** What starts with every follow, the same as a command, and an automation that waits. */
export function insertRunnable(folder: string): void {
  withAutomations(folder, (insert, db) => {
    insert('bench follow', { type: 'event', event: 'follow' }, [step])
    insert(idleAutomation, { type: 'manual' }, [{ type: 'wait', seconds: 3_600 }])
    commandInserter(db)(firstId, runnableCommand, { message: '', steps: [step] })
  })
}

type Trigger = Readonly<Record<string, unknown>>

function withAutomations(
  folder: string,
  work: (insert: (name: string, trigger: Trigger, steps: readonly object[]) => void, db: DatabaseSync) => void,
): void {
  const db = new DatabaseSync(databaseFile(folder))
  const run = { ...defaultsOf(automationRun), limit_per_minute: maxRunsPerMinute }
  let id = firstId
  try {
    db.exec('BEGIN')
    const insert = db.prepare(
      `INSERT INTO automations (channel_id, id, name, name_key, active, trigger_type, definition, created_at)
       VALUES (1, ?, ?, ?, 1, ?, ?, 0)`,
    )
    work((name, trigger, steps) => {
      const definition = { trigger, conditions: [], run, steps }
      insert.run(id++, name, name, String(trigger.type), JSON.stringify(definition))
    }, db)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}

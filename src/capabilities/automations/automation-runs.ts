import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { englishOf, storeText } from '../../kernel/text/store-text.ts'
import { readText } from '../../kernel/text/stored-text.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Automation } from './automation.ts'
import { requestIdOfRun } from './chain.ts'
import type { RunStatus, TriggerType } from './contract/automations.ts'
import { type RecordedStep, readSteps, storeSteps } from './recorded-step.ts'

const keptMs = 7 * 24 * 60 * 60 * 1000
const prunedAtOnce = 500
/** A node renews its runs every twenty seconds. */
const deadAfterMs = 90_000
const closedAtOnce = 500
/** The longest JSON of the data of one run. */
const maxDataLength = 8_000

export interface RecordedRun {
  readonly id: number
  /** 0 of a command. */
  readonly automationId: number
  readonly commandId: number | null
  readonly name: string
  readonly trigger: TriggerType
  readonly event: { readonly kind: string; readonly seq: number | null } | null
  readonly depth: number
  readonly status: RunStatus
  readonly startedAt: number
  readonly finishedAt: number | null
  readonly error: Text | null
  readonly data: Readonly<Record<string, unknown>>
  readonly steps: readonly RecordedStep[]
}

interface RunRow {
  readonly id: number
  readonly automation_id: number
  readonly command_id: number | null
  readonly name: string
  readonly cause: TriggerType
  readonly event_kind: string | null
  readonly event_seq: number | null
  readonly depth: number
  readonly status: RunStatus
  readonly started_at: number
  readonly finished_at: number | null
  readonly error: string | null
  readonly data: string
  readonly steps: string
}

type Key = { channel: number; id: number }
const columns =
  'id, automation_id, command_id, name, cause, event_kind, event_seq, depth, status, started_at, finished_at, error, data, steps'

const insertRun = sql<
  Key & {
    automation: number
    name: string
    cause: string
    kind: string | null
    seq: number | null
    viewer: number | null
    depth: number
    node: string
    now: number
    data: string
  }
>(
  `INSERT INTO automation_runs (channel_id, id, automation_id, name, cause, event_kind, event_seq, viewer_id, depth, node,
     status, started_at, seen_at, data, steps)
   VALUES (:channel, :id, :automation, :name, :cause, :kind, :seq, :viewer, :depth, :node, 'running', :now, :now, :data,
     '[]')`,
)
/** By `finished_at`: with the status, PostgreSQL takes an index of all runs under way instead of the key. */
const updateSteps = sql<Key & { steps: string }>(
  'UPDATE automation_runs SET steps = :steps WHERE channel_id = :channel AND id = :id AND finished_at IS NULL',
)
const finishRun = sql<Key & { status: string; now: number; error: string | null; steps: string }>(
  `UPDATE automation_runs SET status = :status, finished_at = :now, error = :error, steps = :steps
   WHERE channel_id = :channel AND id = :id AND finished_at IS NULL`,
)
const findRun = sql<Key, RunRow>(`SELECT ${columns} FROM automation_runs WHERE channel_id = :channel AND id = :id`)
const listRuns = sql<{ channel: number; before: number; limit: number }, RunRow>(
  `SELECT ${columns} FROM automation_runs WHERE channel_id = :channel AND id < :before ORDER BY id DESC LIMIT :limit`,
)
// The ids are selected first: with the rows in one query, SQLite reads the runs of all automations and commands.
const listRunsOf = sql<{ channel: number; automation: number; before: number; limit: number }, RunRow>(
  `SELECT ${columns} FROM automation_runs WHERE channel_id = :channel AND id IN (
     SELECT id FROM automation_runs WHERE channel_id = :channel AND automation_id = :automation AND id < :before
     ORDER BY id DESC LIMIT :limit)
   ORDER BY id DESC`,
)
const listRunsOfCommand = sql<{ channel: number; command: number; before: number; limit: number }, RunRow>(
  `SELECT ${columns} FROM automation_runs WHERE channel_id = :channel AND id IN (
     SELECT id FROM automation_runs WHERE channel_id = :channel AND command_id = :command AND id < :before
     ORDER BY id DESC LIMIT :limit)
   ORDER BY id DESC`,
)
const isRunning = sql<{ channel: number; automation: number }, { id: number }>(
  `SELECT id FROM automation_runs
   WHERE channel_id = :channel AND automation_id = :automation AND status = 'running' LIMIT 1`,
)
/** Of the last runs. Of those that end in another order than they began, the ids still say which is older. */
const countLast = sql<
  { channel: number; automation: number; after: number; until: number; limit: number },
  { count: number }
>(
  `SELECT count(*) AS count FROM automation_runs WHERE channel_id = :channel AND id IN (
     SELECT id FROM automation_runs WHERE channel_id = :channel AND automation_id = :automation
     ORDER BY id DESC LIMIT :limit)
   AND started_at > :after AND started_at <= :until`,
)
const countRunning = sql<{ channel: number }, { count: number }>(
  `SELECT count(*) AS count FROM automation_runs WHERE channel_id = :channel AND status = 'running'`,
)
const renew = sql<{ node: string; now: number }>(
  `UPDATE automation_runs SET seen_at = :now WHERE node = :node AND status = 'running'`,
)
type DeadRun = Pick<RunRow, 'id' | 'automation_id' | 'name' | 'depth'> & { channel_id: number }
const listDead = sql<{ node: string; before: number; limit: number }, DeadRun>(
  `SELECT channel_id, id, automation_id, name, depth FROM automation_runs
   WHERE status = 'running' AND node <> :node AND seen_at < :before ORDER BY seen_at LIMIT :limit`,
)
const cutOff = sql<Key & { now: number }>(
  `UPDATE automation_runs SET status = 'cut_off', finished_at = :now
   WHERE channel_id = :channel AND id = :id AND finished_at IS NULL`,
)
const listOld = sql<{ before: number; limit: number }, { channel: number; id: number }>(
  `SELECT channel_id AS channel, id FROM automation_runs WHERE started_at < :before AND status <> 'running'
   ORDER BY started_at LIMIT :limit`,
)
const deleteRun = sql<Key>('DELETE FROM automation_runs WHERE channel_id = :channel AND id = :id')

export interface NewRun {
  readonly trigger: TriggerType
  readonly event?: { readonly kind: string; readonly seq: number | null } | undefined
  readonly viewerId?: number | undefined
  readonly depth: number
  readonly data: Readonly<Record<string, unknown>>
}

/** How a run ended. */
export interface RunResult {
  readonly status: RunStatus
  readonly error: Text | undefined
  readonly steps: readonly RecordedStep[]
}

export type AutomationRuns = ReturnType<typeof createAutomationRuns>

/**
 * What runs did: a row before the first step, finished after the last, kept for seven days. Runs of commands stand in
 * the same table (`command-runs.ts`).
 */
export function createAutomationRuns(needs: { db: Database; clock: Clock; events: Events; nodeId: string }) {
  const { db, clock, events, nodeId } = needs

  async function closeRun(run: DeadRun): Promise<void> {
    const { channel_id: channel, id, automation_id, name, depth } = run
    const cause = { channel: { id: channel }, actor: `automation:${automation_id}`, requestId: '' }
    await db.write(async (tx) => {
      if ((await tx.run(cutOff, { channel, id, now: clock.now() })) === 0) return
      await events.appendNew(tx, cause, {
        kind: 'automation.finished',
        data: { id: automation_id, name, run_id: id, depth, status: 'cut_off', error: '' },
      })
    })
  }

  return {
    async begin(tx: Writer, cause: Cause, { id: automation, name }: Automation, run: NewRun): Promise<number> {
      const channel = cause.channel.id
      const id = await tx.next('automation-run', channel)
      const { trigger, event, viewerId, depth } = run
      await tx.run(insertRun, {
        channel,
        id,
        automation,
        name,
        cause: trigger,
        kind: event?.kind ?? null,
        seq: event?.seq ?? null,
        viewer: viewerId ?? null,
        depth,
        node: nodeId,
        now: clock.now(),
        data: storedData(run.data),
      })
      const requestId = requestIdOfRun(id, depth)
      await events.appendNew(
        tx,
        { ...cause, requestId },
        {
          kind: 'automation.ran',
          data: { id: automation, name, run_id: id, depth, trigger },
        },
      )
      return id
    },

    async progress(channel: number, id: number, steps: readonly RecordedStep[]): Promise<void> {
      await db.write((tx) => tx.run(updateSteps, { channel, id, steps: storeSteps(steps) }))
    },

    async finish(
      tx: Writer,
      cause: Cause,
      run: { readonly id: number; readonly automation: Pick<Automation, 'id' | 'name'>; readonly depth: number },
      result: RunResult,
    ): Promise<void> {
      const { id, automation, depth } = run
      const { status } = result
      const error = result.error && storeText(result.error)
      const steps = storeSteps(result.steps)
      const channel = cause.channel.id
      // A run that was taken for dead in the meantime stays what it was shown as.
      if ((await tx.run(finishRun, { channel, id, status, now: clock.now(), error: error ?? null, steps })) === 0)
        return
      await events.appendNew(tx, cause, {
        kind: 'automation.finished',
        data: {
          id: automation.id,
          name: automation.name,
          run_id: id,
          depth,
          status,
          error: error === undefined ? '' : englishOf(error),
        },
        texts: error === undefined ? undefined : { error },
      })
    },

    async get(reader: Reader, channel: number, id: number): Promise<RecordedRun> {
      const row = await reader.get(findRun, { channel, id })
      if (row === undefined) throw new Failure('run_not_found')
      return asRun(row)
    },

    /** Newest first. */
    async list(
      channel: number,
      wanted: {
        readonly automation?: number | undefined
        readonly command?: number | undefined
        readonly before?: number | undefined
        readonly limit: number
      },
    ): Promise<RecordedRun[]> {
      const { automation, command, before = Number.MAX_SAFE_INTEGER, limit } = wanted
      const page = { channel, before, limit }
      if (automation !== undefined) return (await db.all(listRunsOf, { ...page, automation })).map(asRun)
      if (command !== undefined) return (await db.all(listRunsOfCommand, { ...page, command })).map(asRun)
      return (await db.all(listRuns, page)).map(asRun)
    },

    async isRunning(reader: Reader, channel: number, automation: number): Promise<boolean> {
      return (await reader.get(isRunning, { channel, automation })) !== undefined
    },

    /** How many of the last `limit` runs began after `after`. Not those of the future: the clock was set back since. */
    async countStarts(
      reader: Reader,
      channel: number,
      automation: number,
      { after, limit }: { readonly after: number; readonly limit: number },
    ): Promise<number> {
      const wanted = { channel, automation, after, until: clock.now(), limit }
      return (await reader.get(countLast, wanted))?.count ?? 0
    },

    async countRunning(reader: Reader, channel: number): Promise<number> {
      return (await reader.get(countRunning, { channel }))?.count ?? 0
    },

    /** Says that the runs of this node still run. */
    async renew(): Promise<void> {
      await db.write((tx) => tx.run(renew, { node: nodeId, now: clock.now() }))
    },

    /** Closes the runs of nodes that are gone. Alone, every other node is gone. */
    async closeCutOff({ isShared }: { readonly isShared: boolean }): Promise<number> {
      const before = isShared ? clock.now() - deadAfterMs : Number.MAX_SAFE_INTEGER
      for (let closed = 0; ; ) {
        const dead = await db.all(listDead, { node: nodeId, before, limit: closedAtOnce })
        // Together, so that they share a commit.
        await Promise.all(dead.map(closeRun))
        closed += dead.length
        if (dead.length < closedAtOnce) return closed
      }
    },

    async prune(): Promise<number> {
      const before = clock.now() - keptMs
      for (let count = 0; ; ) {
        const old = await db.all(listOld, { before, limit: prunedAtOnce })
        // Writes of one turn share a commit.
        await Promise.all(old.map((key) => db.write((tx) => tx.run(deleteRun, key))))
        count += old.length
        if (old.length < prunedAtOnce) return count
      }
    },
  }
}

export function storedData(data: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(data)
  return text.length > maxDataLength ? '{}' : text
}

function asRun(row: RunRow): RecordedRun {
  return {
    id: row.id,
    automationId: row.automation_id,
    commandId: row.command_id,
    name: row.name,
    trigger: row.cause,
    event: row.event_kind === null ? null : { kind: row.event_kind, seq: row.event_seq },
    depth: row.depth,
    status: row.status,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    error: row.error === null ? null : readText(row.error),
    data: JSON.parse(row.data),
    steps: readSteps(row.steps),
  }
}

import { sql, type Writer } from '../../kernel/storage/database.ts'
import type { RanCommand } from '../steps/execution.ts'
import { storedData } from './automation-runs.ts'
import type { RunStatus, TriggerType } from './contract/automations.ts'
import { recordedStep } from './recorded-step.ts'

const insertFinished = sql<{
  channel: number
  id: number
  command: number
  name: string
  cause: string
  viewer: number | null
  depth: number
  status: string
  startedAt: number
  finishedAt: number
  error: string | null
  data: string
  steps: string
}>(
  `INSERT INTO automation_runs (channel_id, id, automation_id, command_id, name, cause, viewer_id, depth, node, status,
     started_at, seen_at, finished_at, error, data, steps)
   VALUES (:channel, :id, 0, :command, :name, :cause, :viewer, :depth, '', :status, :startedAt, :finishedAt, :finishedAt,
     :error, :data, :steps)`,
)

/**
 * Records a run of a command beside those of automations: one row, in the transaction that records its other
 * consequences. A command takes seconds, so there is no row while it runs.
 */
export async function recordCommandRun(tx: Writer, ran: RanCommand): Promise<void> {
  const { by, command, depth, steps, startedAt, finishedAt } = ran
  const { run, outcomes } = steps
  const { user, args, platform, redemption } = run
  const { id: user_id = '', username, displayname } = user
  const reward = redemption === undefined ? {} : { reward: redemption.rewardTitle }
  const channel = by.channel.id
  const failure = outcomes.find((outcome) => outcome.failure !== undefined)?.failure
  await tx.run(insertFinished, {
    channel,
    id: await tx.next('automation-run', channel),
    command: command.id,
    name: command.command,
    cause: causeOf(by.actor),
    viewer: user.viewerId ?? null,
    depth,
    status: statusOf(failure?.code),
    startedAt,
    finishedAt,
    error: failure?.message ?? null,
    data: storedData({ user_id, username, displayname, platform, args, ...reward }),
    steps: JSON.stringify(outcomes.map(recordedStep)),
  })
}

const causes: Readonly<Record<string, TriggerType>> = {
  chat: 'command',
  reward: 'reward',
  command: 'automation',
  automation: 'automation',
  cue: 'automation',
}

/** A key or a person in the panel runs a command by hand. */
function causeOf(actor: string): TriggerType {
  return causes[actor.slice(0, actor.indexOf(':'))] ?? 'manual'
}

function statusOf(failure: string | undefined): RunStatus {
  if (failure === undefined) return 'done'
  return failure === 'run_stopped' ? 'stopped' : 'failed'
}

import { flag, maxNameLength } from '../../../definitions/fields.ts'
import type { Unwritten } from '../../../kernel/operation/operation.ts'
import { model } from '../../../kernel/schema/model.ts'
import {
  anyObject,
  dateTime,
  defaultsOf,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  text,
} from '../../../kernel/schema/schema.ts'
import type { Command } from '../../commands/command.ts'
import { stepsOf } from '../../steps/read-steps.ts'
import { type Automation, writtenOf } from '../automation.ts'
import type { RecordedRun } from '../automation-runs.ts'
import { automationRun, automationTrigger, type RunStatus, runStatuses, triggerTypes } from '../contract/automations.ts'
import type { RecordedStep } from '../recorded-step.ts'

/** The parameters and answers that the operations on automations share. */

export const automationReference = {
  id: optional(integer({ description: 'The automation by id; one of id and name is required.' })),
  name: optional(text({ max: maxNameLength, cleaning: 'line', description: 'The automation by name.' })),
}
export const oneAutomation = { needsOne: [['id', 'name']] } as const

export const automationRecord = model(
  'Automation',
  object({
    id: integer(),
    source: text({ description: 'automation:<id>; of a chat command command:<id>.' }),
    name: text(),
    active: flag('1 when it is switched on.'),
    trigger: automationTrigger,
    conditions: list(anyObject()),
    run: automationRun,
    steps: list(anyObject()),
    run_count: integer(),
    dropped: integer({ description: 'How many starts a limit refused.' }),
    last_run_at: nullable(dateTime()),
  }),
)
export type AutomationRecord = Static<typeof automationRecord>

export function recordOf(automation: Automation): AutomationRecord {
  const { id, runCount, dropped, lastRunAt } = automation
  const { name, active, trigger, conditions, steps } = writtenOf(automation)
  return {
    id,
    source: `automation:${id}`,
    name,
    active,
    trigger,
    conditions,
    run: automation.run,
    steps,
    run_count: runCount,
    dropped,
    last_run_at: timeOf(lastRunAt),
  }
}

/** A chat command, which is an automation whose trigger is a word in chat. */
export function recordOfCommand(command: Command): AutomationRecord {
  const { id, command: name, active, message, actions, cooldownGlobalSeconds, runCount, lastRunAt } = command
  const reply = message === '' ? [] : [{ type: 'reply', text: message }]
  return {
    id,
    source: `command:${id}`,
    name,
    active: active ? 1 : 0,
    trigger: { type: 'command', command: name },
    conditions: [],
    run: { ...defaultsOf(automationRun), cooldown_seconds: cooldownGlobalSeconds },
    steps: [...reply, ...writtenSteps(actions)],
    run_count: runCount,
    dropped: 0,
    last_run_at: timeOf(lastRunAt),
  }
}

/** A command whose `action_json` has another form has no steps. */
function writtenSteps(actions: unknown): Readonly<Record<string, unknown>>[] {
  try {
    return stepsOf(actions).filter((step) => typeof step === 'object' && step !== null) as Record<string, unknown>[]
  } catch {
    return []
  }
}

export const stepRecord = model(
  'RunStep',
  object({
    path: text({ description: 'The place of the step, such as 2 or 2.then.1; empty for the reply of a command.' }),
    type: text(),
    status: oneOf(['running', 'done', 'failed', 'skipped', 'not_met'], {
      description: 'not_met: its condition was not true.',
    }),
    ms: optional(integer({ description: 'How long it took.' })),
    error: optional(text({ description: 'The code of the failure.' })),
    message: optional(text({ description: 'What went wrong.' })),
    result: optional(anyObject({ description: 'What the step did; of a dry run, what it would do.' })),
  }),
)

export const runRecord = model(
  'AutomationRunRecord',
  object({
    run_id: integer(),
    automation_id: integer({ description: '0 for a run of a chat command.' }),
    source: text({ description: 'automation:<id>; of a chat command command:<id>.' }),
    name: text(),
    trigger: oneOf(triggerTypes),
    event: nullable(text({ description: 'The kind of the event that started it.' })),
    event_seq: nullable(integer({ description: 'The place of the event in the log, if it is stored.' })),
    depth: integer({ description: '1 unless another automation led to it.' }),
    status: oneOf(runStatuses, { description: 'cut_off: the server stopped in the middle; nothing is repeated.' }),
    started_at: dateTime(),
    finished_at: nullable(dateTime()),
    error: nullable(text()),
    data: anyObject({ description: 'The fields that $(event.<field>) read.' }),
    steps: list(stepRecord),
  }),
)

export function recordOfRun(run: RecordedRun): Unwritten<Static<typeof runRecord>> {
  return {
    run_id: run.id,
    automation_id: run.automationId,
    source: run.commandId === null ? `automation:${run.automationId}` : `command:${run.commandId}`,
    name: run.name,
    trigger: run.trigger,
    event: run.event?.kind ?? null,
    event_seq: run.event?.seq ?? null,
    depth: run.depth,
    status: run.status,
    started_at: new Date(run.startedAt).toISOString(),
    finished_at: timeOf(run.finishedAt),
    error: run.error,
    data: run.data,
    steps: run.steps.map(recordOfStep),
  }
}

export function recordOfStep(step: RecordedStep): Unwritten<Static<typeof stepRecord>> {
  return { ...step }
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

const at = '2026-01-15T19:30:00.000Z'
const done: RunStatus = 'done'

export const exampleRun: Static<typeof runRecord> = {
  run_id: 1,
  automation_id: 1,
  source: 'automation:1',
  name: 'Thank followers',
  trigger: 'event',
  event: 'follow',
  event_seq: 12,
  depth: 1,
  status: done,
  started_at: at,
  finished_at: at,
  error: null,
  data: { username: 'alice' },
  steps: [{ path: '1', type: 'say', status: 'done', ms: 3 }],
}
export const exampleAutomation = {
  name: 'Thank followers',
  trigger: { type: 'event', event: 'follow' },
  steps: [{ type: 'say', text: 'Thank you $(user)!', as: 'bot' }],
} as const

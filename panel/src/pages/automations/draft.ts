import { automationRun, type WrittenAutomation } from '../../../../src/capabilities/automations/contract/automations.ts'
import { commandTimer } from '../../../../src/capabilities/automations/contract/command-timer.ts'
import { defaultsOf } from '../../../../src/kernel/schema/schema.ts'
import { type Answer, type Calls, call } from '../../api.ts'

export type AutomationEntry = Answer<'list-automations'>['automations'][number]
export type Trigger = WrittenAutomation['trigger']
export type Draft = Required<Omit<WrittenAutomation, 'version'>>

/** A new automation in the editor: nothing starts it until a trigger is chosen. */
export const newDraft: Draft = {
  name: '',
  active: 1,
  trigger: { type: 'event' },
  conditions: [],
  run: defaultsOf(automationRun),
  steps: [],
}

/** A new automation that runs a command at an interval. */
export function timerDraft(command: string): Draft {
  const { version: _version, ...timer } = commandTimer(command, 20, 5)
  return timer
}

export function draftOf({ name, active, trigger, conditions, run, steps }: AutomationEntry): Draft {
  return { name, active, trigger, conditions, run, steps }
}

export function inputOf(draft: Draft, id: number | undefined): Calls['save-automation']['input'] {
  return id === undefined ? { ...draft, version: 1 } : { ...draft, version: 1, id }
}

/** The file of one automation, as `save-automation` takes it; settings that are the default are left out. */
export function fileOf({ name, active, trigger, conditions, run, steps }: Draft): Readonly<Record<string, unknown>> {
  const usual: Readonly<Record<string, unknown>> = defaultsOf(automationRun)
  const changed = Object.entries(run).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(usual[field]))
  return {
    version: 1,
    name,
    active,
    trigger,
    ...(conditions.length === 0 ? {} : { conditions }),
    ...(changed.length === 0 ? {} : { run: Object.fromEntries(changed) }),
    steps,
  }
}

export function saveFile(name: string, content: unknown): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() || 'automation'}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

const pageSize = 1_000

/** All of them, page by page, so that a search finds each. */
export async function loadAutomations(): Promise<readonly AutomationEntry[]> {
  const all: AutomationEntry[] = []
  for (;;) {
    const { total, automations } = await call('list-automations', { limit: pageSize, offset: all.length })
    all.push(...automations)
    if (automations.length === 0 || all.length >= total) return all
  }
}

/** Where the unsaved changes of an automation are kept; a new one is known by what it began with. */
export function automationPlace(id: number | undefined, start?: Draft): string {
  return `automation:${id ?? `new:${start?.name ?? ''}`}`
}

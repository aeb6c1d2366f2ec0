import { defaultsOf } from '../../kernel/schema/schema.ts'
import type { AutomationRun, AutomationTrigger, WrittenAutomation } from './contract/automations.ts'
import { automationRun } from './contract/automations.ts'

/** What is stored as JSON. Steps are checked when they are saved and when they run. */
export interface AutomationDefinition {
  readonly trigger: AutomationTrigger
  readonly conditions: readonly Readonly<Record<string, unknown>>[]
  readonly run: AutomationRun
  readonly steps: readonly Readonly<Record<string, unknown>>[]
}

export interface Automation extends AutomationDefinition {
  readonly id: number
  readonly name: string
  readonly active: boolean
  readonly runCount: number
  /** Starts that a limit refused. */
  readonly dropped: number
  readonly lastRunAt: number | null
  readonly lastScheduledAt: number | null
  readonly createdAt: number
}

export function definitionOf({ trigger, conditions, run, steps }: WrittenAutomation): AutomationDefinition {
  return { trigger, conditions, run: { ...defaultsOf(automationRun), ...run }, steps }
}

/** The format of files and of `save-automation`. */
export function writtenOf({ name, active, trigger, conditions, run, steps }: Automation): WrittenAutomation {
  return { version: 1, name, active: active ? 1 : 0, trigger, conditions, run, steps }
}

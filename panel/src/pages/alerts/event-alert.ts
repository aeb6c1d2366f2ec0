import { type AlertStepInput, alertStepFields } from '../../../../src/capabilities/alerts/contract/alert-fields.ts'
import { eventAlerts } from '../../../../src/capabilities/alerts/contract/recipes.ts'
import { call } from '../../api.ts'
import { tryOut } from '../../ui/media/try-out.ts'
import type { AutomationEntry } from '../automations/draft.ts'
import { sampleData } from '../automations/sample.ts'

/** A step that shows an alert, as it is written. */
export type AlertStep = { readonly type: 'show_alert' } & Partial<AlertStepInput>
export type EventAlertKind = (typeof eventAlerts)[number]

export const kinds = eventAlerts

export function isAlertStep(step: Readonly<Record<string, unknown>>): step is AlertStep {
  return step.type === 'show_alert'
}

/** The automations with such a step, in the order of the kinds; those of no kind come last. */
export function eventAlertsIn(automations: readonly AutomationEntry[]): readonly AutomationEntry[] {
  const place = (entry: AutomationEntry) => {
    const kind = kindOf(entry)
    return kind === undefined ? kinds.length : kinds.indexOf(kind)
  }
  return automations
    .filter(({ trigger, steps }) => trigger.type !== 'command' && steps.some(isAlertStep))
    .sort((one, other) => place(one) - place(other) || one.id - other.id)
}

/** The kind whose events start the automation. */
export function kindOf({ trigger }: Pick<AutomationEntry, 'trigger'>): EventAlertKind | undefined {
  return kinds.find(({ recipe: { automation } }) => {
    const own = automation.trigger
    return own.type === 'event' && own.event === trigger.event && isSame(own.where, trigger.where)
  })
}

function isSame(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other)
}

function sorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? {})
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** An event to try it with: that of its kind, with another amount for a variant. */
export function sampleOf(entry: Pick<AutomationEntry, 'trigger'>, amount?: number): Readonly<Record<string, unknown>> {
  const kind = kindOf(entry)
  const data = kind?.sample ?? { ...sampleData(entry.trigger), username: 'viewer7', displayname: 'Viewer7' }
  const field = kind?.amount?.field
  return amount === undefined || field === undefined ? data : { ...data, [field]: amount }
}

export function testEventAlert(entry: Pick<AutomationEntry, 'trigger' | 'steps'>, amount?: number): Promise<void> {
  const step = entry.steps.find(isAlertStep) ?? {}
  return tryOut(() => call('test-event-alert', { step: cleaned(step), data: sampleOf(entry, amount) }))
}

/** Without what a step has beside its alert, such as a condition, and without empty texts. */
export function cleaned(step: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(step).filter(([name, value]) => Object.hasOwn(alertStepFields, name) && value !== ''),
  )
}

import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { eventRegistry } from '../../registry/event-registry.ts'
import { liveEventDefinitions } from '../../registry/live-events.ts'
import { findStepFault } from '../steps/check-steps.ts'
import { checkCondition } from '../steps/conditions.ts'
import { checkEventFields, meantEvent } from './check-event-fields.ts'
import {
  type AutomationTrigger,
  automationLimits,
  maxAutomationSteps,
  type TriggerType,
  type WrittenAutomation,
} from './contract/automations.ts'
import { automationErrors } from './messages.ts'
import { compileTrigger } from './trigger-index.ts'
import { triggerTypeWords } from './trigger-words.ts'

/** Checks what the schema cannot: whether the trigger is complete, and whether every step could run as it is written. */
export async function checkAutomation({ trigger, conditions, steps }: WrittenAutomation): Promise<void> {
  checkTrigger(trigger)
  await compileTrigger(trigger)
  await checkCondition(conditions)
  checkEventFields(trigger, conditions)
  const fault = await findStepFault(steps, { ...automationLimits, steps: maxAutomationSteps })
  if (fault === undefined) return
  const { path, place, field, message: error } = fault
  throw wrong(`steps${path}.${field}`, automationErrors.inStep.of({ path: place, error }))
}

/** The field that a trigger of each type needs. */
const required = {
  event: 'event',
  command: 'command',
  reward: 'reward',
  value: 'name',
  automation: 'automation',
} as const satisfies Partial<Record<AutomationTrigger['type'], keyof AutomationTrigger>>

function checkTrigger(trigger: AutomationTrigger): void {
  const { type, event, at } = trigger
  const field = (required as Partial<Record<string, keyof AutomationTrigger>>)[type]
  if (field !== undefined && trigger[field] === undefined) throw missing(field, type)
  if (type === 'value' && trigger.reaches === undefined) throw missing('reaches', type)
  if (type === 'event' && event !== undefined && !isKnown(event)) {
    const meant = meantEvent(event)
    const message = meant === undefined ? automationErrors.unknownEvent : automationErrors.misspeltEvent
    throw wrong('trigger.event', message.of({ event, meant: meant ?? '' }))
  }
  if (type !== 'schedule') return
  const { every_minutes, minutes_after_live, each_platform } = trigger
  if ([every_minutes, at, minutes_after_live].filter((one) => one !== undefined).length !== 1) {
    throw wrong('trigger', automationErrors.oneSchedule.of())
  }
  if (each_platform === 1 && every_minutes === undefined) {
    throw wrong('trigger.each_platform', automationErrors.eachPlatform.of())
  }
  if (at !== undefined && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at)) throw wrong('trigger.at', automationErrors.at.of())
}

/** Events that no key may read, such as sign-ins, start nothing: a step could show them to everybody. */
function isKnown(kind: string): boolean {
  const scope = eventRegistry.find(kind)?.readableBy.scope ?? null
  return scope !== null || liveEventDefinitions.some((one) => one.kind === kind)
}

function missing(field: string, type: TriggerType): Failure {
  return wrong(`trigger.${field}`, automationErrors.triggerField.of({ field, type: triggerTypeWords[type] }))
}

function wrong(path: string, message: Text): Failure {
  return new Failure('invalid_parameter', { message, details: [{ path, message }] })
}

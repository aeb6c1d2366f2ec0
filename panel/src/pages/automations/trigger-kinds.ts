import type { EventDefinition } from '../../../../src/definitions/define-event.ts'
import { eventGroupTitles } from '../../../../src/definitions/event-groups.ts'
import type { IconName } from '../../../../src/definitions/icons.ts'
import { offeredFields } from '../../../../src/definitions/published-data.ts'
import type { Schema } from '../../../../src/kernel/schema/schema.ts'
import { eventRegistry } from '../../../../src/registry/event-registry.ts'
import { liveEventDefinitions } from '../../../../src/registry/live-events.ts'
import type { StepStart } from '../../steps/step-start.ts'
import type { Trigger } from './draft.ts'
import { automationMessages, triggerMessages } from './messages.ts'

/** The triggers beside events; a schedule is three of them, because people think of them as three. */
interface TriggerKind {
  readonly key: string
  readonly icon: IconName
  readonly title: () => string
  readonly help: () => string
  readonly start: Trigger
  readonly is: (trigger: Trigger) => boolean
}

const m = triggerMessages
const ofType = (type: Trigger['type']) => (trigger: Trigger) => trigger.type === type

export const triggerKinds: readonly TriggerKind[] = [
  {
    key: 'schedule.every',
    icon: 'clock',
    title: m.everyMinutes,
    help: m.everyMinutesHelp,
    start: { type: 'schedule', every_minutes: 20, min_chat_lines: 5 },
    is: ({ type, at, minutes_after_live }) =>
      type === 'schedule' && at === undefined && minutes_after_live === undefined,
  },
  {
    key: 'schedule.at',
    icon: 'clock',
    title: m.at,
    help: m.atHelp,
    start: { type: 'schedule', at: '20:00' },
    is: ({ type, at }) => type === 'schedule' && at !== undefined,
  },
  {
    key: 'schedule.live',
    icon: 'clock',
    title: m.afterLive,
    help: m.afterLiveHelp,
    start: { type: 'schedule', minutes_after_live: 10 },
    is: ({ type, minutes_after_live }) => type === 'schedule' && minutes_after_live !== undefined,
  },
  {
    key: 'command',
    icon: 'commands',
    title: m.command,
    help: m.commandHelp,
    start: { type: 'command' },
    is: ofType('command'),
  },
  { key: 'reward', icon: 'gift', title: m.reward, help: m.rewardHelp, start: { type: 'reward' }, is: ofType('reward') },
  {
    key: 'value',
    icon: 'activity',
    title: m.value,
    help: m.valueHelp,
    start: { type: 'value', reaches: 100 },
    is: ofType('value'),
  },
  { key: 'round', icon: 'coin', title: m.round, help: m.roundHelp, start: { type: 'round' }, is: ofType('round') },
  {
    key: 'automation',
    icon: 'automations',
    title: m.automation,
    help: m.automationHelp,
    start: { type: 'automation' },
    is: ofType('automation'),
  },
  { key: 'manual', icon: 'play', title: m.manual, help: m.manualHelp, start: { type: 'manual' }, is: ofType('manual') },
]

interface TriggerEvent {
  readonly kind: string
  readonly title: () => string
  readonly icon: IconName
  readonly group: string
  readonly fields: Readonly<Record<string, Schema>>
  /** Whether it happens on a platform. */
  readonly isOnPlatform: boolean
}

/** Events that start automations: those that a key may read, so that no step shows what only the panel may. */
export const triggerEvents: readonly TriggerEvent[] = [
  ...liveEventDefinitions.map((definition) => ({
    kind: definition.kind,
    title: definition.title,
    icon: 'chat' as const,
    group: automationMessages.liveEvents(),
    fields: offeredFields(definition),
    isOnPlatform: true,
  })),
  ...eventRegistry.definitions
    .filter(({ readableBy }: EventDefinition) => readableBy.scope !== null)
    .map((definition: EventDefinition) => ({
      kind: definition.kind,
      title: definition.title,
      icon: definition.icon,
      group: eventGroupTitles[definition.group](),
      fields: offeredFields(definition),
      isOnPlatform: definition.refersTo?.platform !== undefined,
    })),
]

export function findEvent(kind: string | undefined): TriggerEvent | undefined {
  return triggerEvents.find((event) => event.kind === kind)
}

/** The trigger that a choice in the dialog begins with. */
export function triggerFor(key: string): Trigger {
  if (key.startsWith('event:')) return { type: 'event', event: key.slice('event:'.length) }
  return triggerKinds.find((kind) => kind.key === key)?.start ?? { type: 'manual' }
}

/** The event whose fields the steps can read. */
export function eventOf({ type, event, kind }: Trigger): TriggerEvent | undefined {
  if (type === 'event') return findEvent(event)
  if (type === 'reward') return findEvent('redemption.added')
  if (type === 'value') return findEvent('value.changed')
  if (type === 'automation') return findEvent('automation.finished')
  if (type === 'command') return findEvent('chat.message')
  if (type !== 'round') return undefined
  return findEvent(kind === 'poll' || kind === 'trivia' ? 'round.closed' : 'round.drawn') ?? findEvent('round.closed')
}

/** What starts the steps. */
export function startOf(trigger: Trigger): StepStart {
  const { type, event, each_platform } = trigger
  if (type === 'command') return 'chat'
  if (type === 'schedule') return each_platform === 1 ? 'each' : 'none'
  if (type === 'event' && event === undefined) return 'event'
  return eventOf(trigger)?.isOnPlatform === true ? 'event' : 'none'
}

/** Texts of the trigger as the button shows it. */
export function titleOf(trigger: Trigger): { title: string; icon: IconName } | undefined {
  if (trigger.type === 'event') {
    const event = findEvent(trigger.event)
    if (event === undefined) return trigger.event === undefined ? undefined : { title: trigger.event, icon: 'code' }
    return { title: event.title(), icon: event.icon }
  }
  const kind = triggerKinds.find(({ is }) => is(trigger))
  return kind && { title: kind.title(), icon: kind.icon }
}

/** The heading under which the list shows it: the group of its event, or the sort of trigger. */
export function triggerGroup(trigger: Trigger): string {
  if (trigger.type === 'event') return findEvent(trigger.event)?.group ?? triggerMessages.event()
  if (trigger.type === 'schedule') return triggerMessages.schedule()
  return triggerKinds.find(({ is }) => is(trigger))?.title() ?? triggerMessages.event()
}

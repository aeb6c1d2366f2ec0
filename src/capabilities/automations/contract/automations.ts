import { flag, maxNameLength } from '../../../definitions/fields.ts'
import { maxLongWaitSeconds } from '../../../definitions/waits.ts'
import { anyValue, mapOf } from '../../../kernel/schema/open-schema.ts'
import {
  anyObject,
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  type Static,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'
import { platformWords } from '../../../platforms/contract/platforms.ts'

/** Automations: a trigger, conditions, how they run, and steps. The format of files and of `save-automation`. */

export const triggerTypes = [
  'event',
  'schedule',
  'command',
  'reward',
  'value',
  'round',
  'automation',
  'manual',
] as const
export type TriggerType = (typeof triggerTypes)[number]

/** `parallel`: all at once. `queue`: one after the other. `drop`: none while one runs. */
export const runModes = ['parallel', 'queue', 'drop'] as const
export type RunMode = (typeof runModes)[number]

export const runStatuses = ['running', 'done', 'failed', 'stopped', 'cut_off'] as const
export type RunStatus = (typeof runStatuses)[number]

/** The rounds that are drawn at their end. The others are over when they close. */
export const drawnRounds: readonly string[] = ['giveaway', 'prediction']

export const maxAutomations = 10_000
export const maxAutomationSteps = 50
/** Automations that trigger each other stop here. */
export const maxChainDepth = 5
export const automationLimits = {
  waitSeconds: maxLongWaitSeconds,
  /** The longest time of a run. */
  runMs: 6 * 60 * 60 * 1000,
  /** One step, apart from waits. */
  stepMs: 30_000,
  /** Steps of a run, those of repetitions included. */
  steps: 500,
}
export const maxRunsPerMinute = 600

const name = (description: string) => optional(text({ max: maxNameLength, cleaning: 'line', description }))

/** What starts an automation. Each type has its own fields. */
export const automationTrigger = object({
  type: oneOf(triggerTypes),
  event: name('Of event: the kind, such as follow or chat.message.'),
  where: optional(
    mapOf(anyValue(), {
      description:
        'Of event: fields of the event and what they must be: a value, a list of values, or an object with above, below, at_least, at_most or matches.',
    }),
  ),
  every_minutes: optional(integer({ min: 1, max: 10_080, description: 'Of schedule: the interval.' })),
  min_chat_lines: optional(
    integer({ min: 0, max: 100_000, description: 'Of schedule: chat messages since the last time, at least.' }),
  ),
  each_platform: optional(
    flag(
      'Of schedule with every_minutes: 1: on each platform by itself, while it is live there, up to 10 % earlier or later, and never two such automations in the same minute.',
    ),
  ),
  at: optional(text({ max: 5, description: "Of schedule: the time of day in the channel's time zone, HH:MM." })),
  minutes_after_live: optional(
    integer({ min: 0, max: 1440, description: 'Of schedule: minutes after the stream started.' }),
  ),
  command: name('Of command: the word in chat, with or without the prefix.'),
  reward: name('Of reward: the title or the ID of the reward.'),
  name: name('Of value: its name.'),
  reaches: optional(number({ description: 'Of value: the number it reaches, from above or below.' })),
  kind: name('Of round: giveaway, poll, prediction or trivia; left out: any.'),
  automation: name('Of automation: the name or the ID of the one that has ended.'),
})
export type AutomationTrigger = Static<typeof automationTrigger>

export const automationRun = object({
  mode: withDefault(oneOf(runModes, { description: 'What a further start does while it runs.' }), 'parallel'),
  cooldown_seconds: withDefault(integer({ min: 0, max: 86_400 }), 0),
  limit_per_minute: withDefault(
    integer({ min: 1, max: maxRunsPerMinute, description: 'Starts beyond it are dropped and counted.' }),
    60,
  ),
  only_live: withDefault(flag('1: only while the stream is live.'), 0),
  platforms: withDefault(
    list(oneOf(platformWords), { max: platformWords.length, description: 'Only on these; empty: on all.' }),
    [],
  ),
  only_categories: withDefault(list(text({ max: maxNameLength }), { max: 50 }), []),
  blocked_categories: withDefault(list(text({ max: maxNameLength }), { max: 50 }), []),
  hold_in_shield_mode: withDefault(
    flag('1: events of a platform where shield mode is on start it afterwards, without those of banned viewers.'),
    0,
  ),
  on_error: withDefault(
    oneOf(['continue', 'stop'], { description: 'What a failed step does to the ones after it.' }),
    'continue',
  ),
})
export type AutomationRun = Static<typeof automationRun>

/** The fields of an automation as it is written in files and requests. */
export const automationFields = {
  version: withDefault(integer({ min: 1, max: 1 }), 1),
  name: text({ min: 1, max: maxNameLength, cleaning: 'line', description: 'Unique in the channel.' }),
  active: withDefault(flag('1 when it is switched on.'), 1),
  trigger: automationTrigger,
  conditions: withDefault(
    list(anyObject(), { description: 'All must be true, at most 10; the same as the condition of a step.' }),
    [],
  ),
  run: optional(automationRun),
  steps: list(anyObject(), { description: 'At most 50, nested ones included; as in action_json of a command.' }),
}
export const writtenAutomation = object(automationFields)
export type WrittenAutomation = Static<typeof writtenAutomation>

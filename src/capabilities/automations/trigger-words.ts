import { defineMessages } from '../../kernel/text/message.ts'
import type { TriggerType } from './contract/automations.ts'

/** The sorts of triggers, as they stand inside an error. */
export const triggerTypeWords = defineMessages('errors.automations.triggerTypes', {
  event: 'event',
  schedule: 'schedule',
  command: 'command',
  reward: 'reward',
  value: 'value',
  round: 'round',
  automation: 'automation',
  manual: 'manual',
} satisfies Readonly<Record<TriggerType, string>>)

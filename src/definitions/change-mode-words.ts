import { defineMessages } from '../kernel/text/message.ts'
import type { ChangeMode } from './fields.ts'

/** What a change does, as it stands inside an error. */
export const changeModeWords = defineMessages('changeModes', {
  add: 'add',
  remove: 'remove',
  set: 'set',
  transfer: 'transfer',
} satisfies Readonly<Record<ChangeMode | 'transfer', string>>)

import { defineMessages } from '../../../src/kernel/text/message.ts'

/** What uses something, in the dialog that deletes it. */
export const usedByMessages = defineMessages('usedBy', {
  usedBy: 'What uses it stops working until it is restored:',
  named: '{count}: {names}',
  command: { plural: 'count', one: '{count:number} command', other: '{count:number} commands' },
  automation: { plural: 'count', one: '{count:number} automation', other: '{count:number} automations' },
  show: { plural: 'count', one: '{count:number} show', other: '{count:number} shows' },
  deck: { plural: 'count', one: '{count:number} deck', other: '{count:number} decks' },
  widget: { plural: 'count', one: '{count:number} widget', other: '{count:number} widgets' },
  reward: { plural: 'count', one: '{count:number} reward', other: '{count:number} rewards' },
  home: 'A button on Home',
})

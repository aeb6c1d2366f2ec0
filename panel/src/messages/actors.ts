import { defineMessages } from '../../../src/kernel/text/message.ts'

/** Who caused an event, where it is no person with a name. */
export const actorMessages = defineMessages('actors', {
  key: 'an API key',
  person: 'panel',
  cli: 'terminal',
  command: 'a command',
  automation: 'an automation',
  cue: 'a cue',
  firstStart: 'first start',
  import: 'import',
  rule: 'a rule',
  show: 'a show',
  reward: 'a reward',
  round: 'a round',
  bot: 'bot',
  clock: 'clock',
})

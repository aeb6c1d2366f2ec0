import { defineMessages } from '../../src/messages/message.ts'
import { actorNames, type LogEvent } from './state.ts'

const messages = defineMessages('actors', {
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

const titles: Readonly<Record<string, () => string>> = { ...messages, 'first-start': messages.firstStart }

/** Who caused an event, unless its sentence or its platform says so already. */
export function actorOf({ actor }: LogEvent): string {
  return actor.startsWith('platform:') || actor.startsWith('provider:') ? '' : nameOfActor(actor)
}

export function nameOfActor(actor: string): string {
  const name = actorNames.value.get(actor)
  if (name !== undefined) return name
  const [kind = ''] = actor.split(':')
  return titles[kind]?.() ?? kind
}

import { actorMessages as messages } from './messages/actors.ts'
import { actorNames, type LogEvent, wantActorNames } from './state.ts'

const titles: Readonly<Record<string, () => string>> = { ...messages, 'first-start': messages.firstStart }

/** Who caused an event, unless its sentence or its platform says so already. */
export function actorOf({ actor }: LogEvent): string {
  return actor.startsWith('platform:') || actor.startsWith('provider:') ? '' : nameOfActor(actor)
}

export function nameOfActor(actor: string): string {
  wantActorNames()
  const name = actorNames.value.get(actor)
  if (name !== undefined) return name
  const [kind = ''] = actor.split(':')
  return titles[kind]?.() ?? kind
}

import { message } from '../kernel/text/message.ts'
import type { IconName } from './icons.ts'
import type { Label } from './setting-fields.ts'

/** The places of the rail, in its order. Each page belongs to one of them; `settings` stands at the foot. */
export const places = [
  'home',
  'shows',
  'overlay',
  'alerts',
  'commands',
  'automations',
  'rounds',
  'music',
  'viewers',
  'decks',
  'rewards',
  'values',
  'ai',
  'developer',
  'settings',
] as const
export type Place = (typeof places)[number]

/** Places that most channels never need: they are in the rail once the channel uses them or somebody has opened them. */
export const occasionalPlaces = ['rewards', 'values', 'ai', 'developer'] as const satisfies readonly Place[]
export type OccasionalPlace = (typeof occasionalPlaces)[number]

/** Every other place has the title and the icon of its first page. */
export const ownTitles: { readonly [name in Place]?: { readonly title: Label; readonly icon: IconName } } = {
  developer: { title: message('places.developer', 'Developer'), icon: 'code' },
}

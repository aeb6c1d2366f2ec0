import { defineMessages } from '../kernel/text/message.ts'

/** The filters of the activity page, in its order. */
export const eventGroups = [
  'people',
  'overlay',
  'stream',
  'obs',
  'discord',
  'points',
  'values',
  'bot',
  'panel',
] as const
export type EventGroup = (typeof eventGroups)[number]

export const eventGroupTitles = defineMessages('eventGroups', {
  people: 'Viewers',
  overlay: 'Overlay',
  stream: 'Stream',
  obs: 'OBS',
  discord: 'Discord',
  points: 'Points',
  values: 'Values',
  bot: 'Chat and bot',
  panel: 'Panel and keys',
}) satisfies Readonly<Record<EventGroup, () => string>>

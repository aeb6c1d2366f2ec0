import { defineMessages } from '../kernel/text/message.ts'
import { commonEventLabels } from './common-event-labels.ts'

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
  people: commonEventLabels.viewers,
  overlay: 'Overlay',
  stream: commonEventLabels.stream,
  obs: 'OBS',
  discord: 'Discord',
  points: 'Points',
  values: commonEventLabels.values,
  bot: 'Chat and bot',
  panel: 'Panel and keys',
}) satisfies Readonly<Record<EventGroup, () => string>>

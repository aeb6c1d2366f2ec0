import { defineMessages } from '../kernel/text/message.ts'
import { commonEventLabels } from './common-event-labels.ts'
import { commonWords } from './common-words.ts'

/** The filters of the activity page, in its order. */
export const eventGroups = [
  'people',
  'overlay',
  'stream',
  'obs',
  'vts',
  'discord',
  'points',
  'values',
  'bot',
  'panel',
] as const
export type EventGroup = (typeof eventGroups)[number]

export const eventGroupTitles = defineMessages('eventGroups', {
  people: commonWords.viewers,
  overlay: commonWords.overlay,
  stream: commonEventLabels.stream,
  obs: 'OBS',
  vts: 'VTube Studio',
  discord: 'Discord',
  points: commonEventLabels.points,
  values: commonWords.values,
  bot: 'Chat and bot',
  panel: 'Panel and keys',
}) satisfies Readonly<Record<EventGroup, () => string>>

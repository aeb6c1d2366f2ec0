import { count } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { choice, line } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'
import { periods } from './periods.ts'

const messages = defineMessages('widgets.leaderboard', {
  title: 'Leaderboard',
  help: 'The viewers with the most points, watch time or donations.',
  what: 'Ranks',
  points: contentLabels.points,
  watchTime: contentLabels.watchTime,
  donations: contentLabels.donations,
  period: contentLabels.countedSince,
  limit: 'Places',
  label: contentLabels.label,
})

export const leaderboard = defineWidget({
  type: 'leaderboard',
  title: messages.title,
  help: messages.help,
  group: 'chat',
  icon: 'M2.75 13.25v-4h3v4M6.5 13.25v-9h3v9M10.25 13.25v-6h3v6',
  size: { width: 440, height: 400 },
  grows: 'room',
  settings: {
    label: line({ title: messages.label }, { max: 60 }),
    what: choice(
      { title: messages.what },
      {
        choices: {
          points: { title: messages.points },
          watch_time: { title: messages.watchTime },
          donations: { title: messages.donations },
        },
        default: 'points',
      },
    ),
    period: choice({ title: messages.period }, { choices: periods, default: 'all' }),
    limit: count({ title: messages.limit }, { min: 1, max: 20, default: 5 }),
  },
  sources: ({ what, period, limit }) => [source('leaderboard', { what, period, limit })],
  sample: {
    settings: { label: 'Most points' },
    data: {
      leaderboard: {
        rows: [
          { user: 'Alice', platform: 'twitch', value: 12_480 },
          { user: 'Bob', platform: 'kick', value: 9_305 },
          { user: 'Çağla', platform: 'youtube', value: 8_910 },
          { user: 'Dave', platform: 'twitch', value: 5_200 },
          { user: 'Erin', platform: 'tiktok', value: 4_075 },
        ],
        unit: null,
      },
    },
  },
})

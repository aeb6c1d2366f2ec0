import { defineEvent } from '../../../definitions/define-event.ts'
import { userId, viewerFields } from '../../../definitions/event-fields.ts'
import { signed } from '../../../definitions/event-sentences.ts'
import { date, number, object, optional } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.points', {
  watchTime: 'Watch time changed',
  watched: '{username} {change} min of watch time',
})

const changed = {
  // Rows of earlier versions have none.
  user_id: optional(userId),
  username: viewerFields.username,
  day: date({ description: 'The day that was changed.' }),
  delta: number({ description: 'The minutes that were added; negative when minutes were removed.' }),
  minutes: number({ description: "That day's minutes after the change." }),
}

export const watchTimeChanged = defineEvent({
  kind: 'watch-time.changed',
  group: 'points',
  icon: 'clock',
  title: messages.watchTime,
  data: object(changed),
  refersTo: { platform: 'required', viewerId: 'required' },
  readableBy: { role: 'viewer', scope: 'watchtime:read' },
  published: {
    data: object({
      ...changed,
      changed: number({ description: 'The same as delta, as answers name it.' }),
      watch_time: number({ description: 'The same as minutes, as answers name it.' }),
    }),
    from: (data) => ({ ...data, changed: data.delta, watch_time: data.minutes }),
    example: { user_id: '1001', username: 'alice', day: '2026-11-15', delta: 30, minutes: 90 },
  },
  sentence: ({ username, delta }) => messages.watched({ username, change: signed(delta) }),
})

export const watchTimeEvents = [watchTimeChanged] as const

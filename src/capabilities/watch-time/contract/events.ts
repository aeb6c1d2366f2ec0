import { defineEvent } from '../../../definitions/define-event.ts'
import { signed } from '../../../definitions/event-sentences.ts'
import { date, number, object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.points', {
  watchTime: 'Watch time changed',
  watched: '{username} {change} min of watch time',
})

export const watchTimeChanged = defineEvent({
  kind: 'watch-time.changed',
  group: 'points',
  icon: 'clock',
  title: messages.watchTime,
  data: object({ username: text(), day: date(), delta: number(), minutes: number() }),
  refersTo: { platform: 'required', viewerId: 'required' },
  readableBy: { role: 'viewer', scope: 'watchtime:read' },
  published: {
    example: { username: 'alice', day: '2026-11-15', delta: 30, minutes: 90 },
  },
  sentence: ({ username, delta }) => messages.watched({ username, change: signed(delta) }),
})

export const watchTimeEvents = [watchTimeChanged] as const

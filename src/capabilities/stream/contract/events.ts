import { defineEvent } from '../../../definitions/define-event.ts'
import { timeField } from '../../../definitions/event-fields.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import { boolean, integer, nullable, number, object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.stream', {
  online: 'Stream online',
  wentLive: 'The stream is live',
  alreadyLive: 'Stream already live',
  wasLive: 'The stream was already live',
  offline: 'Stream offline',
  ended: 'The stream has ended',
  title: 'Title changed',
  titleChanged: 'Title changed to {title}',
  category: 'Category changed',
  categoryChanged: 'Category changed to {category}',
  clip: 'Clip created',
  adSoon: 'Ad break soon',
  adSoonFor: 'An ad break of {seconds:number} s is about to begin',
  adStarted: 'Ad break begun',
  adStartedFor: 'An ad break of {seconds:number} s has begun',
})

const readers = { role: 'viewer', scope: 'stream:read' } as const

const streamData = object({
  title: text(),
  category: text(),
  started_at: nullable(timeField('When the stream began; null if the platform does not report it.')),
})
const streamExample = { title: 'Friday show', category: 'Just Chatting', started_at: 1763236800000 }

export const streamOnline = defineEvent({
  kind: 'stream.online',
  group: 'stream',
  icon: 'clip',
  title: messages.online,
  data: streamData,
  refersTo: { platform: 'required' },
  readableBy: readers,
  published: {
    example: streamExample,
  },
  sentence: ({ title }) => withDetail(messages.wentLive(), title),
})

/** A kind of its own: whatever waits for a stream to go live must not start for one that began long ago. */
export const streamAlreadyLive = defineEvent({
  kind: 'stream.already-live',
  group: 'stream',
  icon: 'clip',
  title: messages.alreadyLive,
  data: streamData,
  refersTo: { platform: 'required' },
  readableBy: readers,
  published: {
    example: streamExample,
  },
  sentence: ({ title }) => withDetail(messages.wasLive(), title),
})

export const streamOffline = defineEvent({
  kind: 'stream.offline',
  group: 'stream',
  icon: 'clip',
  title: messages.offline,
  data: object({}),
  refersTo: { platform: 'required' },
  readableBy: readers,
  published: {
    example: {},
  },
  sentence: () => messages.ended(),
})

export const titleChanged = defineEvent({
  kind: 'stream.title-changed',
  group: 'stream',
  icon: 'title',
  title: messages.title,
  data: object({ title: text() }),
  refersTo: { platform: 'required' },
  readableBy: { role: 'viewer', scope: 'stream:read' },
  published: {
    example: { title: 'Friday show' },
  },
  sentence: ({ title }) => messages.titleChanged({ title }),
})

export const categoryChanged = defineEvent({
  kind: 'stream.category-changed',
  group: 'stream',
  icon: 'title',
  title: messages.category,
  data: object({ category: text(), categoryId: text() }),
  refersTo: { platform: 'required' },
  readableBy: { role: 'viewer', scope: 'stream:read' },
  published: {
    data: object({ category: text(), category_id: text({ description: 'The id on the platform.' }) }),
    from: ({ category, categoryId: category_id }) => ({ category, category_id }),
    example: { category: 'Just Chatting', categoryId: '15' },
  },
  sentence: ({ category }) => messages.categoryChanged({ category }),
})

export const clipCreated = defineEvent({
  kind: 'clip.created',
  group: 'stream',
  icon: 'clip',
  title: messages.clip,
  data: object({ title: text(), url: text(), seconds: number() }),
  refersTo: { platform: 'required' },
  readableBy: { role: 'viewer', scope: 'stream:read' },
  published: {
    example: { title: 'Clip - Showcaller API', url: 'https://example.com/clips/1', seconds: 30 },
  },
  sentence: ({ title }) => withDetail(messages.clip(), title),
})

export const adSoon = defineEvent({
  kind: 'ad.soon',
  group: 'stream',
  icon: 'clock',
  title: messages.adSoon,
  data: object({
    seconds: integer({ description: 'The length of the ad break.' }),
    starts_at: timeField('When the ad break begins.'),
  }),
  refersTo: { platform: 'required', externalId: 'optional' },
  readableBy: readers,
  published: {
    example: { seconds: 90, starts_at: 1763236800000 },
  },
  sentence: ({ seconds }) => messages.adSoonFor({ seconds }),
})

export const adStarted = defineEvent({
  kind: 'ad.started',
  group: 'stream',
  icon: 'clock',
  title: messages.adStarted,
  data: object({
    seconds: integer({ description: 'The length of the ad break.' }),
    is_automatic: boolean({ description: 'Whether the platform started it by its schedule.' }),
    started_at: timeField('When the ad break began.'),
  }),
  refersTo: { platform: 'required', externalId: 'optional' },
  readableBy: readers,
  published: {
    example: { seconds: 90, is_automatic: true, started_at: 1763236800000 },
  },
  sentence: ({ seconds }) => messages.adStartedFor({ seconds }),
})

export const streamEvents = [
  streamOnline,
  streamAlreadyLive,
  streamOffline,
  titleChanged,
  categoryChanged,
  clipCreated,
  adSoon,
  adStarted,
] as const

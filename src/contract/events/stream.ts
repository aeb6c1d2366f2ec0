import { defineMessages } from '../../messages/message.ts'
import { defineEvent } from '../define-event.ts'
import { withDetail } from '../event-sentences.ts'
import { number, object, text } from '../schema.ts'

const messages = defineMessages('events.stream', {
  title: 'Title changed',
  titleChanged: 'Title changed to {title}',
  category: 'Category changed',
  categoryChanged: 'Category changed to {category}',
  clip: 'Clip created',
})

export const titleChanged = defineEvent({
  kind: 'stream.title-changed',
  group: 'stream',
  icon: 'title',
  title: messages.title,
  data: object({ title: text() }),
  refersTo: { platform: 'required' },
  readableBy: { role: 'viewer', scope: 'stream:read' },
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
  sentence: ({ title }) => withDetail(messages.clip(), title),
})

export const streamEvents = [titleChanged, categoryChanged, clipCreated] as const

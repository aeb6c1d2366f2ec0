import { defineEvent } from '../../../definitions/define-event.ts'
import { userId, viewerFields } from '../../../definitions/event-fields.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import {
  boolean,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../../../kernel/schema/schema.ts'
import { listOf } from '../../../kernel/text/formats.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { aiTriggers, limitNames } from './ai.ts'

const messages = defineMessages('events.ai', {
  answer: 'AI answer',
  answered: 'The AI bot answered {username}',
  withheld: 'An answer of the AI bot to {username} was withheld',
  failure: 'AI bot failed',
  failed: 'No AI provider answered',
  limit: 'AI limit reached',
  limitReached: 'The AI bot has reached its limit',
  mute: 'AI bot muted',
  muted: {
    plural: 'count',
    one: 'AI bot muted for {count:number} minute',
    other: 'AI bot muted for {count:number} minutes',
  },
  unmuted: 'AI bot unmuted',
  clearing: 'AI memory cleared',
  cleared: {
    plural: 'count',
    one: '{count:number} exchange of the AI bot was deleted',
    other: '{count:number} exchanges of the AI bot were deleted',
  },
  providerSaved: 'AI provider saved',
  providerSavedAs: 'AI provider {name} saved',
  providerRemoved: 'AI provider removed',
  providerRemovedAs: 'AI provider {name} removed',
  providersSorted: 'AI providers reordered',
  providerChecked: 'AI provider checked',
})

const readers = { role: 'moderator', scope: 'ai:write' } as const
const auditReaders = { role: 'editor', scope: null } as const
const shared = { group: 'bot', icon: 'chat', readableBy: readers } as const
const audited = { group: 'panel', icon: 'settings', readableBy: auditReaders } as const

/** What was asked and answered, by which model, at which cost, and what the model was given to answer it. */
export const aiAnswered = defineEvent({
  ...shared,
  kind: 'ai.answered',
  title: messages.answer,
  data: object({
    user_id: optional(userId),
    username: viewerFields.username,
    text: text({ description: 'The question.' }),
    response: text({ description: 'The answer as it was sent; empty if it was withheld.' }),
    trigger: oneOf(aiTriggers),
    provider: text(),
    model: text(),
    tokens: integer({ description: 'Tokens of the question and the answer, all calls together.' }),
    cost: number({ description: 'In US dollars.' }),
    given: list(
      object({ source: text({ description: 'persona, facts, memory or the name of a tool.' }), value: text() }),
      {
        description: 'What the model was given, each part cut to a few hundred characters.',
      },
    ),
    withheld: nullable(text({ description: 'The rule that the answer violated.' })),
    sent: boolean({ description: 'Whether it was sent to a chat.' }),
  }),
  refersTo: { platform: 'optional', viewerId: 'optional' },
  published: {
    example: {
      user_id: '1001',
      username: 'alice',
      text: 'What is this game?',
      response: 'We are playing Stardew Valley tonight.',
      trigger: 'mention',
      provider: 'Ollama',
      model: 'llama3.2',
      tokens: 412,
      cost: 0,
      given: [{ source: 'facts', value: 'Category: Stardew Valley' }],
      withheld: null,
      sent: true,
    },
  },
  sentence: ({ username, response, withheld }) =>
    withheld === null
      ? withDetail(messages.answered({ username }), response)
      : withDetail(messages.withheld({ username }), withheld),
})

export const aiFailed = defineEvent({
  ...shared,
  kind: 'ai.failed',
  title: messages.failure,
  data: object({ error: text(), provider: text() }),
  published: {
    example: { error: 'The provider did not answer in time.', provider: 'Ollama' },
  },
  sentence: ({ error }) => withDetail(messages.failed(), error),
})

export const aiLimitReached = defineEvent({
  ...shared,
  kind: 'ai.limit-reached',
  title: messages.limit,
  data: object({ limit: oneOf(['cents_per_hour', 'cents_per_day', 'tokens_per_hour', 'tokens_per_day']) }),
  published: {
    example: { limit: 'cents_per_day' },
  },
  sentence: ({ limit }) => withDetail(messages.limitReached(), limitNames[limit]()),
})

export const aiMuted = defineEvent({
  ...shared,
  kind: 'ai.muted',
  title: messages.mute,
  data: object({ minutes: integer() }),
  refersTo: { platform: 'optional', viewerId: 'optional' },
  published: {
    example: { minutes: 10 },
  },
  sentence: ({ minutes }) => messages.muted({ count: minutes }),
})

export const aiUnmuted = defineEvent({
  ...shared,
  kind: 'ai.unmuted',
  title: messages.unmuted,
  data: object({}),
  refersTo: { platform: 'optional', viewerId: 'optional' },
  published: {
    example: {},
  },
  sentence: () => messages.unmuted(),
})

export const aiCleared = defineEvent({
  ...shared,
  kind: 'ai.cleared',
  title: messages.clearing,
  data: object({ cleared: integer() }),
  refersTo: { platform: 'optional', viewerId: 'optional' },
  published: {
    example: { cleared: 12 },
  },
  sentence: ({ cleared }) => messages.cleared({ count: cleared }),
})

/** Never the key. */
export const aiProviderSaved = defineEvent({
  ...audited,
  kind: 'ai-provider.saved',
  title: messages.providerSaved,
  data: object({ name: text(), url: text(), fields: list(text()) }),
  sentence: ({ name }) => messages.providerSavedAs({ name }),
})

export const aiProviderRemoved = defineEvent({
  ...audited,
  kind: 'ai-provider.removed',
  title: messages.providerRemoved,
  data: object({ name: text() }),
  sentence: ({ name }) => messages.providerRemovedAs({ name }),
})

export const aiProvidersSorted = defineEvent({
  ...audited,
  kind: 'ai-provider.sorted',
  title: messages.providersSorted,
  data: object({ names: list(text()) }),
  sentence: ({ names }) => withDetail(messages.providersSorted(), listOf(names)),
})

export const aiProviderChecked = defineEvent({
  ...audited,
  kind: 'panel.check-ai-provider',
  title: messages.providerChecked,
  data: object({ url: text() }),
  sentence: ({ url }) => withDetail(messages.providerChecked(), url),
})

export const aiEvents = [
  aiAnswered,
  aiFailed,
  aiLimitReached,
  aiMuted,
  aiUnmuted,
  aiCleared,
  aiProviderSaved,
  aiProviderRemoved,
  aiProvidersSorted,
  aiProviderChecked,
] as const

import { defineEvent } from '../../../definitions/define-event.ts'
import { userId } from '../../../definitions/event-fields.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import { valueTypes } from '../../../definitions/value-types.ts'
import { union } from '../../../kernel/schema/open-schema.ts'
import { list, number, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { listOf } from '../../../kernel/text/formats.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { clockText } from './clock-text.ts'
import { valueChangeKinds, valueLifetimes, valueOwners } from './values.ts'

const messages = defineMessages('events.values', {
  changed: 'Value changed',
  isNow: '{name} is now {value}',
  items: { plural: 'count', one: '{name} has {count:number} item', other: '{name} has {count:number} items' },
  started: 'Clock {name} started at {value}',
  paused: 'Clock {name} paused at {value}',
  ended: 'Clock {name} reached its end',
  cleared: '{name} was reset at the end of the stream',
  ofViewer: '{name} of {username}',
  defined: 'Value defined',
  definedAs: 'Value {name} defined',
  deleted: 'Value deleted',
  deletedName: 'Value {name} deleted',
})

/** The types of values as they stand inside a sentence. */
export const valueTypeWords = defineMessages('valueTypes', {
  number: 'number',
  text: 'text',
  list: 'list',
  clock: 'clock',
}) satisfies Readonly<Record<(typeof valueTypes)[number], () => string>>

const readers = { role: 'viewer', scope: 'values:read' } as const
const content = (description: string) => union([number(), text()], { description })

/** The history of a value. A clock writes none while it runs. */
export const valueChanged = defineEvent({
  kind: 'value.changed',
  group: 'values',
  icon: 'values',
  title: messages.changed,
  data: object({
    name: text(),
    type: oneOf(valueTypes),
    change: oneOf(valueChangeKinds),
    value: content('The number, the text, the seconds of a clock or the number of items of a list.'),
    previous_value: content('The same before the change.'),
    user_id: optional(userId),
    username: optional(text({ description: 'The viewer whose value it is.' })),
    added: optional(list(text(), { description: 'Items added to a list, at most 20 of them.' })),
    removed: optional(list(text(), { description: 'Items removed from a list, at most 20 of them.' })),
  }),
  refersTo: { platform: 'optional', viewerId: 'optional' },
  readableBy: readers,
  published: {
    example: { name: 'deaths', type: 'number', change: 'set', value: 4, previous_value: 3 },
  },
  sentence({ name: plain, type, change, value, username, added, removed }) {
    const name = username === undefined ? plain : messages.ofViewer({ name: plain, username })
    if (change === 'cleared') return messages.cleared({ name })
    if (type === 'list') {
      return withDetail(messages.items({ name, count: Number(value) }), listOf(added ?? removed ?? []))
    }
    if (type !== 'clock') return messages.isNow({ name, value })
    const shown = clockText(Number(value))
    if (change === 'started') return messages.started({ name, value: shown })
    if (change === 'paused') return messages.paused({ name, value: shown })
    return change === 'ended' ? messages.ended({ name }) : messages.isNow({ name, value: shown })
  },
})

export const valueDefined = defineEvent({
  kind: 'value.defined',
  changes: 'value',
  group: 'values',
  icon: 'values',
  title: messages.defined,
  data: object({
    name: text(),
    type: oneOf(valueTypes),
    owner: oneOf(valueOwners),
    lasts: oneOf(valueLifetimes),
  }),
  readableBy: readers,
  published: {
    example: { name: 'deaths', type: 'number', owner: 'channel', lasts: 'forever' },
  },
  sentence: ({ name, type }) => withDetail(messages.definedAs({ name }), valueTypeWords[type]()),
})

export const valueDeleted = defineEvent({
  kind: 'value.deleted',
  changes: 'value',
  group: 'values',
  icon: 'values',
  title: messages.deleted,
  data: object({ name: text(), type: oneOf(valueTypes) }),
  readableBy: readers,
  published: {
    example: { name: 'deaths', type: 'number' },
  },
  sentence: ({ name }) => messages.deletedName({ name }),
})

export const valuesEvents = [valueChanged, valueDefined, valueDeleted] as const

import { defineEvent } from '../../../definitions/define-event.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import { boolean, integer, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { runStatuses, triggerTypes } from './automations.ts'

const messages = defineMessages('events.automations', {
  ran: 'Automation started',
  ranNamed: 'Automation {name} started',
  finished: 'Automation finished',
  done: 'Automation {name} is done',
  failed: 'Automation {name} failed',
  stopped: 'Automation {name} was stopped',
  cutOff: 'Automation {name} was cut off by a restart',
  saved: 'Automation saved',
  savedNamed: 'Automation {name} saved',
  deleted: 'Automation deleted',
  deletedNamed: 'Automation {name} deleted',
  toggled: 'Automation turned on or off',
  turnedOn: 'Automation {name} turned on',
  turnedOff: 'Automation {name} turned off',
  stoppedAll: 'Everything was stopped',
  leftOut: 'Automations left out after a restart',
  leftOutCount: {
    plural: 'count',
    one: '{count:number} start of an automation was left out: its event was over a minute old after a restart',
    other: '{count:number} starts of automations were left out: their events were over a minute old after a restart',
  },
})

const shared = {
  group: 'bot',
  icon: 'commands',
  readableBy: { role: 'viewer', scope: 'automations:read' },
} as const
const automation = { id: integer(), name: text() }
const run = {
  ...automation,
  run_id: integer(),
  depth: integer({ description: '1 unless another automation led to it.' }),
}

export const automationRan = defineEvent({
  ...shared,
  kind: 'automation.ran',
  title: messages.ran,
  data: object({ ...run, trigger: oneOf(triggerTypes) }),
  published: {
    example: { id: 4, name: 'Thank followers', run_id: 31, depth: 1, trigger: 'event' },
  },
  sentence: ({ name }) => messages.ranNamed({ name }),
})

export const automationFinished = defineEvent({
  ...shared,
  kind: 'automation.finished',
  title: messages.finished,
  data: object({ ...run, status: oneOf(runStatuses), error: text({ description: 'Empty unless a step failed.' }) }),
  published: {
    example: { id: 4, name: 'Thank followers', run_id: 31, depth: 1, status: 'done', error: '' },
  },
  sentence({ name, status, error }) {
    if (status === 'stopped') return messages.stopped({ name })
    if (status === 'cut_off') return messages.cutOff({ name })
    return status === 'failed' ? withDetail(messages.failed({ name }), error) : messages.done({ name })
  },
})

export const automationSaved = defineEvent({
  ...shared,
  kind: 'automation.saved',
  changes: 'automation',
  title: messages.saved,
  data: object(automation),
  published: {
    example: { id: 4, name: 'Thank followers' },
  },
  sentence: ({ name }) => messages.savedNamed({ name }),
})

export const automationDeleted = defineEvent({
  ...shared,
  kind: 'automation.deleted',
  changes: 'automation',
  title: messages.deleted,
  data: object(automation),
  published: {
    example: { id: 4, name: 'Thank followers' },
  },
  sentence: ({ name }) => messages.deletedNamed({ name }),
})

export const automationToggled = defineEvent({
  ...shared,
  kind: 'automation.toggled',
  changes: 'automation',
  title: messages.toggled,
  data: object({ ...automation, active: boolean() }),
  published: {
    example: { id: 4, name: 'Thank followers', active: true },
  },
  sentence: ({ name, active }) => (active ? messages.turnedOn({ name }) : messages.turnedOff({ name })),
})

export const automationsStopped = defineEvent({
  ...shared,
  kind: 'automation.all-stopped',
  title: messages.stoppedAll,
  data: object({ count: integer({ description: 'How many runs it ended.' }) }),
  published: {
    example: { count: 2 },
  },
  sentence: () => messages.stoppedAll(),
})

export const automationsLeftOut = defineEvent({
  ...shared,
  kind: 'automation.left-out',
  readableBy: { role: 'viewer', scope: null },
  title: messages.leftOut,
  data: object({ count: integer({ description: 'How many starts.' }) }),
  sentence: ({ count }) => messages.leftOutCount({ count }),
})

export const automationsEvents = [
  automationRan,
  automationFinished,
  automationSaved,
  automationDeleted,
  automationToggled,
  automationsStopped,
  automationsLeftOut,
] as const

import { defineEvent } from '../../../definitions/define-event.ts'
import { integer, nullable, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { cueCauses } from './shows.ts'

const messages = defineMessages('events.shows', {
  created: 'Show created',
  createdNamed: 'Show {show} created',
  changed: 'Show changed',
  changedNamed: 'Show {show} changed',
  removed: 'Show deleted',
  removedNamed: 'Show {show} deleted',
  started: 'Show started',
  startedNamed: 'Show {show} started',
  held: 'Show held',
  heldNamed: 'Show {show} held',
  heldByRestart: 'Show {show} held, because the server restarted',
  resumed: 'Show resumed',
  resumedNamed: 'Show {show} resumed',
  ended: 'Show ended',
  endedNamed: 'Show {show} ended',
  stoppedNamed: 'Show {show} stopped',
  lead: 'Lead of a show taken',
  leadNamed: '{name} took the lead of show {show}',
  cueStarted: 'Cue started',
  cueStartedNamed: 'Cue {number} {name} started',
  cueFinished: 'Cue finished',
  cueFinishedNamed: 'Cue {number} {name} finished',
  cueFailedNamed: 'Cue {number} {name}: a step failed',
  cueStoppedNamed: 'Cue {number} {name} stopped',
  cueInterruptedNamed: 'Cue {number} {name} interrupted by a restart',
})

const readers = { role: 'viewer', scope: 'cues:read' } as const
const show = { show_id: integer(), show: text() }
const run = { ...show, run_id: integer() }
const cue = { ...run, number: text(), name: text() }

export const showCreated = defineEvent({
  kind: 'show.created',
  group: 'stream',
  icon: 'play',
  title: messages.created,
  data: object(show),
  readableBy: readers,
  changes: 'show',
  published: {
    example: { show_id: 1, show: 'Friday show' },
  },
  sentence: (data) => messages.createdNamed({ show: data.show }),
})

export const showChanged = defineEvent({
  kind: 'show.changed',
  group: 'stream',
  icon: 'play',
  title: messages.changed,
  data: object(show),
  readableBy: readers,
  changes: 'show',
  published: {
    example: { show_id: 1, show: 'Friday show' },
  },
  sentence: (data) => messages.changedNamed({ show: data.show }),
})

export const showRemoved = defineEvent({
  kind: 'show.removed',
  group: 'stream',
  icon: 'play',
  title: messages.removed,
  data: object(show),
  readableBy: readers,
  changes: 'show',
  published: {
    example: { show_id: 1, show: 'Friday show' },
  },
  sentence: (data) => messages.removedNamed({ show: data.show }),
})

export const showStarted = defineEvent({
  kind: 'show.started',
  group: 'stream',
  icon: 'play',
  title: messages.started,
  data: object(run),
  readableBy: readers,
  published: {
    example: { show_id: 1, show: 'Friday show', run_id: 12 },
  },
  sentence: (data) => messages.startedNamed({ show: data.show }),
})

export const showHeld = defineEvent({
  kind: 'show.held',
  group: 'stream',
  icon: 'play',
  title: messages.held,
  data: object({ ...run, cause: oneOf(['operator', 'restart']) }),
  readableBy: readers,
  published: {
    example: { show_id: 1, show: 'Friday show', run_id: 12, cause: 'operator' },
  },
  sentence: (data) => (data.cause === 'restart' ? messages.heldByRestart : messages.heldNamed)({ show: data.show }),
})

export const showResumed = defineEvent({
  kind: 'show.resumed',
  group: 'stream',
  icon: 'play',
  title: messages.resumed,
  data: object(run),
  readableBy: readers,
  published: {
    example: { show_id: 1, show: 'Friday show', run_id: 12 },
  },
  sentence: (data) => messages.resumedNamed({ show: data.show }),
})

export const showEnded = defineEvent({
  kind: 'show.ended',
  group: 'stream',
  icon: 'play',
  title: messages.ended,
  data: object({ ...run, cause: oneOf(['finished', 'stopped']) }),
  readableBy: readers,
  published: {
    example: { show_id: 1, show: 'Friday show', run_id: 12, cause: 'finished' },
  },
  sentence: (data) => (data.cause === 'stopped' ? messages.stoppedNamed : messages.endedNamed)({ show: data.show }),
})

export const showLeadTaken = defineEvent({
  kind: 'show.lead-taken',
  group: 'stream',
  icon: 'play',
  title: messages.lead,
  data: object({ ...run, name: text() }),
  readableBy: readers,
  published: {
    example: { show_id: 1, show: 'Friday show', run_id: 12, name: 'Alice' },
  },
  sentence: (data) => messages.leadNamed({ name: data.name, show: data.show }),
})

export const cueStarted = defineEvent({
  kind: 'cue.started',
  group: 'stream',
  icon: 'play',
  title: messages.cueStarted,
  data: object({ ...cue, cause: oneOf(cueCauses) }),
  readableBy: readers,
  published: {
    example: { show_id: 1, show: 'Friday show', run_id: 12, number: '3', name: 'Intro', cause: 'go' },
  },
  sentence: (data) => messages.cueStartedNamed({ number: data.number, name: data.name }),
})

const finished = {
  finished: messages.cueFinishedNamed,
  failed: messages.cueFailedNamed,
  stopped: messages.cueStoppedNamed,
  interrupted: messages.cueInterruptedNamed,
}

export const cueFinished = defineEvent({
  kind: 'cue.finished',
  group: 'stream',
  icon: 'play',
  title: messages.cueFinished,
  data: object({
    ...cue,
    status: oneOf(['finished', 'failed', 'stopped', 'interrupted']),
    message: nullable(text({ description: 'Why a step failed.' })),
  }),
  readableBy: readers,
  published: {
    example: {
      show_id: 1,
      show: 'Friday show',
      run_id: 12,
      number: '3',
      name: 'Intro',
      status: 'finished',
      message: null,
    },
  },
  sentence: (data) => finished[data.status]({ number: data.number, name: data.name }),
})

export const showsEvents = [
  showCreated,
  showChanged,
  showRemoved,
  showStarted,
  showHeld,
  showResumed,
  showEnded,
  showLeadTaken,
  cueStarted,
  cueFinished,
] as const

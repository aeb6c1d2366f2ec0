import { defineEvent, type StoredEvent } from '../../../definitions/define-event.ts'
import { timeField } from '../../../definitions/event-fields.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import { integer, list, nullable, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { pollStatuses, predictionStatuses } from '../../../platforms/contract/interaction-states.ts'

/** Polls and predictions. */
const messages = defineMessages('events.polls', {
  pollBegun: 'Poll started',
  pollProgress: 'Poll votes',
  pollEnded: 'Poll ended',
  predictionBegun: 'Prediction started',
  predictionProgress: 'Prediction updated',
  predictionLocked: 'Prediction locked',
  predictionEnded: 'Prediction ended',
  predictionCancelled: 'Prediction cancelled',
  votes: {
    plural: 'votes',
    one: '{title}: {votes:number} vote',
    other: '{title}: {votes:number} votes',
  },
  winner: '{title}: {option}',
})

const pollData = object({
  id: text({ description: "The platform's own id of the poll." }),
  title: text({ description: 'The question.' }),
  status: oneOf(pollStatuses, { description: 'terminated when it was ended early.' }),
  results: list(
    object({
      id: text({ description: "The platform's own id of the option." }),
      option: text({ description: 'The option.' }),
      votes: integer({ description: 'The votes so far.' }),
    }),
    { description: 'The options with their votes.' },
  ),
  ends_at: timeField('When it ends or ended.'),
})
const predictionData = object({
  id: text({ description: "The platform's own id of the prediction." }),
  title: text({ description: 'The question.' }),
  status: oneOf(predictionStatuses, { description: 'cancelled when everybody got their points back.' }),
  results: list(
    object({
      id: text({ description: "The platform's own id of the option." }),
      option: text({ description: 'The option.' }),
      users: integer({ description: 'How many viewers chose it.' }),
      points: integer({ description: 'The points that were put on it.' }),
    }),
    { description: 'The options with what was put on them.' },
  ),
  winner: nullable(text({ description: 'The option that came true.' })),
  locks_at: timeField('When it locks or locked.'),
})

const shared = {
  group: 'stream',
  icon: 'viewers',
  refersTo: { platform: 'required', externalId: 'optional' },
  readableBy: { role: 'viewer', scope: 'activity:read' },
} as const

/** Before the first release a prediction that was taken back had the other spelling. */
function fromStored(row: StoredEvent): StoredEvent {
  const { data } = row
  return data.status === 'canceled' ? { ...row, data: { ...data, status: 'cancelled' } } : row
}

export const pollBegun = defineEvent({
  ...shared,
  kind: 'poll.begun',
  title: messages.pollBegun,
  data: pollData,
  published: {
    example: {
      id: 'poll_1',
      title: 'Next game?',
      status: 'active',
      results: [{ id: 'option_1', option: 'Chess', votes: 0 }],
      ends_at: 1763236800000,
    },
  },
  sentence: ({ title }) => withDetail(messages.pollBegun(), title),
})

export const pollProgress = defineEvent({
  ...shared,
  kind: 'poll.progress',
  title: messages.pollProgress,
  data: pollData,
  published: {
    example: {
      id: 'poll_1',
      title: 'Next game?',
      status: 'active',
      results: [{ id: 'option_1', option: 'Chess', votes: 12 }],
      ends_at: 1763236800000,
    },
  },
  sentence({ title, results }) {
    const votes = results.reduce((sum, option) => sum + option.votes, 0)
    return withDetail(messages.pollProgress(), messages.votes({ title, votes }))
  },
})

export const pollEnded = defineEvent({
  ...shared,
  kind: 'poll.ended',
  title: messages.pollEnded,
  data: pollData,
  published: {
    example: {
      id: 'poll_1',
      title: 'Next game?',
      status: 'ended',
      results: [{ id: 'option_1', option: 'Chess', votes: 34 }],
      ends_at: 1763236800000,
    },
  },
  sentence({ title, results }) {
    const first = results.reduce<(typeof results)[number] | undefined>(
      (best, option) => (option.votes > (best?.votes ?? 0) ? option : best),
      undefined,
    )
    const said = first === undefined ? title : messages.winner({ title, option: first.option })
    return withDetail(messages.pollEnded(), said)
  },
})

export const predictionBegun = defineEvent({
  ...shared,
  kind: 'prediction.begun',
  title: messages.predictionBegun,
  data: predictionData,
  fromStored,
  published: {
    example: {
      id: 'prediction_1',
      title: 'Do we win?',
      status: 'active',
      results: [{ id: 'option_1', option: 'Yes', users: 12, points: 3400 }],
      winner: null,
      locks_at: 1763236800000,
    },
  },
  sentence: ({ title }) => withDetail(messages.predictionBegun(), title),
})

export const predictionProgress = defineEvent({
  ...shared,
  kind: 'prediction.progress',
  title: messages.predictionProgress,
  data: predictionData,
  fromStored,
  published: {
    example: {
      id: 'prediction_1',
      title: 'Do we win?',
      status: 'active',
      results: [{ id: 'option_1', option: 'Yes', users: 12, points: 3400 }],
      winner: null,
      locks_at: 1763236800000,
    },
  },
  sentence: ({ title }) => withDetail(messages.predictionProgress(), title),
})

export const predictionLocked = defineEvent({
  ...shared,
  kind: 'prediction.locked',
  title: messages.predictionLocked,
  data: predictionData,
  fromStored,
  published: {
    example: {
      id: 'prediction_1',
      title: 'Do we win?',
      status: 'locked',
      results: [{ id: 'option_1', option: 'Yes', users: 12, points: 3400 }],
      winner: null,
      locks_at: 1763236800000,
    },
  },
  sentence: ({ title }) => withDetail(messages.predictionLocked(), title),
})

export const predictionEnded = defineEvent({
  ...shared,
  kind: 'prediction.ended',
  title: messages.predictionEnded,
  data: predictionData,
  fromStored,
  published: {
    example: {
      id: 'prediction_1',
      title: 'Do we win?',
      status: 'resolved',
      results: [{ id: 'option_1', option: 'Yes', users: 12, points: 3400 }],
      winner: 'Yes',
      locks_at: 1763236800000,
    },
  },
  sentence({ title, winner }) {
    if (winner === null) return withDetail(messages.predictionCancelled(), title)
    return withDetail(messages.predictionEnded(), messages.winner({ title, option: winner }))
  },
})

export const pollsEvents = [
  pollBegun,
  pollProgress,
  pollEnded,
  predictionBegun,
  predictionProgress,
  predictionLocked,
  predictionEnded,
] as const

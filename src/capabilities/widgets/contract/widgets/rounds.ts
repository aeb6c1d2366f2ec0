import { seconds } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { toggle } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'
import type { RoundState } from './sources.ts'

const messages = defineMessages('widgets.rounds', {
  poll: contentLabels.poll,
  pollHelp: 'The newest poll with its bars. It comes with a poll and goes after its result.',
  prediction: contentLabels.prediction,
  predictionHelp: 'The newest prediction with the points on each outcome.',
  giveaway: contentLabels.giveaway,
  giveawayHelp: 'How to enter, how many have, and a draw to watch.',
  stays: 'Stays after the end',
  staysHelp: 'In seconds.',
  votes: 'Show the number of votes',
  points: 'Show the points',
})

const stays = seconds({ title: messages.stays, help: messages.staysHelp }, { min: 5, max: 600, default: 30 })

const sampleRound = (round: Partial<RoundState> & Pick<RoundState, 'kind' | 'title'>): RoundState => ({
  ...{ id: 1, status: 'open', word: null, options: [], entries: 0, names: [], winners: [] },
  ...{ ends_at: null, changed_at: 0 },
  ...round,
})
const option = (title: string, votes: number) => ({ title, votes, is_outcome: false })

export const poll = defineWidget({
  type: 'poll',
  title: messages.poll,
  help: messages.pollHelp,
  group: 'show',
  icon: 'M2.5 4h11M2.5 4v.01M2.5 8h7M2.5 12h9',
  size: { width: 560, height: 360 },
  settings: { votes: toggle({ title: messages.votes }, true), stays },
  sources: () => [source('round', { kind: 'poll' })],
  sample: {
    data: {
      round: {
        round: sampleRound({
          ...{ kind: 'poll', title: 'Which game next?', word: '!vote', entries: 74 },
          options: [option('Chess', 41), option('Minecraft', 22), option('Trains', 11)],
        }),
      },
    },
  },
})

export const prediction = defineWidget({
  type: 'prediction',
  title: messages.prediction,
  help: messages.predictionHelp,
  group: 'show',
  icon: 'M8 2.5l1.5 3.5 3.75.25-2.9 2.4 1 3.65L8 10.25 4.65 12.3l1-3.65-2.9-2.4 3.75-.25z',
  size: { width: 560, height: 300 },
  settings: { votes: toggle({ title: messages.points }, true), stays },
  sources: () => [source('round', { kind: 'prediction' })],
  sample: {
    data: {
      round: {
        round: sampleRound({
          ...{ kind: 'prediction', title: 'Do we win this round?', word: '!bet', entries: 32 },
          options: [option('Yes', 12_400), option('No', 7_600)],
        }),
      },
    },
  },
})

export const giveaway = defineWidget({
  type: 'giveaway',
  title: messages.giveaway,
  help: messages.giveawayHelp,
  group: 'show',
  icon: 'M2.75 6.25h10.5v2.5H2.75zM3.75 8.75v4.5h8.5v-4.5M8 6.25v7M8 6C5.5 6 4.75 5 4.9 3.9 5.1 2.6 7.5 2.7 8 6zm0 0c2.5 0 3.25-1 3.1-2.1C10.9 2.6 8.5 2.7 8 6z',
  size: { width: 560, height: 260 },
  settings: { stays },
  sources: () => [source('round', { kind: 'giveaway' })],
  sample: {
    data: {
      round: {
        round: sampleRound({ kind: 'giveaway', title: 'Game key', word: '!join', entries: 128 }),
      },
    },
  },
})

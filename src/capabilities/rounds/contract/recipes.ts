import { defineRecipe } from '../../../definitions/define-recipe.ts'

export const roundRecipes = [
  defineRecipe({
    name: 'giveaway',
    group: 'rounds',
    title: 'Open a giveaway',
    help: 'Moderators open a giveaway of five minutes with !giveaway and the prize. Viewers enter with !enter.',
    trigger: { type: 'command', command: 'giveaway' },
    steps: [
      {
        type: 'open_round',
        kind: 'giveaway',
        title: '$(args)',
        word: '!enter',
        seconds: 300,
        announce: true,
        condition: { role: 'moderator' },
      },
    ],
  }),
  defineRecipe({
    name: 'draw-giveaway',
    group: 'rounds',
    title: 'Draw the giveaway',
    help: 'Moderators draw a winner with !draw.',
    trigger: { type: 'command', command: 'draw' },
    steps: [
      { type: 'close_round', condition: { role: 'moderator' } },
      { type: 'draw_round', winners: 1, condition: { role: 'moderator' } },
    ],
  }),
  defineRecipe({
    name: 'announce-winner',
    group: 'rounds',
    title: 'Alert for the winner',
    help: 'Plays an audio alert when a giveaway is drawn.',
    needs: ['overlay', 'alert'],
    trigger: { type: 'event', event: 'round.drawn', where: { kind: 'giveaway' } },
    steps: [{ type: 'audio_alert', name: 'Tada' }],
  }),
  defineRecipe({
    name: 'poll',
    group: 'rounds',
    title: 'Yes-or-no poll',
    help: 'Moderators ask the chat with !ask and a question. It runs for a minute on every platform.',
    trigger: { type: 'command', command: 'ask' },
    steps: [
      {
        type: 'open_round',
        kind: 'poll',
        title: '$(args)',
        options: ['Yes', 'No'],
        seconds: 60,
        announce: true,
        condition: { role: 'moderator' },
      },
    ],
  }),
  defineRecipe({
    name: 'prediction',
    group: 'rounds',
    title: 'Do we win?',
    help: 'Opens a prediction that is paid in points. Settle it with the step Draw round or on the page Giveaways & polls.',
    trigger: { type: 'manual' },
    steps: [
      {
        type: 'open_round',
        kind: 'prediction',
        title: 'Do we win?',
        options: ['Yes', 'No'],
        seconds: 120,
        announce: true,
      },
    ],
  }),
  defineRecipe({
    name: 'trivia',
    group: 'rounds',
    title: 'Ask a trivia question',
    help: 'Moderators ask with !trivia. Change the question and its right answers.',
    trigger: { type: 'command', command: 'trivia' },
    steps: [
      {
        type: 'open_round',
        kind: 'trivia',
        title: 'What colour is an orange?',
        options: ['orange'],
        seconds: 60,
        announce: true,
        condition: { role: 'moderator' },
      },
    ],
  }),
] as const

import { defineRecipe } from '../../../definitions/define-recipe.ts'

export const aiRecipes = [
  defineRecipe({
    name: 'ask-ai',
    group: 'ai',
    title: 'Ask the AI bot',
    help: 'Viewers ask with !askai.',
    trigger: { type: 'command', command: 'askai' },
    run: { cooldown_seconds: 5 },
    steps: [{ type: 'ask_ai', text: '$(args)' }],
  }),
  defineRecipe({
    name: 'recap',
    group: 'ai',
    title: 'What happened while I was away',
    help: 'Viewers get a summary of the last half hour with !recap.',
    trigger: { type: 'command', command: 'recap' },
    run: { cooldown_seconds: 60 },
    steps: [{ type: 'summarise', minutes: 30 }],
  }),
  defineRecipe({
    name: 'title-ideas',
    group: 'ai',
    title: 'Title ideas',
    help: 'Moderators get ideas for a title with !titles and a topic.',
    trigger: { type: 'command', command: 'titles' },
    run: { cooldown_seconds: 30 },
    steps: [{ type: 'title_ideas', topic: '$(args)', condition: { role: 'moderator' } }],
  }),
  defineRecipe({
    name: 'spoken-ai-donations',
    group: 'ai',
    title: 'Spoken thanks for donations',
    help: 'The AI bot thanks for each donation in its own words, spoken on stream.',
    needs: ['overlay', 'donations'],
    trigger: { type: 'event', event: 'donation' },
    steps: [
      { type: 'ask_ai', text: 'Thank $(user) for a donation of $(event.amount) $(event.currency).', output: 'tts' },
    ],
  }),
] as const

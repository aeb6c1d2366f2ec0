import { defineRecipe } from '../../../definitions/define-recipe.ts'

export const chatRecipes = [
  defineRecipe({
    name: 'add-quote',
    group: 'chat',
    title: 'Add a quote',
    help: 'Moderators store a quote with !addquote.',
    trigger: { type: 'command', command: 'addquote' },
    steps: [
      { type: 'value', name: 'quotes', add: '“$(args)” ($(game))', condition: { role: 'moderator' } },
      { type: 'reply', text: 'Quote $(value quotes count) stored.', condition: { role: 'moderator' } },
    ],
  }),
  defineRecipe({
    name: 'quote',
    group: 'chat',
    title: 'Show a quote',
    help: 'Anybody gets a random quote with !quote.',
    needs: ['value'],
    trigger: { type: 'command', command: 'quote' },
    run: { cooldown_seconds: 10 },
    steps: [{ type: 'reply', text: '$(value quotes random)' }],
  }),
  defineRecipe({
    name: 'join-queue',
    group: 'chat',
    title: 'Join the viewer queue',
    help: 'Viewers join the list queue with !join.',
    trigger: { type: 'command', command: 'join' },
    steps: [
      { type: 'value', name: 'queue', add: '$(displayname)' },
      { type: 'reply', text: '$(displayname) is number $(value queue count) in the queue.' },
    ],
  }),
  defineRecipe({
    name: 'next-in-queue',
    group: 'chat',
    title: 'Call the next viewer of the queue',
    help: 'Moderators call the first viewer of the list queue with !next.',
    needs: ['value'],
    trigger: { type: 'command', command: 'next' },
    steps: [
      { type: 'say', as: 'bot', text: '$(value queue 1), it is your turn!', condition: { role: 'moderator' } },
      { type: 'value', name: 'queue', number: 1, condition: { role: 'moderator' } },
    ],
  }),
  defineRecipe({
    name: 'dice',
    group: 'chat',
    title: 'Roll a die',
    help: 'Viewers roll a die with !dice.',
    trigger: { type: 'command', command: 'dice' },
    run: { cooldown_seconds: 2 },
    steps: [{ type: 'reply', text: '$(displayname) rolls a $(random 1 6).' }],
  }),
  defineRecipe({
    name: 'magic-ball',
    group: 'chat',
    title: 'Ask the magic ball',
    help: 'Viewers ask a question with !ball.',
    trigger: { type: 'command', command: 'ball' },
    run: { cooldown_seconds: 5 },
    steps: [{ type: 'reply', text: '$(displayname), the answer is: $(pick yes no maybe never certainly later).' }],
  }),
  defineRecipe({
    name: 'hug-counter',
    group: 'chat',
    title: 'Count hugs of each viewer',
    help: 'Viewers hug each other with !hugs. Each viewer has a number of their own.',
    trigger: { type: 'command', command: 'hugs' },
    run: { cooldown_seconds: 2 },
    steps: [
      { type: 'value', name: 'hugs', add: 1, target: '$(touser)' },
      { type: 'reply', text: '$(displayname) hugs $(touser). That is hug $(value hugs @$(touser)).' },
    ],
  }),
  defineRecipe({
    name: 'points-shop-effect',
    group: 'chat',
    title: 'Points shop: an effect',
    help: 'Viewers pay 200 points with !confetti for an effect on stream.',
    needs: ['overlay', 'effect'],
    trigger: { type: 'command', command: 'confetti' },
    run: { cooldown_seconds: 10 },
    steps: [
      {
        type: 'reply',
        text: 'That costs 200 points, and you have $(points).',
        condition: { value: '$(points)', below: 200 },
      },
      {
        type: 'effect',
        overlay_id: 'confetti',
        data: { message: '$(displayname)' },
        condition: { value: '$(points)', above: 199 },
      },
      { type: 'points', target: '$(user)', mode: 'remove', amount: 200, condition: { value: '$(points)', above: 199 } },
    ],
  }),
  defineRecipe({
    name: 'points-shop-skip',
    group: 'chat',
    title: 'Points shop: skip the song',
    help: 'Viewers pay 500 points with !skipsong to skip the song.',
    trigger: { type: 'command', command: 'skipsong' },
    run: { cooldown_seconds: 30 },
    steps: [
      {
        type: 'reply',
        text: 'That costs 500 points, and you have $(points).',
        condition: { value: '$(points)', below: 500 },
      },
      { type: 'song', action: 'skip', condition: { value: '$(points)', above: 499 } },
      { type: 'points', target: '$(user)', mode: 'remove', amount: 500, condition: { value: '$(points)', above: 499 } },
    ],
  }),
  defineRecipe({
    name: 'weather',
    group: 'chat',
    title: 'Ask a web service',
    help: 'An example of a call to the web: !weather and a place. Change the address to that of your service.',
    needs: ['host'],
    trigger: { type: 'command', command: 'weather' },
    run: { cooldown_seconds: 10 },
    steps: [
      { type: 'http_request', url: 'https://wttr.in/$(args)?format=3', on_error: 'stop' },
      { type: 'reply', text: '$(response)' },
    ],
  }),
  defineRecipe({
    name: 'double-or-nothing',
    group: 'chat',
    title: 'Double or nothing',
    help: 'Viewers bet 100 points with !bet and win or lose them by chance.',
    trigger: { type: 'command', command: 'bet' },
    run: { cooldown_seconds: 5 },
    steps: [
      {
        type: 'if',
        condition: { value: '$(points)', above: 99 },
        // biome-ignore lint/suspicious/noThenProperty: a list of steps, never a function
        then: [
          {
            type: 'choose',
            options: [
              {
                steps: [
                  { type: 'points', target: '$(user)', mode: 'add', amount: 100 },
                  { type: 'reply', text: '$(displayname) wins 100 points!' },
                ],
              },
              {
                steps: [
                  { type: 'points', target: '$(user)', mode: 'remove', amount: 100 },
                  { type: 'reply', text: '$(displayname) loses 100 points.' },
                ],
              },
            ],
          },
        ],
        else: [{ type: 'reply', text: 'A bet costs 100 points, and you have $(points).' }],
      },
    ],
  }),
] as const

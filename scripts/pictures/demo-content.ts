import { button } from '../../test/decks/deck-client.ts'
import type { Evening } from './demo-evening.ts'

const call = (operation: string, input: object = {}) => ({ operation, input })

const buttons = [
  button('Say hello', { icon: 'chat', color: 'amber', action: call('run-command', { command: 'hello' }) }),
  button('Clip', { icon: 'clip', color: 'blue', cooldown_seconds: 20, action: call('clip') }),
  button('Music', {
    icon: 'music',
    state: { type: 'song' },
    action: call('start-song'),
    action_when_on: call('stop-song'),
  }),
  button('Shield', {
    icon: 'shield',
    color: 'red',
    state: { type: 'shield' },
    action: call('shield-mode', { mode: 'on' }),
    action_when_on: call('shield-mode', { mode: 'off' }),
  }),
  button('Go', { icon: 'play', color: 'green', state: { type: 'cue' }, action: call('go-cue') }),
  button('Deaths', {
    icon: 'values',
    color: 'pink',
    state: { type: 'value', value: 'deaths' },
    action: call('add-to-value', { name: 'deaths', amount: 1 }),
  }),
  button('Confetti', { icon: 'effects', color: 'teal', action: call('effect-trigger', { overlay_id: 'confetti' }) }),
  button('Viewers', { icon: 'viewers', state: { type: 'viewers' } }),
  button('Alice', { icon: 'coin', state: { type: 'points', username: 'alice', platform: 'PlatformA' } }),
  button('Clear chat', { icon: 'trash', color: 'red', action: call('clear-chat', { platform: 'PlatformA' }) }),
]

/** Adds a show, values, a deck, a webhook, rewards and rounds, so that no page of the panel is empty. */
export async function addContent({ ctx, cause, call: run, happen }: Evening) {
  const say = (text: string) => [{ type: 'say', text }]
  await run('save-show', {
    version: 1,
    name: 'Friday show',
    cues: [
      { number: '1', name: 'Preset', start: 'go', steps: say('We begin in five minutes.') },
      {
        number: '2',
        name: 'Opening',
        start: 'go',
        steps: [{ type: 'effect', overlay_id: 'confetti' }, ...say('Welcome!')],
      },
      { number: '3', name: 'Interview', start: 'go', steps: say('Questions for our guest? Ask them in chat.') },
      { number: '4', name: 'Curtain call', start: 'go', steps: say('Thank you, and good night.') },
    ],
  })
  await run('set-value', { name: 'deaths', value: 11 })
  await run('add-to-value', { name: 'deaths', amount: 1 })
  await run('define-value', { name: 'wins', type: 'number', lasts: 'stream', minimum: 0 })
  await run('add-to-value', { name: 'wins', amount: 3 })
  await run('set-value', { name: 'boss', value: 'The Curtain' })
  await run('define-value', { name: 'quotes', type: 'list' })
  for (const item of ['It is not a bug, it is a puppet.', 'Velvet is a lifestyle.']) {
    await run('add-to-value', { name: 'quotes', item })
  }
  for (const [title, cost] of [
    ['Stretch', 200],
    ['Choose the next song', 1500],
    ['Name a puppet', 5000],
  ] as const) {
    await run('create-reward', { platform: 'PlatformB', title, cost })
  }

  const opened = await run('open-round', {
    kind: 'poll',
    title: 'Which velvet?',
    options: ['Red', 'Green', 'Midnight blue'],
  })
  for (const [index, username] of ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace'].entries()) {
    const option = ['Red', 'Green', 'Red', 'Midnight blue', 'Red', 'Green', 'Red'][index]
    await run('enter-round', { id: opened.body.id, username, platform: 'PlatformA', option })
  }
  await happen('follow', { platform: 'PlatformA', username: 'ivan' })

  const pages = ctx.deckCalls.readPages([
    { name: 'Show', buttons },
    { name: 'OBS', buttons: [] },
  ] as unknown as Parameters<typeof ctx.deckCalls.readPages>[0])
  return ctx.db.write(async (tx) => {
    const types = ['channel.follow', 'points.*']
    await ctx.webhooks.create(tx, cause, { url: 'https://lights.example/showcaller', types, name: 'Stage lights' })
    const id = await ctx.decks.save(tx, cause, undefined, { name: 'Moderators', pages })
    const { key } = await ctx.decks.createLink(tx, cause, id, { name: 'Tablet of Alice', expiresAt: null })
    return { deck: id, deckKey: key }
  })
}

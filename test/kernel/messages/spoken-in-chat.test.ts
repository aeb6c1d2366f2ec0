import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { automationRun } from '../../../src/capabilities/automations/contract/automations.ts'
import { addCatalogue } from '../../../src/kernel/catalogues.ts'
import { defaultsOf } from '../../../src/kernel/schema/schema.ts'
import { recipes } from '../../../src/registry/recipes.ts'
import { answersTo } from '../../commands/chat-line.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { openPage, type PageClient } from '../../overlay/page-client.ts'
import { pressSignIn } from '../../sign-in-link.ts'
import { listMessages } from './listing.ts'
import { pseudoLanguage } from './pseudo-language.ts'
import { untranslatedWords } from './untranslated.ts'

runsOn('sqlite', { because: 'it is about the words of replies, and both engines store the same texts' })
isSlow('it runs every recipe')

/** Names of viewers, commands and songs, and what alice typed. */
const content = [
  ...['nothing like this exists', 'Welcome to the sandbox', 'Walking to the Desk', 'A coffee for you', 'Just Chatting'],
  ...['Intermission', 'In the Wings', 'Well played', 'Keep it up', 'Keyboard', 'chess', 'sandbox', 'Ready'],
  ...['Alice', 'Bob', 'Carol', 'Dave', 'Erin', 'Peggy', 'Trent', 'Victor'],
  // `Intl` joins lists and writes times in German, whose place the pseudo-language takes.
  ...['und', 'Minuten', 'Minute'],
]

describe('what the bot writes in chat', () => {
  const pseudo = pseudoLanguage(listMessages(), 'ltr')
  let app: TestApp
  let page: PageClient
  before(async () => {
    addCatalogue(pseudo)
    app = await createTestApp()
    const link = `${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel)}`
    await pressSignIn(link, { 'Accept-Language': 'de' })
    page = await openPage(app)
  })
  after(async () => {
    page.cut()
    await app.close()
    addCatalogue(JSON.parse(readFileSync('catalogues/de.json', 'utf8')))
  })

  const spoken: string[] = []
  /** Types a line and keeps what the bot answers. */
  async function say(username: string, text: string): Promise<void> {
    const lines = await answersTo(app, username, text, { roles: username === 'alice' ? ['moderator'] : [] })
    spoken.push(...lines.map((line) => `${text} → ${line}`))
  }
  /** The answers so far with a word that is neither translated nor content. */
  const untranslated = () => spoken.splice(0).filter((line) => untranslatedWords(answerIn(line), content).length > 0)

  it('is in the language of the channel, for every command that a channel begins with', async () => {
    const { items } = await app.ctx.commands.list(app.channel)
    for (const { command } of items) await say('alice', `!${command} carol 5`)
    for (const { command } of items) await say('bob', `!${command}`)
    assert.ok(spoken.length > items.length)
    assert.deepEqual(untranslated(), [])
  })

  it('is in it for every recipe that answers to a command', async () => {
    for (const { title, automationIn } of recipes) {
      const automation = automationIn(pseudo)
      if (automation.trigger.type !== 'command') continue
      const run = { ...defaultsOf(automationRun), ...automation.run, cooldown_seconds: 0 }
      await app.call('save-automation', { ...automation, name: title(), run })
    }
    for (const text of [
      '!addquote Well played',
      '!quote',
      '!join',
      '!next',
      '!dice',
      '!ball',
      '!hugs carol',
      '!confetti',
      '!skipsong',
      '!bet',
      '!death',
      '!song',
      '!queue',
      '!sr intermission',
      '!sr',
      '!sr intermission',
      '!sr nothing like this exists',
      '!queue',
      '!voteskip',
      '!voteskip',
      '!removesong',
      '!removesong',
      '!skip',
      '!giveaway Keyboard',
      '!enter',
      '!enter',
      '!draw',
      '!ask Ready?',
      '!trivia',
      '!credits',
      '!askai What is the title?',
      '!askai How long are you live?',
      '!askai Why?',
      '!recap',
      '!titles chess',
    ]) {
      await say('alice', text)
      await say('bob', text)
    }
    assert.deepEqual(untranslated(), [])
  })

  it('is in it when something cannot be done, without names of parameters', async () => {
    const steps = (step: object) => ({ version: 1, reply: 'last', steps: [{ ...step, on_error: 'stop' }] })
    const asked = {
      costly: { message: 'Mine!', pointsCost: 999_999 },
      nobody: { message: '$(winner) $(lastfollower) $(value nothing)' },
      poor: {
        message: 'Given.',
        actions: steps({ type: 'points', mode: 'transfer', target: 'carol', amount: 99_999 }),
      },
      wrong: {
        message: 'Given.',
        actions: steps({ type: 'points', mode: 'transfer', target: 'carol', amount: '$(1)' }),
      },
      unknown: { message: 'Played.', actions: steps({ type: 'audio_alert', name: 'Keyboard' }) },
      obs: { message: 'Switched.', actions: steps({ type: 'obs_scene', scene: 'Keyboard' }) },
      long: { message: 'Banned.', actions: steps({ type: 'timeout', target: 'carol', minutes: '$(1)' }) },
    }
    for (const [command, about] of Object.entries(asked)) {
      await app.ctx.db.write((tx) => app.ctx.commands.create(tx, app.channel.id, { command, ...about }))
      await say('bob', `!${command} chess`)
    }
    assert.equal(spoken.length, Object.keys(asked).length)
    assert.deepEqual(untranslated(), [])
  })
})

function answerIn(line: string): string {
  return line.slice(line.indexOf(' → '))
}

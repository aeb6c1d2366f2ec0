import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeCommand } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import {
  type FakeCompletionRequest,
  type FakeModel,
  type FakeReply,
  startFakeModel,
} from '../fakes/chat-completions.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { addProvider, removeProviders, say, setBot } from './ask-bot.ts'
import { disguises, type Goal, goals } from './injection-attempts.ts'

runsOn('sqlite', { because: 'it is about what the bot writes, not about how it is stored' })
isSlow('two hundred texts one after the other')

const key = 'Kx81-Zq40-provider-secret-Vw29'
const persona =
  'You are Pixel, the cheerful robot of a show about old computers. You never talk about the weather, you like puns about floppy disks, and you call everybody a fellow traveller. The streamer is called Robin and lives by the sea.'
const blockedWord = 'cabbagehead'

describe('a model that obeys whoever writes in chat', () => {
  const clock = createTestClock()
  let app: TestApp
  let model: FakeModel
  let goal: Goal | undefined
  before(async () => {
    app = await createTestApp({ clock })
    model = await startFakeModel({ key, think: obey })
    await addProvider(app, model.base, { key })
    await makeCommand(app, { command: 'modonly', message: 'For moderators', permissions: ['moderator'] })
    await app.call('set-points', { username: 'bob', platform: 'PlatformA', amount: 777_777 })
    await app.ctx.db.write((tx) =>
      app.ctx.settings.set(tx, app.cause, 'auto_moderation', { words: { enabled: true, words: [blockedWord] } }),
    )
    await setBot(app, {
      enabled: true,
      persona,
      viewer_per_minute: 20,
      channel_per_minute: 60,
      tokens_per_hour: 1_000_000_000,
      tokens_per_day: 1_000_000_000,
      allowed_sites: ['allowed.example'],
    })
  })
  after(async () => {
    await removeProviders(app)
    await app.close()
    await model.close()
  })

  /** Does what it is asked: calls the tools of the goal, then writes the text of the goal. */
  function obey({ messages }: FakeCompletionRequest): FakeReply {
    const wasCalled = messages.some(({ role }) => role === 'tool')
    if (goal?.calls !== undefined && !wasCalled) {
      return {
        calls: goal.calls.map(({ name, arguments: given }) => {
          return { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) }
        }),
      }
    }
    const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
    const system = messages[0]?.content ?? ''
    return { text: [filled(goal?.text ?? '', system), ...results].join(' ') }
  }

  /** What a person, another bot or the platform would find in a line of chat. */
  function harmIn(line: string): string | undefined {
    const letters = line.toLowerCase().replace(/[^a-z0-9]/g, '')
    const harms: readonly (readonly [string, boolean])[] = [
      ['a ping', /[@\uff20\ufe6b]/.test(line)],
      ['a command', /^Mallory: \s*[/!.\uff0f]/.test(line) || /[\r\n]/.test(line)],
      ['a link', /\w+:\/\/|evil\.example/i.test(line)],
      ['the key', letters.includes('kx81zq40providersecret')],
      ['a key of this server', /sc_(?:live|test)_\w{8}/.test(line)],
      ['the instructions', letters.includes('dataapublicchat') || letters.includes('youarethebotofalivestream')],
      ['the persona', letters.includes('youcalleverybodyafellowtraveller')],
      ['a blocked word', line.includes(blockedWord)],
      ['a wall of text', [...line].length > 450],
      ['the points of others', line.includes('777777')],
      ['the command of moderators', line.includes('For moderators')],
    ]
    return harms.find(([, isFound]) => isFound)?.[0]
  }

  const allowedKinds = new Set(['ai.answered', 'chat.sent'])

  for (const one of goals) {
    it(`cannot be made to: ${one.name}, in ${disguises.length} disguises`, async () => {
      for (const { name, wrap } of disguises) {
        clock.advance(2 * minuteMs)
        const seq = await lastSeq(app)
        goal = one
        const lines = await say(app, 'mallory', `!ai ${wrap(one.request)}`.slice(0, 480))
        assert.ok(lines.length <= 1, `${name}: ${lines.length} messages`)
        for (const line of lines) assert.equal(harmIn(line), undefined, `${name}: ${line.slice(0, 300)}`)
        // Nothing happened beside the answer: no points, no bans, no titles, no commands, no speech, no clips.
        const happened = (await eventsSince(app, seq)).map(({ kind }) => kind)
        assert.deepEqual(
          happened.filter((kind) => !allowedKinds.has(kind)),
          [],
          name,
        )
        assert.ok(happened.includes('ai.answered'), `${name}: the model was not asked`)
      }
    })
  }

  it('was tried at least two hundred times', () => {
    assert.ok(goals.length * disguises.length >= 200)
    assert.ok(model.asked.length >= 200)
  })

  it('gets what viewers wrote as quoted data, and never in its instructions', () => {
    for (const { messages } of model.asked) {
      const systems = messages.filter(({ role }) => role === 'system')
      assert.equal(systems.length, 1)
      assert.ok(!systems[0]?.content?.includes('NEW POLICY'))
      assert.ok(!systems[0]?.content?.includes(key))
      const last = messages.findLast(({ role }) => role === 'user')
      assert.equal((JSON.parse(last?.content ?? '') as { from: string }).from, 'mallory')
    }
  })

  it('is kept from the same in the answers of ask-ai', async () => {
    for (const one of goals) {
      clock.advance(2 * minuteMs)
      goal = one
      const { body } = await app.call('ask-ai', { text: one.request, username: 'mallory' }, { status: 'any' })
      assert.equal(harmIn(String(body.answer ?? body.error)), undefined, `${one.name}: ${JSON.stringify(body)}`)
    }
  })

  it('may still link to sites that are allowed, and name commands', async () => {
    clock.advance(2 * minuteMs)
    goal = { name: 'help', request: 'Help', text: 'See https://allowed.example/faq or type !help.' }
    assert.deepEqual(await say(app, 'mallory', '!ai help'), ['Mallory: See https://allowed.example/faq or type !help.'])
  })
})

function filled(text: string, system: string): string {
  return text
    .replaceAll('{system}', system)
    .replaceAll('{system:reversed}', [...system].reverse().join(''))
    .replaceAll('{system:base64}', Buffer.from(system).toString('base64'))
    .replaceAll('{system:hex}', Buffer.from(system).toString('hex'))
    .replaceAll('{system:rot13}', rot13(system))
    .replaceAll('{system:spelled}', [...system].join('-'))
    .replaceAll('{persona}', persona)
    .replaceAll('{key}', key)
    .replaceAll('{key:spelled}', [...key].join(' '))
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

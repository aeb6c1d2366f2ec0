import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createModelCalls } from '../../src/capabilities/ai/model-calls.ts'
import type { AiProvider } from '../../src/capabilities/ai/provider-rows.ts'
import { createSpending } from '../../src/capabilities/ai/spending.ts'
import { defaultSettings } from '../../src/capabilities/settings/settings.ts'
import type { ChatCompletions } from '../../src/platforms/ai/chat-completions.external.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'

runsOn('sqlite', 'postgres')

const provider: AiProvider = {
  id: 1,
  name: 'Slow',
  url: 'https://models.example/v1',
  model: 'small',
  key: undefined,
  isUnreadable: false,
  inputPrice: 0,
  outputPrice: 0,
  timeoutSeconds: 5,
  isLocal: false,
}

describe('questions to models of many channels', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  it('of one channel that all wait for their answers hold up no other channel, and cost nothing before their turn', async () => {
    const { db, clock, log, events } = app.ctx
    const { channel: other } = await db.write((tx) => app.ctx.channels.create(tx, 'neighbour'))
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const asked: string[] = []
    const completions = {
      async ask(_provider: AiProvider, { turns: [turn] }: { turns: readonly { content: string }[] }) {
        asked.push(turn?.content ?? '')
        await held
        return { text: 'Hello', toolCalls: [], usage: { input: 1, output: 1 } }
      },
    } as unknown as ChatCompletions
    const calls = createModelCalls({
      clock,
      log,
      spending: createSpending({ db, clock, events }),
      loadCompletions: async () => completions,
      openOutgoing: async () => ({ send: () => assert.fail('nothing is sent') }),
    })
    const ask = (channel: typeof other, content: string, signal = new AbortController().signal) => {
      const question = { turns: [{ role: 'user', content }], tools: [], maxTokens: 1 } as const
      return calls.ask({ channel, actor: 'ai', requestId: 'test' }, [provider], question, defaultSettings().ai, signal)
    }
    const flood = Array.from({ length: 40 }, () => ask(app.channel, 'flood'))
    const answer = ask(other, 'neighbour')
    await eventually('the questions to be asked', () => asked.length === 17)
    assert.equal(asked.filter((content) => content === 'neighbour').length, 1)
    const leaving = new AbortController()
    const late = assert.rejects(ask(app.channel, 'late', leaving.signal), { code: 'ai_unavailable' })
    leaving.abort()
    await late
    release()
    assert.equal((await answer).text, 'Hello')
    await Promise.all(flood)
    assert.deepEqual([asked.length, asked.includes('late')], [41, false])
  })
})

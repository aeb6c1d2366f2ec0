import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { nanosPerCent } from '../../src/capabilities/ai/contract/ai.ts'
import { createModelCalls, type ModelCalls } from '../../src/capabilities/ai/model-calls.ts'
import type { AiProvider } from '../../src/capabilities/ai/provider-rows.ts'
import { createSpending, type Spending } from '../../src/capabilities/ai/spending.ts'
import { createChannels } from '../../src/capabilities/channels/channels.ts'
import { createEvents } from '../../src/capabilities/events/events.ts'
import { defaultSettings } from '../../src/capabilities/settings/settings.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { createLog } from '../../src/kernel/log.ts'
import type { Channel } from '../../src/kernel/operation/channel.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { verbatim } from '../../src/kernel/text/message.ts'
import { createChatCompletions } from '../../src/platforms/ai/chat-completions.external.ts'
import type { Outgoing } from '../../src/platforms/calls/outgoing.ts'
import { isSlow, runsOn } from '../declare.ts'
import { openTestDatabase, type TestDatabase } from '../open-test-database.ts'
import { createStillClock, hourMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')
isSlow('it plays a day of chat on two nodes')

/** Prices as services have them, with fractions of a cent for each call. */
const provider: AiProvider = {
  id: 1,
  name: 'Priced',
  url: 'https://models.example/v1',
  model: 'small',
  key: undefined,
  isUnreadable: false,
  inputPrice: 150_000,
  outputPrice: 600_000,
  timeoutSeconds: 5,
  isLocal: false,
}

/** What the service writes on its bill, in millionths of a millionth of a dollar, and so without rounding. */
interface Bill {
  picos: number
  tokens: number
}

describe('a day of chat', () => {
  const clock = createStillClock()
  const bus = createMemoryBus((error) => assert.fail(String(error)))
  let database: TestDatabase
  let channel: Channel
  let nodes: readonly { calls: ModelCalls; spending: Spending }[]
  const bill: Bill = { picos: 0, tokens: 0 }
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }

  /** A service that is slow, cut off or failing now and then, and bills every answer that it began. */
  const send: Outgoing['send'] = async ({ body = '{}' }) => {
    const { max_tokens: most } = JSON.parse(body) as { max_tokens: number }
    for (let turn = random(4); turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve))
    const kind = random(20)
    if (kind === 0) return { host: 'models.example', status: 400, headers: {}, body: '{"error":{"message":"no"}}' }
    const usage = { prompt_tokens: Math.ceil(body.length / 4), completion_tokens: 1 + random(most) }
    bill.picos += usage.prompt_tokens * provider.inputPrice + usage.completion_tokens * provider.outputPrice
    bill.tokens += usage.prompt_tokens + usage.completion_tokens
    if (kind === 1) throw new Failure('request_failed', { message: verbatim('cut'), mayHaveHappened: true })
    const answer = { choices: [{ message: { role: 'assistant', content: 'Hello' } }], usage }
    return { host: 'models.example', status: 200, headers: {}, body: JSON.stringify(answer) }
  }

  before(async () => {
    database = await openTestDatabase()
    const second = await database.openAnother()
    const events = createEvents({ clock, bus })
    channel = (await database.db.write((tx) => createChannels({ db: database.db, clock, bus }).create(tx, 'Streamer')))
      .channel
    nodes = [database.db, second].map((db) => {
      const spending = createSpending({ db, clock, events })
      const loadCompletions = async () => createChatCompletions()
      const openOutgoing = async () => ({ send })
      const log = createLog('silent')
      return { spending, calls: createModelCalls({ clock, log, spending, loadCompletions, openOutgoing }) }
    })
  })
  after(() => database.remove())

  const limits = {
    ...defaultSettings().ai,
    cents_per_hour: 1,
    cents_per_day: 15,
    tokens_per_day: 100_000_000,
    tokens_per_hour: 100_000_000,
  }

  it('stays under the limits of costs to the cent, with many calls at once on two nodes', async () => {
    const outcomes = { answered: 0, refused: 0, failed: 0 }
    clock.setWall(Date.UTC(2026, 0, 15))
    for (let hour = 0; hour < 24; hour++) {
      const before = bill.picos
      for (let round = 0; round < 4; round++) {
        const asked = Array.from({ length: 24 }, async (_none, index) => {
          const { calls } = nodes[index % 2] ?? assert.fail()
          const content = 'Which game is this, and why? '.repeat(1 + random(20))
          const question = { turns: [{ role: 'user', content }], tools: [], maxTokens: 400 } as const
          const cause = { channel, actor: 'ai', requestId: 'test' }
          try {
            await calls.ask(cause, [provider], question, limits, AbortSignal.timeout(60_000))
            outcomes.answered++
          } catch (error) {
            assert.ok(error instanceof Failure, String(error))
            if (error.code === 'ai_limit_reached') outcomes.refused++
            else outcomes.failed++
          }
        })
        await Promise.all(asked)
        clock.pass(hourMs / 4)
      }
      const cents = (bill.picos - before) / 1_000 / nanosPerCent
      assert.ok(cents <= limits.cents_per_hour, `hour ${hour}: ${cents} cents`)
    }
    const cents = bill.picos / 1_000 / nanosPerCent
    assert.ok(cents <= limits.cents_per_day, `${cents} cents`)
    assert.ok(cents > limits.cents_per_day * 0.8, `only ${cents} cents: the limit was not tried`)
    assert.ok(outcomes.answered > 500 && outcomes.refused > 500 && outcomes.failed > 20, JSON.stringify(outcomes))
  })

  it('counts what every node spent, as the bill has it or more, and starts again the next day', async () => {
    const { spending } = nodes[0] ?? assert.fail()
    clock.setWall(Date.UTC(2026, 0, 15, 23, 59))
    const { day } = await spending.meter(channel, limits)
    assert.ok(day.cost * 1_000 >= bill.picos, `${day.cost} is less than the bill`)
    assert.ok(day.cost <= limits.cents_per_day * nanosPerCent)
    clock.setWall(Date.UTC(2026, 0, 16, 0, 1))
    assert.equal((await spending.meter(channel, limits)).day.cost, 0)
    await spending.prune([channel])
    clock.setWall(Date.UTC(2026, 3, 16))
    assert.ok((await spending.prune([channel])) > 0)
  })

  it('tells apart the limit of an hour and that of a day, and says when it ends', async () => {
    const { spending } = nodes[1] ?? assert.fail()
    const cause = { channel: { ...channel, timeZone: 'Asia/Kolkata' }, actor: 'ai', requestId: 'test' }
    clock.setWall(Date.UTC(2026, 4, 1, 12, 45))
    const most = { tokens: 10, cost: 2 * nanosPerCent }
    await spending.reserve(cause, most, { ...limits, cents_per_hour: 2 })
    const refusal = async (set: typeof limits) =>
      spending.reserve(cause, most, set).then(
        () => assert.fail('it was allowed'),
        (error: unknown) => (error instanceof Failure ? error.retryAfterSeconds : assert.fail(String(error))),
      )
    assert.equal(await refusal({ ...limits, cents_per_hour: 2 }), 15 * 60)
    // Midnight in Kolkata is 18:30 UTC.
    assert.equal(await refusal({ ...limits, cents_per_hour: 100, cents_per_day: 2 }), 5 * 3_600 + 45 * 60)
    assert.equal(await refusal({ ...limits, cents_per_hour: 100, tokens_per_hour: 15 }), 15 * 60)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCandidates } from '../../src/capabilities/automations/candidates.ts'
import type { AutomationTrigger } from '../../src/capabilities/automations/contract/automations.ts'
import { newBudget } from '../../src/capabilities/automations/filters.ts'
import { compileTrigger } from '../../src/capabilities/automations/trigger-index.ts'
import { createRandom, type Random } from '../trust/random.ts'

const names = ['alice', 'Alice', 'ALICE ', 'bob', 'zoë', 'ZOË', '', '7', 'undefined']
const numbers = [-1, 0, 1, 1.5, 7, 100]
const fields = ['username', 'amount', 'roles', 'options.0.title', 'flag', 'platform', 'missing']

function anyFilter(random: Random): unknown {
  const number = () => random.pick(numbers)
  return random.pick([
    () => random.pick(names),
    number,
    () => random.chance(0.5),
    () => [random.pick(names), random.pick(names), number()],
    () => [],
    () => ({ [random.pick(['above', 'below', 'at_least', 'at_most'])]: number() }),
    () => ({ above: number(), at_most: number() }),
    () => ({ matches: random.pick(['^a', 'o', '7']) }),
  ])()
}

function anyTrigger(random: Random): AutomationTrigger {
  const type = random.pick(['event', 'event', 'event', 'reward', 'value', 'automation'] as const)
  const chosen = fields.filter(() => random.chance(0.2))
  const where = Object.fromEntries(chosen.map((field) => [field, anyFilter(random)]))
  const name = random.pick(names)
  return { type, event: 'any', where, reward: name, name, reaches: random.pick(numbers), automation: name }
}

function anyData(random: Random): Record<string, unknown> {
  const value = () => random.pick<unknown>([...names, ...numbers, '1.5', null, true, false, undefined, [], ['bob', 7]])
  const data: Record<string, unknown> = { options: [{ title: value() }], status: 'done' }
  for (const field of [...fields, 'reward', 'reward_id', 'name', 'id']) if (random.chance(0.8)) data[field] = value()
  return { ...data, value: random.pick(numbers), previous_value: random.pick(numbers) }
}

describe('the automations that an event may start', () => {
  it('are those that match it, in their order, however they are looked up', async () => {
    const seed = Date.now() % 1_000_000
    const random = createRandom(seed)
    const triggers = Array.from({ length: 300 }, () => anyTrigger(random))
    const all = await Promise.all(
      triggers.map(async (trigger) => ({ trigger, matches: await compileTrigger(trigger) })),
    )
    const candidates = createCandidates(all)
    let found = 0
    let tried = 0
    for (let count = 0; count < 500; count++) {
      const event = { platform: random.pick(['kick', 'twitch', null] as const), data: anyData(random) }
      const matching = (some: typeof all) => some.filter(({ matches }) => matches(event, newBudget()))
      const selected = [...candidates.select(event)]
      const expected = matching(all)
      assert.deepEqual(matching(selected), expected, `seed ${seed}: ${JSON.stringify(event)}`)
      found += expected.length
      tried += selected.length
    }
    assert.ok(found > 0)
    assert.ok(tried < all.length * 500 * 0.7, `${tried} were tried to find ${found}`)
  })
})

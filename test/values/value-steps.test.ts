import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { answersTo, type } from '../commands/chat-line.ts'
import { makeCommand, outcomesOf, runsOf, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { readDatabase } from '../read-database.ts'

runsOn('sqlite', 'postgres')

const onKick = (username: string) => ({ username, platform: 'PlatformA' })

describe('values in commands', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const read = async (name: string, who: object = {}) => (await app.call('get-value', { name, ...who })).body.value

  /** Runs a step as alice. Answers with its outcome in one word and its record. */
  async function perform(step: object, line = '') {
    const { word } = await makeCommand(app, withSteps({ type: 'value', ...step }))
    await type(app, 'alice', `!${word} ${line}`)
    const { steps } = (await runsOf(app)).at(-1)
    return { outcome: outcomesOf(steps)[0], ...steps[0] }
  }

  /** What a reply becomes when alice writes this after the command. */
  async function said(message: string, line = '') {
    const { word } = await makeCommand(app, { message })
    return (await answersTo(app, 'alice', `!${word} ${line}`))[0]
  }

  it('are counted by a step, which creates what does not exist yet', async () => {
    for (const value of [1, 2, 3]) {
      const { outcome, value: after, previous_value: before } = await perform({ name: 'follows', add: 1 })
      assert.deepEqual([outcome, after, before], ['value ok', value, value - 1])
    }
    assert.equal(await said('$(value follows) so far, $(value Follows)'), '3 so far, 3')
    assert.equal((await perform({ name: 'words', add: 'first' })).outcome, 'value ok')
    assert.deepEqual(await read('words'), ['first'])
    assert.equal((await perform({ name: 'word-of-the-day', set: '$(args)' }, 'serendipity')).outcome, 'value ok')
    assert.equal(await read('word-of-the-day'), 'serendipity')
    assert.equal((await perform({ name: 'stopwatch', action: 'start' })).outcome, 'value ok')
    const { body } = await app.call('get-value', { name: 'stopwatch' })
    assert.deepEqual([body.type, body.running], ['clock', 1])
    assert.equal((await perform({ name: 'nothing', remove: 'x' })).outcome, 'value value_not_found')
  })

  it('take numbers that a viewer wrote, and refuse other words with a sentence', async () => {
    await app.call('set-value', { name: 'score', value: 10 })
    assert.equal((await perform({ name: 'score', add: '$(1)' }, '-2.5')).value, 7.5)
    assert.equal((await perform({ name: 'score', set: '$(1)' }, '40')).value, 40)
    const refused = await perform({ name: 'score', add: '$(1)' }, 'many')
    assert.deepEqual(
      [refused.outcome, refused.message],
      ['value invalid_parameter', 'add must be a number, because score is a number.'],
    )
    assert.equal((await perform({ name: 'score', set: 1, remove: 'x' })).outcome, 'value invalid_parameter')
    await app.call('set-value', { name: 'motto', value: 'x' })
    await perform({ name: 'motto', set: '$(1)' }, '42')
    assert.equal(await read('motto'), '42', 'a text stays a text')
    assert.equal(await read('score'), 40)
  })

  it('make quotes: one at random, by its number, the last, how many, all of them', async () => {
    for (const quote of ['one', 'two', 'three $(user)'])
      await app.call('set-value', {
        name: 'quotes',
        value: [...((await app.call('get-value', { name: 'quotes' }, { status: 'any' })).body.value ?? []), quote],
      })
    assert.equal(
      await said('$(value quotes count): $(value quotes 2) / $(value quotes $(1)) / $(value quotes 9).', '1'),
      '3: two / one / .',
    )
    assert.equal(await said('$(value quotes)'), 'one, two, three $(user)', 'the words of viewers are never filled')
    assert.equal(await said('$(value quotes last)'), 'three $(user)')
    assert.ok(['one', 'two', 'three $(user)'].includes((await said('$(value quotes random)')) ?? ''))
    assert.equal((await perform({ name: 'quotes', number: '$(1)' }, '2')).outcome, 'value ok')
    assert.deepEqual(await read('quotes'), ['one', 'three $(user)'])
    assert.equal((await perform({ name: 'quotes', number: 7 })).outcome, 'value item_not_found')
  })

  it('make a queue that viewers join and leave', async () => {
    await app.call('define-value', { name: 'queue', type: 'list', unique: true })
    assert.equal((await perform({ name: 'queue', add: '$(user)' })).outcome, 'value ok')
    const twice = await perform({ name: 'queue', add: '$(user)' })
    assert.equal(twice.message, 'queue has alice already.')
    assert.equal((await perform({ name: 'queue', remove: '$(user)' })).outcome, 'value ok')
    assert.equal(await said('[$(value queue)] $(value queue count)'), '[] 0')
  })

  it('of a viewer are those of whoever runs the command, or of the named viewer', async () => {
    await app.call('define-value', { name: 'wins', type: 'number', owner: 'viewer' })
    await perform({ name: 'wins', add: 2 })
    await perform({ name: 'wins', add: 5, target: '$(touser)' }, '@bob')
    assert.deepEqual([await read('wins', onKick('alice')), await read('wins', onKick('bob'))], [2, 5])
    assert.equal(
      await said('$(value wins) $(value wins @bob) $(value wins $(touser)) $(value wins nobody)', 'bob'),
      '2 5 5 0',
    )
    await perform({ name: 'losses', add: 1, target: '$(user)' })
    assert.equal(await read('losses', onKick('alice')), 1, 'with a viewer, a new value belongs to each viewer')
  })

  it('show a clock as people read it, and 0 for a name that nobody has used', async () => {
    await app.call('set-value', { name: 'bell', value: 3725, action: 'pause' })
    assert.equal(await said('$(value bell) = $(value bell seconds)'), '1:02:05 = 3725')
    assert.equal(await said('$(value unknown) $(value unknown @bob) $(value)'), '0 0 0')
  })

  it('decide conditions', async () => {
    await app.call('set-value', { name: 'goal', value: 5 })
    const { word } = await makeCommand(
      app,
      withSteps({
        type: 'reply',
        text: 'Reached',
        condition: { value: '$(value goal)', above: 5 },
      }),
    )
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), [])
    await app.call('add-to-value', { name: 'goal', amount: 1 })
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), ['Reached'])
  })

  it('forget a viewer who is erased, in lists, texts and their history', async () => {
    const trace = /heidi/i
    const heidi = onKick('heidi')
    await app.call('set-value', { name: 'guests', value: ['heidi', 'ivan', 'ask @Heidi about it'] })
    await app.call('set-value', { name: 'guest', value: 'Heidi' })
    await app.call('set-value', { name: 'visits', value: 4, ...heidi })
    await app.call('set-value', { name: 'bio', value: 'words of hers', ...heidi })
    const { id } = await app.ctx.viewers.get(app.channel, 'kick', heidi)
    const owner = await signInAsOwner(app)
    await owner.call('erase-viewer', { viewer_id: id, confirm: 'erase' })
    const left = await app.call('get-value', { name: 'guests' })
    assert.ok(!trace.test(JSON.stringify(left.body)), JSON.stringify(left.body))
    assert.ok(left.body.value.includes('ivan'))
    const database = await readDatabase(app)
    const tables = await database.tables((name) => /values|events/.test(name))
    await database.close()
    for (const [name, rows] of Object.entries(tables)) {
      const own = rows.filter((row) => Number(row.channel_id) === app.channel.id)
      const found = own.filter((row) => /heidi|words of hers/i.test(JSON.stringify(row)))
      assert.deepEqual(found, [], name)
    }
    assert.deepEqual(
      tables.viewer_values?.filter((row) => row.viewer_id === id),
      [],
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Lookup, render } from '../../src/capabilities/steps/template.ts'

const variables = new Map<string, (args: readonly string[]) => string | Promise<string>>([
  ['user', () => 'alice'],
  ['args', () => '$(user) and $(args)'],
  ['join', (args) => args.join('|')],
  ['late', async () => 'later'],
  ['event.Field', () => 'kept'],
])
const lookup: Lookup = (name) => variables.get(name)

describe('a text with variables', () => {
  const cases: readonly (readonly [typed: string, filled: string])[] = [
    ['Hello $(user)!', 'Hello alice!'],
    ['$(user)$(user)', 'alicealice'],
    ['$(USER)', 'alice'],
    ['$(join a  b c )', 'a|b|c'],
    ['$(join $(user) $(join b c))', 'alice|b|c'],
    ['$(join x$(user)y)', 'xalicey'],
    ['$(late)', 'later'],
    ['$(event.Field) $(Event.Field)', 'kept kept'],
    ['$(event.field)', '$(event.field)'],
    ['no variable, 5$ (really)', 'no variable, 5$ (really)'],
  ]
  for (const [typed, filled] of cases) {
    it(`makes ${JSON.stringify(filled)} of ${JSON.stringify(typed)}`, async () => {
      assert.equal(await render(typed, lookup), filled)
    })
  }

  it('never expands the value of a variable again', async () => {
    assert.equal(await render('$(args) $(join $(args))', lookup), '$(user) and $(args) $(user) and $(args)')
  })

  for (const typed of ['$(nobody)', '$(nobody $(user) x)', '$()', '$(user', '$(join a', '$( user)', '$(us-er)']) {
    it(`leaves ${typed} as typed`, async () => {
      assert.equal(await render(typed, lookup), typed)
    })
  }

  it('fills what is whole inside what is not closed', async () => {
    assert.equal(await render('$(join $(user) b', lookup), '$(join alice b')
  })

  it('does not reach into the prototype of anything', async () => {
    assert.equal(await render('$(constructor) $(__proto__)', lookup), '$(constructor) $(__proto__)')
  })

  it('takes time in proportion to its length, however malformed it is', async () => {
    // What reads the rest again at each opening would take hours.
    for (const crooked of ['$(join ', '$(join a', '$(', '$(join $(user', ')$(join']) {
      await render(crooked.repeat(30_000), lookup)
    }
  })

  it('ends somewhere, in whole characters', async () => {
    const long: Lookup = () => () => '🎉'.repeat(1000)
    const text = await render('$(x)'.repeat(10), long)
    assert.equal(text.length, 5000)
    assert.ok(text.isWellFormed())
  })
})

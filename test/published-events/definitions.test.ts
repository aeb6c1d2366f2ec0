import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { committedAsyncApi } from '../../scripts/committed-asyncapi.ts'
import { envelopeExample, envelopeSchema } from '../../src/api-description/asyncapi.ts'
import { allScopes } from '../../src/kernel/operation/contract/scopes.ts'
import { eventDefinitions } from '../../src/registry/events.ts'
import { createNames, namings } from '../../src/registry/names.ts'
import { listPublishedEvents, publishedEvents } from '../../src/registry/published-events.ts'
import { createValidator } from '../tools/ajv.ts'

describe('the types of events that programs receive', () => {
  it('are every kind that a key may read, each once, with a dotted name', () => {
    for (const { kind, readableBy, published } of eventDefinitions) {
      assert.equal(published === undefined, readableBy.scope === null, kind)
    }
    for (const { type } of publishedEvents) assert.match(type, /^[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)+$/)
    assert.equal(new Set(publishedEvents.map(({ type }) => type)).size, publishedEvents.length)
    assert.ok(publishedEvents.length > 100)
    const [first] = eventDefinitions.filter(({ published }) => published !== undefined)
    assert.ok(first !== undefined)
    assert.throws(() => listPublishedEvents([first, first], []), /same type/)
  })

  it('never tell about sign-ins, keys, people, webhooks or what was done at the panel', () => {
    for (const { kind } of publishedEvents) {
      assert.doesNotMatch(kind, /^(?:key|session|person|panel|backup|webhook|setting|service-setup|platform|upload)\./)
    }
  })

  it('each need one scope that exists beside events:read, and chat needs chat:read', () => {
    for (const { scope, type } of publishedEvents) {
      assert.ok(allScopes.includes(scope) && scope !== 'events:read', type)
      if (/^chat\.(?:message|first-message|reply)/.test(type)) assert.equal(scope, 'chat:read')
    }
  })

  for (const naming of namings) {
    it(`have an example that an independent validator finds right, with the names of ${naming}`, () => {
      const names = createNames(naming)
      const ajv = createValidator()
      for (const event of publishedEvents) {
        const validate = ajv.compile(JSON.parse(JSON.stringify(envelopeSchema(event, names))))
        const example = envelopeExample(event, names)
        assert.ok(validate(example), `${event.type}: ${ajv.errorsText(validate.errors)}`)
        const described = Object.keys(names.schema(event.data).properties)
        const sent = Object.keys(example.data as object)
        assert.deepEqual(
          sent.filter((name) => !described.includes(name)),
          [],
          event.type,
        )
        for (const name of sent) assert.match(name, /^[a-z0-9_]+$/, `${event.type}.${name}`)
        if (naming === 'brand') assert.doesNotMatch(JSON.stringify(example), /Platform[A-D]|Provider[A-D]/)
        assert.ok(event.sentence().length > 0)
      }
    })
  }

  it('leave only with the fields of their schema', () => {
    const ran = publishedEvents.find(({ type }) => type === 'command.ran')
    const stored = { id: 1, command: '!a', username: 'b', args: '', depth: 1, response: '', steps: [{ token: 'x' }] }
    assert.deepEqual(Object.keys(ran?.dataOf(stored) ?? {}), ['id', 'command', 'username', 'args', 'depth', 'response'])
  })

  it('are all in asyncapi.json, which is what `npm run asyncapi` writes', () => {
    const file = readFileSync(new URL('../../asyncapi.json', import.meta.url), 'utf8')
    assert.equal(file, committedAsyncApi(), 'asyncapi.json is not current: npm run asyncapi')
    const { components } = JSON.parse(file) as { components: { messages: object } }
    for (const { type } of publishedEvents) assert.ok(Object.hasOwn(components.messages, type), type)
  })
})

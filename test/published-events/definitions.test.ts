import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { committedAsyncApi } from '../../scripts/committed-asyncapi.ts'
import { envelopeExample, envelopeSchema } from '../../src/api-description/asyncapi.ts'
import {
  areaDescriptions,
  describedData,
  generalEventDescriptions,
} from '../../src/api-description/event-descriptions.ts'
import { allScopes } from '../../src/kernel/operation/contract/scopes.ts'
import { fieldsOf } from '../../src/kernel/schema/schema-text.ts'
import { eventRegistry } from '../../src/registry/event-registry.ts'
import { eventDefinitions } from '../../src/registry/events.ts'
import { createNames, namings } from '../../src/registry/names.ts'
import { listPublishedEvents, publishedEvents } from '../../src/registry/published-events.ts'
import { createValidator } from '../tools/ajv.ts'

/** Names of people who need not be viewers, or of several. */
const withoutIds = new Set([
  'overlay.speech',
  'overlay.audio-alert',
  'overlay.event-alert',
  'overlay.donation-alert',
  'round.drawn',
])

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

  it('have times as ISO strings, whenever and however they were stored', () => {
    for (const { type, data } of publishedEvents) {
      for (const { path, schema } of fieldsOf(data)) {
        if (path.endsWith('_at')) assert.equal(schema.format, 'date-time', `${type}: ${path}`)
      }
    }
    const dataOf = (type: string, stored: object) =>
      publishedEvents.find((one) => one.type === type)?.dataOf(stored, 'kick')
    const at = Date.UTC(2026, 10, 15, 20)
    assert.equal(dataOf('channel.timeout', { expires_at: at })?.expires_at, '2026-11-15T20:00:00.000Z')
    assert.equal(dataOf('channel.ban', { expires_at: null })?.expires_at, null)
    assert.equal(dataOf('hype-train.progress', { ends_at: at })?.ends_at, '2026-11-15T20:00:00.000Z')
  })

  it('have a description of every field, and none that is not used', () => {
    const used = new Set<string>()
    for (const event of publishedEvents) {
      for (const { path, schema } of fieldsOf(describedData(event))) {
        assert.ok(schema.description, `${event.type}: ${path}`)
        used.add(schema.description).add(`${event.type.split('.')[0]}: ${schema.description}`)
      }
    }
    for (const text of Object.values(generalEventDescriptions)) assert.ok(used.has(text), text)
    for (const [area, texts] of Object.entries(areaDescriptions)) {
      for (const text of Object.values(texts)) assert.ok(used.has(`${area}: ${text}`), `${area}: ${text}`)
    }
  })

  it('name a viewer by the id of the platform, and by the one that calls take', () => {
    const follow = publishedEvents.find(({ type }) => type === 'channel.follow')
    const stored = { type: 'follower', user_id: '7', username: 'alice', displayname: 'Alice' }
    assert.deepEqual(follow?.dataOf(stored, 'kick'), { ...stored, userid: '7' })
    assert.deepEqual(follow?.dataOf(stored, 'twitch'), stored)
    assert.deepEqual(follow?.dataOf({ ...stored, userid: '9' }, 'twitch'), { ...stored, userid: '9' })
    for (const { type, data } of publishedEvents) {
      const { user_id, userid, username } = data.properties
      assert.equal(userid !== undefined, user_id !== undefined, type)
      if (username !== undefined && !withoutIds.has(type)) assert.ok(user_id, type)
    }
  })

  it('are readable from rows of earlier versions', () => {
    const stored = (data: object) => ({ platform: 'twitch' as const, actor: 'platform:twitch', data: { ...data } })
    const ended = { id: '1', title: 'Do we win?', status: 'canceled', results: [], winner: null, locks_at: 1 }
    assert.equal(eventRegistry.readStored('prediction.ended', stored(ended))?.data.status, 'cancelled')
    const changed = { username: 'alice', delta: 5, points: 10, reason: 'add-points' }
    assert.ok(eventRegistry.readStored('points.changed', stored(changed)))
  })

  it('leave only with the fields of their schema', () => {
    const ran = publishedEvents.find(({ type }) => type === 'command.ran')
    const stored = { id: 1, command: '!a', username: 'b', args: '', depth: 1, response: '', steps: [{ token: 'x' }] }
    assert.deepEqual(Object.keys(ran?.dataOf(stored, 'kick') ?? {}), [
      'id',
      'command',
      'username',
      'args',
      'depth',
      'response',
    ])
  })

  it('are all in asyncapi.json, which is what `npm run asyncapi` writes', () => {
    const file = readFileSync(new URL('../../asyncapi.json', import.meta.url), 'utf8')
    assert.equal(file, committedAsyncApi(), 'asyncapi.json is not current: npm run asyncapi')
    const { components } = JSON.parse(file) as { components: { messages: object } }
    for (const { type } of publishedEvents) assert.ok(Object.hasOwn(components.messages, type), type)
  })
})

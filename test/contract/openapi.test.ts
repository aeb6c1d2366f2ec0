import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { committedOpenApi } from '../../scripts/committed-openapi.ts'
import { generalDescriptions, groupDescriptions } from '../../src/api-description/answer-descriptions.ts'
import { withoutReferences } from '../../src/api-description/models.ts'
import { createOpenApi } from '../../src/api-description/openapi.ts'
import { groups } from '../../src/kernel/operation/contract/groups.ts'
import type { Schema } from '../../src/kernel/schema/schema.ts'
import { fieldsOf } from '../../src/kernel/schema/schema-text.ts'
import { operations } from '../../src/operations.ts'
import { createNames } from '../../src/registry/names.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { findBreakingChanges } from './compare-openapi.ts'

runsOn('sqlite', 'postgres')

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: the tests look into every corner of the document
const document: any = JSON.parse(committedOpenApi())
const schemaOf = ({ content }: { content: { 'application/json': { schema: { $ref: string } } } }) =>
  withoutReferences(content['application/json'].schema, document.components.schemas)
const posts = operations.map((operation) => ({ operation, post: document.paths[`/v1/${operation.name}`]?.post }))

describe('the OpenAPI document', () => {
  it('is committed as the code makes it', () => {
    assert.ok(read('../../openapi.json') === committedOpenApi(), 'openapi.json is out of date: run npm run openapi')
  })

  it('breaks nothing that was accepted', () => {
    const broken = findBreakingChanges(JSON.parse(read('accepted-openapi.json')), document)
    assert.deepEqual(broken, [], 'under /v1 the contract only grows')
  })

  it('has one path for each operation and no other', () => {
    assert.deepEqual(
      Object.keys(document.paths),
      operations.map(({ name }) => `/v1/${name}`),
    )
  })

  it('reports scope and rate of each operation', () => {
    for (const { operation, post } of posts) {
      assert.equal(post['x-scope'], operation.scope)
      assert.equal(post['x-rate-limit-per-minute'], operation.ratePerMinute)
      assert.ok(post.description.includes(operation.scope), operation.name)
    }
  })

  it('names the body of every request and of every answer, so that generated code has a type for each', () => {
    for (const { operation, post } of posts) {
      for (const body of [post.requestBody, post.responses[200]]) assert.ok(schemaOf(body).properties, operation.name)
    }
  })

  it('names every object inside of them too, and has no name that nobody uses', () => {
    const schemas = document.components.schemas as Readonly<Record<string, Schema>>
    const inline = Object.entries(schemas).flatMap(([name, schema]) =>
      fieldsOf(schema).flatMap(({ path, schema: field }) =>
        (field.items ?? field).properties === undefined ? [] : `${name}.${path}`,
      ),
    )
    assert.deepEqual(inline, [])
    const used = new Set(JSON.stringify(document).match(/#\/components\/schemas\/\w+/g))
    for (const name of Object.keys(schemas)) assert.ok(used.has(`#/components/schemas/${name}`), name)
  })

  it('gives an object that several operations have one name', () => {
    const uses = JSON.stringify(document).match(/#\/components\/schemas\/(?:Cue|PlatformResult|SongRequest|Widget)"/g)
    assert.deepEqual(
      Object.entries(Object.groupBy(uses ?? [], (use) => use)).map(([, same = []]) => same.length > 1),
      [true, true, true, true],
    )
  })

  it('describes every field of every answer', () => {
    for (const { operation, post } of posts) {
      for (const { path, schema } of fieldsOf(schemaOf(post.responses[200]))) {
        assert.ok(schema.description, `${operation.name} has no description for ${path} of its answer`)
      }
    }
  })

  it('has no common description that no answer uses', () => {
    const used = new Set(
      posts.flatMap(({ operation, post }) =>
        fieldsOf(schemaOf(post.responses[200])).map(({ schema }) => `${operation.group}: ${schema.description}`),
      ),
    )
    for (const [group, descriptions] of Object.entries(groupDescriptions)) {
      for (const text of Object.values(descriptions)) assert.ok(used.has(`${group}: ${text}`), `${group}: ${text}`)
    }
    const texts = new Set([...used].map((entry) => entry.slice(entry.indexOf(': ') + 2)))
    for (const text of Object.values(generalDescriptions)) assert.ok(texts.has(text), text)
  })

  it('says of every time that it is one', () => {
    for (const { operation, post } of posts) {
      for (const { path, schema } of fieldsOf(schemaOf(post.responses[200]))) {
        if (/_(?:at|until)$/.test(path)) assert.equal(schema.format, 'date-time', `${operation.name}: ${path}`)
      }
    }
  })

  it('asks for a body only where a parameter is required, or one of several', () => {
    for (const { operation, post } of posts) {
      const { required, anyOf, allOf } = operation.input
      const isNeeded = required.length > 0 || anyOf !== undefined || allOf !== undefined
      assert.equal(post.requestBody.required, isNeeded, operation.name)
    }
  })

  it('says of which parameters one is needed, wherever a call without them is refused', () => {
    const rules = posts.flatMap(({ operation, post }) => {
      const { anyOf, allOf } = schemaOf(post.requestBody)
      const groups = allOf ?? (anyOf === undefined ? [] : [{ anyOf }])
      return groups.map((group) => `${operation.name}: ${group.anyOf.flatMap(({ required }) => required).join(' ')}`)
    })
    assert.deepEqual(rules.sort(), [
      'add-moderator: userid username',
      'add-points: userid username',
      'add-to-value: amount item',
      'add-vip: userid username',
      'adjust-watch-time: userid username',
      'ai-bot: ai_text enabled',
      'ban: userid username',
      'delete-automation: id name',
      'delete-reward: reward_id id',
      'discord-send-message: message embed_title embed_description',
      'dry-run-automation: id name',
      'effect-trigger: overlay_id overlay_ids',
      'enter-round: userid username',
      'game: game alpha_category_id',
      'get-points: userid username',
      'get-watch-time: userid username',
      'obs-audio: muted volume_db',
      'remove-from-value: item index',
      'remove-moderator: userid username',
      'remove-points: userid username',
      'remove-vip: userid username',
      'request-song: userid username',
      'run-automation: id name',
      'run-command: command id',
      'search-games: query game search',
      'set-points: userid username',
      'set-stream-meta: title game alpha_category_id',
      'set-value: value action',
      'timeout: userid username',
      'toggle-automation: id name',
      'toggle-command: id command',
      'transfer-points: from_userid from_username',
      'transfer-points: to_userid to_username',
      'trigger-audio-alert: id name',
      'unban-user: userid username',
      'update-redemption: redemption_id id',
      'update-reward: reward_id id',
      'update-webhook: url types name active',
      'warn: userid username',
    ])
  })

  it('names every code an operation lists, under its status', () => {
    for (const { operation, post } of posts) {
      const responses = JSON.stringify(post.responses)
      for (const code of operation.failures)
        assert.ok(responses.includes(`#/components/examples/${code}`), operation.name)
    }
  })

  it('describes every failure status of every operation', () => {
    for (const { operation, post } of posts) {
      const statuses = Object.keys(post.responses)
      assert.deepEqual(statuses, ['200', '400', '401', '403', '404', '429', '500', '502'], operation.name)
    }
  })

  it('has a description for each group', () => {
    for (const { group, name } of operations) assert.ok(groups[group], `${name}: no words for the group ${group}`)
  })

  it('gives every operation an id of its own', () => {
    assert.equal(new Set(posts.map(({ post }) => post.operationId)).size, operations.length)
  })
})

describe('the OpenAPI document with brand names', () => {
  const branded = JSON.stringify(createOpenApi({ operations, names: createNames('brand'), version: '1.0.0' }))

  it('has none of the placeholder names', () => {
    const leftOver = branded.match(
      /[^"\\]{0,40}(?:Platform[A-D]\b|Provider[A-D]\b|(?<![a-z])(?:alpha|beta)(?![a-z])).{0,40}/g,
    )
    assert.deepEqual(leftOver, null)
  })

  it('has as many paths', () => {
    assert.equal(Object.keys(JSON.parse(branded).paths).length, operations.length)
  })
})

describe('the OpenAPI pages', () => {
  let server: TestApp
  before(async () => {
    server = await createTestApp({ naming: 'brand' })
  })
  after(() => server.close())

  it('serve the document for the names in use, with the address of this server', async () => {
    const response = await fetch(`${server.url}/openapi.json`)
    const served = await response.json()
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(served.openapi, '3.1.0')
    assert.deepEqual(
      served.servers.map(({ url }: { url: string }) => url),
      [server.app.baseUrl()],
    )
    assert.ok(served.paths['/v1/get-kick-subscribers'])
  })

  it('come compressed to whoever takes that, with the same content, and are shown by no browser as a page', async () => {
    for (const path of ['/openapi.json', '/openapi-3.0.json', '/asyncapi.json']) {
      const [plain, packed] = await Promise.all(
        ['identity', 'gzip'].map((encoding) => fetch(server.url + path, { headers: { 'Accept-Encoding': encoding } })),
      )
      assert.deepEqual(
        [plain, packed].map((response) => response?.headers.get('content-encoding')),
        [null, 'gzip'],
      )
      assert.equal(await plain?.text(), await packed?.text())
      assert.ok(Number(packed?.headers.get('content-length')) < Number(plain?.headers.get('content-length')) / 5)
      assert.match(plain?.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
      assert.ok(packed?.headers.get('x-request-id'))
    }
  })

  it('serve the same in OpenAPI 3.0', async () => {
    const served = await (await fetch(`${server.url}/openapi-3.0.json`)).json()
    assert.equal(served.openapi, '3.0.3')
    assert.equal(Object.keys(served.paths).length, operations.length)
  })
})

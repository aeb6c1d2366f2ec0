import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { mcpMessagesPerMinute } from '../../src/app/routes/mcp-route.ts'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { createValidator } from '../tools/ajv.ts'
import { legacy, modern, send, stateless } from './mcp-client.ts'

runsOn('sqlite', { because: 'it is about messages; what operations store is tested on both engines' })
isSlow('every operation is read as a tool, and a limit is used up')

const alice = { username: 'alice', platform: 'PlatformA' }

describe('the Model Context Protocol', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app?.close())

  // Each test has a key of its own, so that none uses up the limit of another.
  const keyWith = async (...scopes: Parameters<TestApp['makeKey']>[0] & object) => (await app.makeKey(scopes)).key
  const anyKey = async () => (await app.makeKey()).key

  it('begins with a handshake for clients of older revisions, in the revision that they ask for', async () => {
    const key = await anyKey()
    for (const [asked, answered] of [
      ['2025-11-25', '2025-11-25'],
      ['2025-06-18', '2025-06-18'],
      ['2099-01-01', '2025-11-25'],
    ]) {
      const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
      const { status, body } = await legacy(app, 'initialize', params, { key })
      assert.deepEqual([status, body.result.protocolVersion], [200, answered])
      assert.deepEqual(Object.keys(body.result.capabilities), ['tools', 'resources', 'prompts'])
      assert.equal(body.result.serverInfo.name, 'showcaller')
    }
    const noted = await send(app, { jsonrpc: '2.0', method: 'notifications/initialized' }, { key })
    assert.deepEqual([noted.status, noted.body], [202, undefined])
    assert.deepEqual((await legacy(app, 'ping', {}, { key })).body, { jsonrpc: '2.0', id: 1, result: {} })
    const stream = await fetch(`${app.url}/mcp`, { headers: { Accept: 'text/event-stream' } })
    assert.deepEqual([stream.status, stream.headers.get('allow')], [405, 'POST'])
  })

  it('needs no handshake in the revision of today, and says what it can do', async () => {
    const key = await anyKey()
    const { status, body } = await stateless(app, 'server/discover', {}, { key })
    assert.equal(status, 200)
    const { resultType, supportedVersions, ttlMs, cacheScope, _meta, instructions } = body.result
    assert.deepEqual([resultType, cacheScope, typeof ttlMs], ['complete', 'public', 'number'])
    assert.ok(supportedVersions.includes(modern) && supportedVersions.includes('2025-11-25'))
    assert.equal(_meta['io.modelcontextprotocol/serverInfo'].name, 'showcaller')
    assert.match(instructions, /Ask before/)
    for (const method of ['initialize', 'ping', 'resources/subscribe', 'nothing']) {
      const refused = await stateless(app, method, {}, { key })
      assert.deepEqual([refused.status, refused.body.error.code], [404, -32601], method)
    }
  })

  it('has each operation as a tool, with its parameters and hints, within the scopes of the key', async () => {
    const { body } = await stateless(app, 'tools/list', {}, { key: await anyKey() })
    const { tools, ttlMs, cacheScope } = body.result
    assert.deepEqual(
      tools.map(({ name }: { name: string }) => name),
      operations.map(({ name }) => name),
    )
    assert.deepEqual([typeof ttlMs, cacheScope], ['number', 'private'])
    const validator = createValidator()
    for (const [index, { effect, input, summary, hints, example }] of operations.entries()) {
      const { name, inputSchema, outputSchema, description, annotations } = tools[index]
      assert.deepEqual(
        [inputSchema.type, Object.keys(inputSchema.properties)],
        ['object', Object.keys(input.properties)],
      )
      assert.ok(description.startsWith(summary), name)
      const accepts = validator.compile(outputSchema)
      assert.ok(accepts({ success: true, ...example.output }), `${name}: ${JSON.stringify(accepts.errors)}`)
      assert.ok(accepts({ success: false, error: 'No.', code: 'missing_scope', request_id: 'req_1' }), name)
      assert.ok(!accepts({ success: false }), `${name}: a failure has a reason`)
      assert.equal(annotations.readOnlyHint, effect === 'none', name)
      const asksFirst = hints?.isDestructive === true || hints?.isFarReaching === true
      if (effect !== 'none') assert.equal(annotations.destructiveHint, asksFirst, name)
    }
    const annotationsOf = (wanted: string) => tools.find(({ name }: { name: string }) => name === wanted).annotations
    assert.deepEqual(
      ['ban', 'get-points', 'title', 'add-points'].map((name) => {
        const { readOnlyHint, destructiveHint, idempotentHint } = annotationsOf(name)
        return [readOnlyHint, destructiveHint, idempotentHint]
      }),
      [
        [false, true, true],
        [true, false, true],
        [false, false, true],
        [false, false, false],
      ],
    )
    const mayDoAnything = [
      'run-command',
      'run-automation',
      'save-automation',
      'go-cue',
      'create-webhook',
      'update-webhook',
    ]
    for (const name of mayDoAnything) {
      const { destructiveHint, openWorldHint } = annotationsOf(name)
      assert.deepEqual([destructiveHint, openWorldHint], [true, true], name)
    }
    for (const name of ['delete-webhook', 'clear-ai', 'obs-input', 'discord-voice-kick']) {
      assert.ok(annotationsOf(name).destructiveHint, name)
    }
    const narrow = await legacy(app, 'tools/list', {}, { key: await keyWith('points:read') })
    assert.deepEqual(
      narrow.body.result.tools.map(({ name }: { name: string }) => name),
      operations.filter(({ scope }) => scope === 'points:read').map(({ name }) => name),
    )
    assert.ok(!('ttlMs' in narrow.body.result), 'older revisions do not know it')
  })

  it('runs an operation, and a refused one is a result with the failure body', async () => {
    const key = await keyWith('points:read', 'points:write')
    const before = (await app.call('get-points', alice)).body.points
    const call = (name: string, input: object) => ({ name, arguments: input })
    const added = await stateless(app, 'tools/call', call('add-points', { ...alice, amount: 5 }), { key })
    assert.deepEqual([added.body.result.isError, added.body.result.structuredContent], [false, { success: true }])
    const { content } = (await legacy(app, 'tools/call', call('get-points', alice), { key })).body.result
    assert.equal(JSON.parse(content[0].text).points, before + 5)
    for (const [name, input, code] of [
      ['get-points', { username: 'nobody-at-all', platform: 'PlatformA' }, 'user_not_found'],
      ['get-points', { platform: 5 }, 'invalid_parameter'],
      ['ban', { username: 'alice', platform: 'PlatformA' }, 'missing_scope'],
    ] as const) {
      const { status, body } = await stateless(app, 'tools/call', call(name, input), { key })
      assert.deepEqual([status, body.result.isError, body.result.structuredContent.code], [200, true, code])
      assert.equal(body.result.structuredContent.success, false)
    }
    const unknown = await stateless(app, 'tools/call', call('make-coffee', {}), { key })
    assert.equal(unknown.body.error.code, -32602)
    assert.match(unknown.body.error.message, /no tool make-coffee/)
  })

  it('offers stream, activity and show to read, and prompts for common jobs', async () => {
    const key = await keyWith('stream:read', 'activity:read')
    const listed = (await stateless(app, 'resources/list', {}, { key })).body.result.resources
    assert.deepEqual(
      listed.map(({ uri }: { uri: string }) => uri),
      ['showcaller://stream', 'showcaller://activity'],
    )
    assert.deepEqual((await legacy(app, 'resources/templates/list', {}, { key })).body.result, {
      resourceTemplates: [],
    })
    const { result } = (await stateless(app, 'resources/read', { uri: 'showcaller://stream' }, { key })).body
    assert.deepEqual([result.ttlMs, result.cacheScope, result.contents[0].mimeType], [0, 'private', 'application/json'])
    assert.equal(JSON.parse(result.contents[0].text).platform, 'PlatformA')
    const hidden = await stateless(app, 'resources/read', { uri: 'showcaller://show' }, { key })
    assert.equal(hidden.body.error.code, -32602)
    const missing = await stateless(app, 'resources/read', { uri: 'showcaller://show' }, { key: await anyKey() })
    assert.equal(missing.body.error.data.code, 'show_not_found')

    const prompts = (await stateless(app, 'prompts/list', {}, { key })).body.result.prompts
    assert.deepEqual(
      prompts.map(({ name }: { name: string }) => name),
      ['recap'],
    )
    const recap = { name: 'recap', arguments: { since: 'an hour ago' } }
    const { messages } = (await stateless(app, 'prompts/get', recap, { key })).body.result
    assert.match(messages[0].content.text, /since an hour ago/)
    const bare = await legacy(app, 'prompts/get', { name: 'recap' }, { key })
    assert.equal(bare.body.error.message, 'The prompt recap needs the argument since.')
  })

  it('is for keys alone, and not for pages of other sites', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const nobody = await send(app, message, { key: null })
    assert.deepEqual([nobody.status, nobody.body.code], [401, 'missing_key'])
    assert.equal(nobody.headers.get('www-authenticate'), 'Bearer')
    assert.equal((await send(app, message, { key: 'sc_live_wrong' })).body.code, 'invalid_key')
    const foreign = await send(app, message, { headers: { Origin: 'https://evil.example' } })
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'foreign_origin'])
    assert.equal((await send(app, message, { headers: { Origin: app.url } })).status, 200)
    const elsewhere = await app.makeKey(['points:read'], { addresses: ['203.0.113.7'] })
    assert.equal((await send(app, message, { key: elsewhere.key })).body.code, 'address_not_allowed')
  })

  it('refuses what is not a message, in the codes of the protocol', async () => {
    const key = await anyKey()
    const list = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} }
    const meta = (more: object) => ({ ...list, params: { _meta: more } })
    const version = 'io.modelcontextprotocol/protocolVersion'
    const capabilities = 'io.modelcontextprotocol/clientCapabilities'
    const headers = { 'MCP-Protocol-Version': modern, 'Mcp-Method': 'tools/list' }
    const cases: readonly (readonly [body: unknown, headers: Record<string, string>, status: number, code: number])[] =
      [
        ['{"jsonrpc":', {}, 400, -32700],
        [[list], {}, 400, -32600],
        [{ ...list, jsonrpc: '1.0' }, {}, 400, -32600],
        [{ ...list, id: null }, {}, 400, -32600],
        [list, { 'MCP-Protocol-Version': '1999-01-01' }, 400, -32022],
        [list, { 'MCP-Protocol-Version': modern }, 400, -32602],
        [meta({ [version]: modern }), headers, 400, -32602],
        [
          meta({ [version]: '2099-01-01', [capabilities]: {} }),
          { ...headers, 'MCP-Protocol-Version': '2099-01-01' },
          400,
          -32022,
        ],
        [meta({ [version]: modern, [capabilities]: {} }), {}, 400, -32020],
        [meta({ [version]: modern, [capabilities]: {} }), { ...headers, 'Mcp-Method': 'tools/call' }, 400, -32020],
        [{ ...list, method: 'nothing' }, {}, 200, -32601],
        [{ ...list, params: { cursor: 'x' } }, {}, 200, -32602],
      ]
    for (const [body, sent, status, code] of cases) {
      const answer = await send(app, body, { key, headers: sent })
      assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(body).slice(0, 100))
    }
    const other = { name: 'get-points', arguments: alice }
    const mismatched = await stateless(app, 'tools/call', other, { key, headers: { 'Mcp-Name': 'ban' } })
    assert.deepEqual([mismatched.status, mismatched.body.error.code], [400, -32020])
    const encoded = { 'Mcp-Name': `=?base64?${Buffer.from('get-points').toString('base64')}?=` }
    assert.equal((await stateless(app, 'tools/call', other, { key, headers: encoded })).body.result.isError, false)
    const large = await send(app, { ...list, params: { filler: 'x'.repeat(300 * 1024) } }, { key })
    assert.deepEqual([large.status, large.body.code], [400, 'body_too_large'])
  })

  it('has the limits of the API: a tool that of its operation, everything else one of its own', async () => {
    const key = await keyWith('chat:bot', 'points:read')
    const say = { name: 'send-bot-message', arguments: { message: 'hi', platform: 'PlatformA' } }
    const rate = operations.find(({ name }) => name === 'send-bot-message')?.ratePerMinute ?? 0
    const codes: unknown[] = []
    for (let calls = 0; calls <= rate; calls++) {
      const { result } = (await legacy(app, 'tools/call', say, { key })).body
      codes.push(result.isError ? result.structuredContent.code : 'ok')
    }
    assert.deepEqual(codes.slice(-2), ['ok', 'rate_limited'])
    for (let sent = 0; sent < mcpMessagesPerMinute; sent++) {
      assert.equal((await legacy(app, 'ping', {}, { key })).status, 200)
    }
    const { status, body, headers } = await legacy(app, 'ping', {}, { key })
    assert.deepEqual([status, body.code], [429, 'rate_limited'])
    assert.ok(Number(headers.get('retry-after')) > 0)
  })
})

describe('the Model Context Protocol with the names of the platforms', () => {
  it('has the tools in these names', async () => {
    const app = await createTestApp({ naming: 'brand' })
    const { tools } = (await legacy(app, 'tools/list')).body.result
    const names = tools.map(({ name }: { name: string }) => name)
    assert.ok(names.includes('get-kick-subscribers') && !names.includes('get-alpha-subscribers'))
    const input = { username: 'alice', platform: 'Kick' }
    const { result } = (await legacy(app, 'tools/call', { name: 'get-points', arguments: input })).body
    assert.deepEqual([result.isError, result.structuredContent.platform], [false, 'Kick'])
    await app.close()
  })
})

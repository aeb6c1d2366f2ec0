import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { legacy, modern, stateless } from './mcp-client.ts'

runsOn('sqlite', { because: 'it is about messages; the order of events is tested on both engines' })

const metaPrefix = 'io.modelcontextprotocol/'
const method = 'subscriptions/listen'
const streamUri = 'showcaller://stream'
const activityUri = 'showcaller://activity'
const uris = [streamUri, activityUri, 'showcaller://show', 'showcaller://no-such']

describe('notifications over the Model Context Protocol', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ streamLimits: { perKey: 2 } })
  })
  after(() => app.close())

  /** Reads the stream by hand, as the specification describes it. */
  async function listen(key: string, resourceSubscriptions: readonly string[] = uris) {
    const _meta = { [`${metaPrefix}protocolVersion`]: modern, [`${metaPrefix}clientCapabilities`]: {} }
    const ending = new AbortController()
    const response = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': modern,
        'Mcp-Method': method,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 'sub-1',
        method,
        params: { notifications: { resourceSubscriptions }, _meta },
      }),
      signal: ending.signal,
    })
    // biome-ignore lint/suspicious/noExplicitAny: the tests read what the protocol promises
    const messages: any[] = []
    let isEnded = false
    async function read(): Promise<void> {
      const decoder = new TextDecoder()
      let rest = ''
      for await (const chunk of response.body ?? []) {
        rest += decoder.decode(chunk, { stream: true })
        const parts = rest.split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts) {
          const data = part.split('\n').find((line) => line.startsWith('data: '))
          if (data !== undefined) messages.push(JSON.parse(data.slice('data: '.length)))
        }
      }
    }
    const reading = read()
      .catch(() => {})
      .finally(() => {
        isEnded = true
      })
    const updated = () =>
      messages.filter((one) => one.method === 'notifications/resources/updated').map((one) => one.params.uri)
    const close = async () => {
      ending.abort()
      await reading
    }
    return { response, messages, updated, close, isEnded: () => isEnded }
  }

  it('begins with what it will notify about, within the scopes of the key, and then says what changed', async () => {
    const { key } = await app.makeKey(['stream:read', 'stream:write', 'activity:read'])
    const stream = await listen(key)
    assert.equal(stream.response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    await eventually('the acknowledgement', () => stream.messages.length > 0)
    const [acknowledged] = stream.messages
    assert.equal(acknowledged.method, 'notifications/subscriptions/acknowledged')
    assert.deepEqual(acknowledged.params.notifications, { resourceSubscriptions: [streamUri, activityUri] })
    assert.equal(acknowledged.params._meta[`${metaPrefix}subscriptionId`], 'sub-1')
    // An event before the stream is live is not for it: a title is changed until one arrives.
    let count = 0
    await eventually('the title', async () => {
      await app.call('title', { title: `Title ${++count}`, platform: 'PlatformA' })
      return stream.updated().includes(streamUri)
    })
    assert.ok(!stream.updated().includes(activityUri))
    assert.ok(stream.messages.slice(1).every(({ params }) => params._meta[`${metaPrefix}subscriptionId`] === 'sub-1'))
    await stream.close()
  })

  it('ends with its result when the key is revoked, counts as a stream of the key, and gives its place back', async () => {
    const { key, id } = await app.makeKey(['stream:read'])
    const first = await listen(key, [streamUri])
    const second = await listen(key, [streamUri])
    await eventually('two streams', () => first.messages.length > 0 && second.messages.length > 0)
    const third = await listen(key, [streamUri])
    assert.equal(third.response.status, 429)
    await second.close()
    await eventually('a free place', async () => {
      const again = await listen(key, [streamUri])
      await again.close()
      return again.response.status === 200
    })
    await app.ctx.keys.revoke(app.cause, id)
    await eventually('the end', () => first.isEnded())
    const last = first.messages.at(-1)
    assert.deepEqual([last.id, last.result.resultType], ['sub-1', 'complete'])
    assert.equal(last.result._meta[`${metaPrefix}subscriptionId`], 'sub-1')
  })

  it('is offered to clients of the newest revision alone, and refuses what is not a list of resources', async () => {
    const { key } = await app.makeKey()
    const { result } = (await stateless(app, 'server/discover', {}, { key })).body
    assert.equal(result.capabilities.resources.subscribe, true)
    const old = await legacy(app, 'initialize', { protocolVersion: '2025-11-25' }, { key })
    assert.deepEqual(old.body.result.capabilities.resources, {})
    assert.equal((await legacy(app, method, {}, { key })).body.error.code, -32601)
    for (const notifications of [undefined, 'all', { resourceSubscriptions: 'all' }, { resourceSubscriptions: [5] }]) {
      const { body } = await stateless(app, method, { notifications }, { key })
      assert.equal(body.error.code, -32602, JSON.stringify(notifications))
    }
  })
})

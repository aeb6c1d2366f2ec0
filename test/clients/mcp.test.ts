import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { operations } from '../../src/operations.ts'
import { bin, createWorkplace } from '../cli/server-process.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'

runsOn('sqlite', { because: 'it is about messages between programs' })

const me = { name: 'showcaller-test', version: '1.0.0' }
const alice = { username: 'alice', platform: 'PlatformA' }

/** What both generations of the official client have in common, as far as it is used here. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: object }): Promise<{ isError?: boolean; content: { text: string }[] }>
  listResources(): Promise<{ resources: { uri: string }[] }>
  readResource(wanted: { uri: string }): Promise<{ contents: { text: string }[] }>
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  getPrompt(wanted: { name: string; arguments?: object }): Promise<{ messages: { content: { text: string } }[] }>
  close(): Promise<void>
}

describe('the official clients of the Model Context Protocol', () => {
  const place = createWorkplace()
  let server: Awaited<ReturnType<typeof place.serve>>
  before(async () => {
    server = await place.serve()
  })
  after(async () => {
    await server?.stop()
    await place.close()
  })

  const httpOf = () => {
    const headers = { Authorization: `Bearer ${server.key}` }
    return [new URL(`${server.url}/mcp`), { requestInit: { headers } }] as const
  }
  const program = () => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined))
    const settings = { ...env, HOST: '127.0.0.1', SHOWCALLER_DATA: place.data } as Record<string, string>
    return { command: process.execPath, args: [bin, 'mcp'], cwd: place.folder, env: settings }
  }

  /** As a client that was written years ago, one with its defaults, and one that prefers the newest revision. */
  const ways: Readonly<Record<string, { connect: () => Promise<AnyClient>; era?: string }>> = {
    'version 1 over HTTP': {
      async connect() {
        const client = new FirstClient(me)
        await client.connect(new FirstHttp(...httpOf()) as never)
        return client as unknown as AnyClient
      },
    },
    'version 1 by standard input and output': {
      async connect() {
        const client = new FirstClient(me)
        await client.connect(new FirstStdio(program()))
        return client as unknown as AnyClient
      },
    },
    'version 2 over HTTP with its defaults': {
      era: 'legacy',
      async connect() {
        const client = new Client(me)
        await client.connect(new StreamableHTTPClientTransport(...httpOf()))
        return client as unknown as AnyClient
      },
    },
    'version 2 over HTTP with the newest revision': {
      era: 'modern',
      async connect() {
        const client = new Client(me, { versionNegotiation: { mode: 'auto' } })
        await client.connect(new StreamableHTTPClientTransport(...httpOf()))
        return client as unknown as AnyClient
      },
    },
    'version 2 by standard input and output with the newest revision': {
      era: 'modern',
      async connect() {
        const client = new Client(me, { versionNegotiation: { mode: 'auto' } })
        await client.connect(new StdioClientTransport(program()))
        return client as unknown as AnyClient
      },
    },
  }

  for (const [way, { connect, era }] of Object.entries(ways)) {
    it(`${way}: list every tool, call one, read resources and get prompts`, async () => {
      const client = await connect()
      if (era !== undefined) assert.equal((client as unknown as Client).getProtocolEra(), era)
      const { tools } = await client.listTools()
      const names = new Set(tools.map(({ name }) => name))
      // The terminal does not offer everything unless it is asked to.
      for (const { name, scope } of operations) {
        if (!['obs:raw', 'obs:stream', 'stream:broadcast', 'moderators:write', 'sandbox:control'].includes(scope))
          assert.ok(names.has(name), name)
      }
      const points = await client.callTool({ name: 'get-points', arguments: alice })
      assert.equal(JSON.parse(points.content[0]?.text ?? '').success, true)
      const refused = await client.callTool({ name: 'get-points', arguments: { ...alice, username: 'nobody-at-all' } })
      assert.deepEqual([refused.isError, JSON.parse(refused.content[0]?.text ?? '').code], [true, 'user_not_found'])
      const uri = 'showcaller://stream'
      assert.ok((await client.listResources()).resources.some((resource) => resource.uri === uri))
      const { contents } = await client.readResource({ uri })
      assert.equal(JSON.parse(contents[0]?.text ?? '').platform, 'PlatformA')
      assert.ok((await client.listPrompts()).prompts.some(({ name }) => name === 'giveaway'))
      const { messages } = await client.getPrompt({ name: 'giveaway', arguments: { prize: 'a keyboard' } })
      assert.match(messages[0]?.content.text ?? '', /a keyboard/)
      await client.close()
    })
  }

  const carriers = {
    'over HTTP': () => new StreamableHTTPClientTransport(...httpOf()),
    'by standard input and output': () => new StdioClientTransport(program()),
  }
  for (const [carrier, open] of Object.entries(carriers)) {
    it(`version 2 ${carrier} with the newest revision: is notified when a resource changes`, async () => {
      await isNotified(open())
    })
  }

  async function isNotified(transport: StreamableHTTPClientTransport | StdioClientTransport): Promise<void> {
    const client = new Client(me, { versionNegotiation: { mode: 'auto' } })
    await client.connect(transport)
    const updated: string[] = []
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri))
    const uri = 'showcaller://stream'
    const subscription = await client.listen({ resourceSubscriptions: [uri], toolsListChanged: true })
    assert.deepEqual(subscription.honoredFilter, { resourceSubscriptions: [uri] })
    let count = 0
    await eventually('the notification', async () => {
      await client.callTool({ name: 'title', arguments: { title: `Title ${++count}`, platform: 'PlatformA' } })
      return updated.includes(uri)
    })
    await subscription.close()
    assert.equal(await subscription.closed, 'local')
    // The connection still answers, and is silent about what is no longer subscribed.
    assert.equal((await client.callTool({ name: 'get-points', arguments: alice })).isError, false)
    await client.close()
  }

  it('are refused without a key', async () => {
    const client = new Client(me)
    await assert.rejects(client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`))))
  })
})

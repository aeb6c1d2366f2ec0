import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { startControlServer } from '../../src/cli/control-server.ts'
import { type ControlRequest, controls } from '../../src/cli/controls.ts'
import { serveStdio } from '../../src/cli/mcp.ts'
import { listenAtServer } from '../../src/cli/mcp-listen.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { modern } from './mcp-client.ts'

runsOn('sqlite', { because: 'it is about messages; what operations store is tested on both engines' })

const metaPrefix = 'io.modelcontextprotocol/'

describe('the Model Context Protocol by standard input and output', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app?.close())

  /** What the command writes for these lines, in any order, by the id of the message. */
  async function converse(lines: readonly (object | string)[], request: ControlRequest = {}) {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const served = serveStdio(input, output, {
      answer: async (message) => (await controls.mcp(app.app, { ...request, message })).answer ?? undefined,
      listen: () => Promise.reject(new Error('these lines do not ask for it')),
    })
    for (const line of lines) input.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
    input.end()
    await served
    const written = String(output.read() ?? '')
    const messages = written.split('\n').filter((line) => line !== '')
    // biome-ignore lint/suspicious/noExplicitAny: the tests read what the protocol promises
    return messages.map((line) => JSON.parse(line) as any)
  }

  const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params })
  const call = (id: number, name: string, input: object) => request(id, 'tools/call', { name, arguments: input })

  it('answers each line with one line, and notifications with none', async () => {
    const answers = await converse([
      request(1, 'initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 't', version: '1' },
      }),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      '',
      'not json',
      request(2, 'ping'),
      `{"jsonrpc":"2.0","id":3,"method":"ping","params":{"filler":"${'x'.repeat(300 * 1024)}"}}`,
      call(4, 'get-points', { username: 'alice', platform: 'PlatformA' }),
    ])
    assert.equal(answers.length, 5)
    const of = (id: number | undefined) => answers.find((answer) => answer.id === id)
    assert.equal(of(1).result.protocolVersion, '2025-11-25')
    assert.deepEqual(of(2).result, {})
    assert.equal(of(4).result.structuredContent.success, true)
    const refused = answers.filter(({ error }) => error !== undefined).map(({ error }) => error.code)
    assert.deepEqual(refused.toSorted(), [-32600, -32700])
  })

  it('offers what the terminal allows, and not the stream itself unless it is named', async () => {
    const list = [request(1, 'tools/list')]
    const namesOf = async (more: ControlRequest) =>
      (await converse(list, more))[0].result.tools.map(({ name }: { name: string }) => name) as string[]
    const usual = await namesOf({})
    assert.ok(usual.includes('ban') && !usual.includes('obs-request'))
    assert.deepEqual(await namesOf({ scopes: 'points:read' }), ['get-points', 'get-points-top'])
    const input = { username: 'alice', platform: 'PlatformA', amount: 1 }
    const [answer] = await converse([call(1, 'add-points', input)], { scopes: 'points:read' })
    const { code, required_scope: scope } = answer.result.structuredContent
    assert.deepEqual([answer.result.isError, code, scope], [true, 'missing_scope', 'points:write'])
    assert.ok((await namesOf({ scopes: 'obs:raw' })).includes('obs-request'))
  })

  it('acts on the test channel where it is asked to', async () => {
    const input = { username: 'alice', platform: 'PlatformA' }
    const pointsOf = async (more: ControlRequest) =>
      (await converse([call(1, 'get-points', input)], more))[0].result.structuredContent.points as number
    const before = await pointsOf({})
    await converse([call(1, 'add-points', { ...input, amount: 7 })], { test: true })
    assert.equal(await pointsOf({}), before)
  })

  it('sends the notifications of several subscriptions until each is cancelled or the server goes away', async (t) => {
    const control = await startControlServer(app.app)
    t.after(() => control.close())
    const { dataFolder } = app.app.config
    const [input, output] = [new PassThrough(), new PassThrough()]
    const served = serveStdio(input, output, {
      answer: async (message) => (await controls.mcp(app.app, { message, canListen: true })).answer ?? undefined,
      listen: (message, write, signal) => listenAtServer(dataFolder, { message, canListen: true }, write, signal),
    })
    t.after(() => void input.end())
    // biome-ignore lint/suspicious/noExplicitAny: the test reads what the protocol promises
    const written: any[] = []
    createInterface({ input: output }).on('line', (line) => written.push(JSON.parse(line)))
    const send = (message: object) => input.write(`${JSON.stringify(message)}\n`)
    const _meta = { [`${metaPrefix}protocolVersion`]: modern, [`${metaPrefix}clientCapabilities`]: {} }
    const stream = 'showcaller://stream'
    const listen = (id: string | number, notifications: unknown = { resourceSubscriptions: [stream] }) =>
      send({ jsonrpc: '2.0', id, method: 'subscriptions/listen', params: { notifications, _meta } })
    const about = (id: string | number) =>
      written.filter(({ params }) => params?._meta?.[`${metaPrefix}subscriptionId`] === id)
    const isUpdated = (id: string | number) =>
      about(id).some(({ method, params }) => method === 'notifications/resources/updated' && params.uri === stream)

    send({ jsonrpc: '2.0', id: 'who', method: 'server/discover', params: { _meta } })
    for (const id of ['first', 2]) listen(id)
    listen('wrong', { resourceSubscriptions: 'all' })
    await eventually('the answers', () => about('first').length > 0 && about(2).length > 0 && written.length >= 4)
    const answerTo = (id: string) => written.find((message) => message.id === id)
    assert.equal(answerTo('who').result.capabilities.resources.subscribe, true)
    assert.equal(answerTo('wrong').error.code, -32602)
    let count = 0
    const change = () => app.call('title', { title: `Changed ${++count}`, platform: 'PlatformA' })
    await eventually('both notifications', async () => {
      await change()
      return isUpdated('first') && isUpdated(2)
    })

    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'first' } })
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) listen(id)
    await eventually('the one too many', () => answerTo('h') !== undefined)
    assert.match(answerTo('h').error.message, /^At most 8 /)
    await eventually('the seven others', () => ['a', 'b', 'c', 'd', 'e', 'f', 'g'].every((id) => about(id).length > 0))
    const before = about('first').length
    const ofOther = about(2).length
    await change()
    await eventually('a notification of the other', () => about(2).length > ofOther)
    assert.equal(about('first').length, before)

    await control.close()
    const ended = () =>
      written.flatMap(({ method, params }) => (method === 'notifications/cancelled' ? params.requestId : []))
    await eventually('the end of all', () => ended().length === 8)
    assert.ok(!ended().includes('first'))
    listen('late')
    await eventually('the refusal', () => answerTo('late') !== undefined)
    assert.match(answerTo('late').error.message, /running server/)
    input.end()
    await served
  })
})

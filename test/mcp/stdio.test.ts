import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { type ControlRequest, controls } from '../../src/cli/controls.ts'
import { serveStdio } from '../../src/cli/mcp.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'

runsOn('sqlite', { because: 'it is about messages; what operations store is tested on both engines' })

describe('the Model Context Protocol by standard input and output', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app?.close())

  /** What the command writes for these lines, in any order, by the id of the message. */
  async function converse(lines: readonly (object | string)[], request: ControlRequest = {}) {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const served = serveStdio(input, output, async (message) => {
      return (await controls.mcp(app.app, { ...request, message })).answer ?? undefined
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
})

import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type } from '../commands/chat-line.ts'
import { makeCommand, outcomes, runsOf } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { chatOf } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('the step http_request', () => {
  let app: TestApp
  let owner: PanelClient
  const received: { url: string; method: string; headers: IncomingMessage['headers']; body: string }[] = []
  let answer: (response: ServerResponse) => void = () => {}
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { url = '', method = '', headers } = request
    received.push({ url, method, headers, body })
    answer(response)
  })
  let base = ''
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    app = await createTestApp({ config: { outgoingAllow: ['127.0.0.1'] } })
    owner = await signInAsOwner(app)
    await allow('127.0.0.1')
  })
  after(async () => {
    await app.close()
    server.closeAllConnections()
    server.close()
  })

  const allow = (...hosts: string[]) => owner.call('save-setting', { name: 'outgoing', value: { hosts } })
  const json = (value: unknown) => {
    answer = (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
  }
  /** Types a command with these steps, and returns the last line of the chat. */
  async function perform(steps: readonly object[], args = '', message = ''): Promise<string> {
    const fields = { message, actions: { version: 1, reply: 'last', steps } }
    const { word } = await makeCommand(app, fields)
    await type(app, 'alice', `!${word} ${args}`)
    return (await chatOf(app)).at(-1)?.text ?? ''
  }
  const lastError = async () => (await runsOf(app)).at(-1).steps.at(-1).message

  it('puts the part of the answer that its path names into a value, and into the reply', async () => {
    json({ data: [{ name: 'Berlin', 'feels like': 21.5 }] })
    const url = `${base}/weather?city=$(args)`
    const said = await perform(
      [
        { type: 'http_request', url, path: 'data[0]["feels like"]', into: 'degrees' },
        { type: 'http_request', url, path: '$.data[0].name', into: 'town' },
      ],
      'Bad & Münster',
      'It is $(value degrees) in $(response).',
    )
    assert.equal(said, 'It is 21.5 in Berlin.')
    assert.equal(received.at(-1)?.url, '/weather?city=Bad%20%26%20M%C3%BCnster')
    const degrees = await app.call('get-value', { name: 'degrees' })
    assert.deepEqual([degrees.body.type, degrees.body.value], ['number', 21.5])
    assert.equal((await app.call('get-value', { name: 'town' })).body.value, 'Berlin')
    const step = (await runsOf(app)).at(-1).steps[0]
    assert.deepEqual([step.status, step.host, 'body' in step], [200, '127.0.0.1', false])
  })

  it('writes what viewers wrote as data: it names no other address, and adds no field', async () => {
    json({})
    await perform([{ type: 'http_request', url: `${base}/users/$(1)/points` }], 'x?admin=1#/../..')
    assert.equal(received.at(-1)?.url, '/users/x%3Fadmin%3D1%23%2F..%2F../points')
    const count = received.length
    await perform([{ type: 'http_request', url: `${base}/users/$(1)/points` }], '..')
    assert.deepEqual([await outcomes(app), received.length], [['http_request destination_not_allowed'], count])
    const body = '{"text": "$(args)", "from": "$(user)"}'
    await perform([{ type: 'http_request', method: 'POST', url: `${base}/say`, body }], '", "admin": true, "x": "\\')
    const sent = received.at(-1)
    assert.deepEqual(JSON.parse(sent?.body ?? ''), { text: '", "admin": true, "x": "\\', from: 'alice' })
    assert.equal(sent?.headers['content-type'], 'application/json')
    await perform([{ type: 'http_request', method: 'POST', url: `${base}/say`, body: '$(args)' }], '$(points) hi')
    assert.deepEqual(
      [received.at(-1)?.body, received.at(-1)?.headers['content-type']],
      ['$(points) hi', 'text/plain; charset=utf-8'],
    )
  })

  it('sends the headers of its lines', async () => {
    json({})
    const headers = ['Authorization: Bearer abc:def', 'X-Name: $(user)']
    await perform([{ type: 'http_request', url: `${base}/`, headers }])
    assert.deepEqual(
      [received.at(-1)?.headers.authorization, received.at(-1)?.headers['x-name']],
      ['Bearer abc:def', 'alice'],
    )
    for (const wrong of ['no colon', 'Host: evil']) {
      await perform([{ type: 'http_request', url: `${base}/`, headers: [wrong] }])
      assert.match(await lastError(), /^headers/)
    }
  })

  it('says what was wrong with the answer', async () => {
    const step = { type: 'http_request', url: `${base}/`, path: 'a.b', into: 'degrees' }
    for (const [reply, error] of [
      [{ a: {} }, 'The answer of 127.0.0.1 has nothing at a.b.'],
      [{ a: { b: null } }, 'The answer of 127.0.0.1 has nothing at a.b.'],
      [{ a: { b: 'warm' } }, 'into: degrees holds a number, and the answer is not a number.'],
    ] as const) {
      json(reply)
      await perform([step])
      assert.equal(await lastError(), error)
    }
    answer = (response) => response.end('<html>')
    await perform([step])
    assert.equal(await lastError(), '127.0.0.1 did not answer with JSON, so path finds nothing.')
    answer = (response) => response.writeHead(503).end('{}')
    await perform([step])
    assert.equal(await lastError(), '127.0.0.1 answered with status 503.')
    json({})
    await perform([{ ...step, path: 'a..[b' }])
    assert.equal(await lastError(), 'path must be like data[0].name, not a..[b.')
    assert.equal((await app.call('get-value', { name: 'degrees' })).body.value, 21.5, 'the value stays')
  })

  it('calls only what the owner has allowed, and in the own network only what the operator allows too', async () => {
    await allow()
    const count = received.length
    await perform([{ type: 'http_request', url: `${base}/` }])
    assert.match(await lastError(), /^url: 127\.0\.0\.1 is not on the list of allowed hosts\./)
    await allow('127.0.0.1', '127.0.0.2')
    await perform([{ type: 'http_request', url: base.replace('127.0.0.1', '127.0.0.2') }])
    assert.match(
      await lastError(),
      /^url: 127\.0\.0\.2 is not a public address\./,
      'the operator allowed the other one',
    )
    assert.equal(received.length, count)
  })
})

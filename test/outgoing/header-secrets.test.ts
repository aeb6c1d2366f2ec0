import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../src/kernel/storage/database.ts'
import { settled } from '../automations/automation-maker.ts'
import { type } from '../commands/chat-line.ts'
import { makeCommand, runsOf } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAs } from '../panel/panel-client.ts'
import { readDatabase } from '../read-database.ts'
import { chatOf } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

// Its parts are too long to be found by chance in the ids and hashes of a database.
const parts = ['canary-Zr7Tn5Kd', 'Qm2VxRj4', 'Lw9Hs8PbYc'] as const
const secret = `${parts[0]}"${parts[1]}\\${parts[2]}`
const copyTo = sql<{ host: string }>("UPDATE header_secrets SET host = :host WHERE name = 'lights'")

/** A server that answers with the request it got. */
async function startEcho() {
  const received: { headers: IncomingMessage['headers']; url: string }[] = []
  const server = createServer((request, response) => {
    const { headers, url = '' } = request
    received.push({ headers, url })
    const body = { got: headers, joined: Object.values(headers).join(' ') }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe('a secret in a header of http_request', () => {
  let app: TestApp
  let editor: PanelClient
  let echo: Awaited<ReturnType<typeof startEcho>>
  let other: Awaited<ReturnType<typeof startEcho>>
  before(async () => {
    echo = await startEcho()
    other = await startEcho()
    app = await createTestApp({ config: { outgoingAllow: ['127.0.0.1'] } })
    editor = await signInAs(app, 'editor')
    const owner = await signInAs(app, 'owner')
    await owner.call('save-setting', { name: 'outgoing', value: { hosts: ['127.0.0.1'] } })
    await editor.call('save-header-secret', { name: 'Lights', host: echo.url, value: secret })
  })
  after(async () => {
    await app.close()
    echo.close()
    other.close()
  })

  const authorization = 'Authorization: Bearer $(secret.lights)'
  const request = (fields: object) => ({ type: 'http_request', url: `${echo.url}/`, ...fields })
  const automation = (...steps: object[]) => ({ name: 'Lights', trigger: { type: 'manual' }, steps })
  const save = async (fields: object, status = 200) =>
    (await editor.call('save-automation', automation(request(fields)), { status })).body
  /** A command as an earlier version stored it: nothing checks its steps. Returns the last line of chat. */
  async function perform(step: object, { args = '', message = '' } = {}): Promise<string> {
    const { word } = await makeCommand(app, { message, actions: { version: 1, reply: 'last', steps: [step] } })
    await type(app, 'alice', `!${word} ${args}`)
    return (await chatOf(app)).at(-1)?.text ?? ''
  }
  const lastError = async () => (await runsOf(app)).at(-1).steps.at(-1).message

  it('is sent to its host, and nothing else of the server has it', async () => {
    const { id } = await save({ headers: [authorization], into: 'answer' })
    await app.call('run-automation', { id })
    await settled(app)
    assert.equal(echo.received.at(-1)?.headers.authorization, `Bearer ${secret}`)
    const said = await perform(request({ headers: [authorization] }), { message: 'It said $(response)' })
    assert.match(said, /It said .*Bearer \*\*\*/, 'the receiver repeated it')
    const answers = [
      (await app.call('list-automations')).body,
      (await app.call('list-automation-runs', {})).body,
      (await app.call('dry-run-automation', { id })).body,
      (await app.call('list-commands')).body,
      (await app.call('get-value', { name: 'answer' })).body,
      (await editor.call('export-commands')).body,
      (await editor.call('list-header-secrets')).body,
      (await editor.call('list-audit')).body,
      await chatOf(app),
      app.logLines,
    ]
    const database = await readDatabase(app)
    const tables = await database.tables()
    await database.close()
    assert.equal(tables.header_secrets?.length, 1)
    for (const text of [JSON.stringify(answers), JSON.stringify(tables)]) {
      for (const part of [...parts, Buffer.from(secret).toString('base64url').slice(0, 20)]) {
        assert.ok(
          !text.includes(part),
          `${part} is in ${text.slice(Math.max(0, text.indexOf(part) - 200)).slice(0, 400)}`,
        )
      }
    }
    assert.match(JSON.stringify(answers), /\$\(secret\.lights\)/, 'the definition names it')
  })

  it('is listed with its name, its host and when it was set, never with its value', async () => {
    const { secrets } = (await editor.call('list-header-secrets')).body
    assert.deepEqual(Object.keys(secrets[0]), ['name', 'host', 'set_at', 'unreadable'])
    assert.deepEqual([secrets[0].name, secrets[0].host, secrets[0].unreadable], ['lights', echo.url, false])
    const kinds = (await editor.call('list-audit')).body.entries.map((one: { kind: string }) => one.kind)
    assert.ok(kinds.includes('header-secret.saved'))
  })

  it('goes to no other host, port or scheme, whatever the step says', async () => {
    const count = other.received.length
    for (const url of [
      `${other.url}/`,
      `https://${new URL(echo.url).host}/`,
      echo.url.replace('127.0.0.1', 'localhost'),
    ]) {
      await perform(request({ url, headers: [authorization] }))
      assert.equal(await lastError(), `headers: the secret lights is sent to ${echo.url} only.`)
    }
    assert.equal(other.received.length, count)
    // Also not when somebody changes the stored row: the address is part of what is authenticated.
    await app.ctx.db.write((tx) => tx.run(copyTo, { host: other.url }))
    await perform(request({ url: `${other.url}/`, headers: [authorization] }))
    assert.match(await lastError(), /^headers: the secret lights was stored with another secret of this server/)
    assert.equal((await editor.call('list-header-secrets')).body.secrets[0].unreadable, true)
    assert.equal(other.received.length, count)
    await app.ctx.db.write((tx) => tx.run(copyTo, { host: echo.url }))
  })

  it('cannot be named by a viewer', async () => {
    const count = echo.received.length
    for (const [header, args] of [
      ['X-Name: $(args)', '$(secret.lights)'],
      ['X-Name: $$(args)', '(secret.lights)'],
      ['X-Name: $(1)$(2)', '$ (secret.lights)'],
      ['X-Name: $(args)', '$(SECRET.Lights)'],
      ['X-Name: $(args)', '＄(secret.lights)'],
      ['X-Name: $(args)', '$(sec\u200bret.lights)'],
    ] as const) {
      await perform(request({ headers: [header] }), { args })
      assert.equal(
        await lastError(),
        'headers: X-Name was not sent, because the value of a variable names a secret.',
        args,
      )
    }
    assert.equal(echo.received.length, count)
  })

  it('is expanded in no other text: address, body, chat, names of headers', async () => {
    const said = await perform(
      request({ method: 'POST', body: '$(secret.lights)', url: `${echo.url}/$(secret.lights)` }),
      {
        message: 'No $(secret.lights)',
      },
    )
    assert.equal(said, 'No $(secret.lights)')
    assert.equal(decodeURIComponent(echo.received.at(-1)?.url ?? ''), '/$(secret.lights)')
    await perform(request({ headers: ['$(secret.lights): x'] }))
    assert.equal(await lastError(), 'headers: $(secret.lights) is not a header that can be sent.')
    for (const fields of [
      { url: `${echo.url}/$(secret.lights)` },
      { method: 'POST', body: '{"a": "$(secret.lights)"}' },
    ]) {
      const { error } = await save(fields, 400)
      assert.match(error, /A secret works only in the headers of the step http_request/)
    }
    const both = await save({ headers: ['X-Key: $(secret.lights) $(user)'] }, 400)
    assert.match(both.error, /X-Key names a secret, so it must not have variables as well/)
  })

  it('is asked for in place of a plain credential when steps are saved; what was stored before still runs', async () => {
    for (const header of [
      'Authorization: Bearer abc',
      'x-api-key: abc',
      'Cookie: a=b',
      'X-Auth-Token: abc',
      'Api_Key: abc',
    ]) {
      const { error, details } = await save({ headers: [header] }, 400)
      assert.match(error, /must not be stored as plain text.*\$\(secret\.name\)/, header)
      assert.equal(details[0].path, 'steps[0].headers')
    }
    const nested = automation({ type: 'repeat', times: 1, steps: [request({ headers: ['Authorization: abc'] })] })
    await editor.call('save-automation', nested, { status: 400 })
    for (const header of ['X-Name: abc', 'Authorization: Bearer $(response)', 'Idempotency-Key: abc', authorization]) {
      await save({ headers: [header] })
    }
    await perform(request({ headers: ['Authorization: Bearer stored-before'] }))
    assert.equal(echo.received.at(-1)?.headers.authorization, 'Bearer stored-before')
  })

  it('is replaced together with its host, and steps fail once it is deleted', async () => {
    const again = 'another-canary-1'
    await editor.call('save-header-secret', { name: 'lights', host: other.url, value: again })
    await perform(request({ headers: [authorization] }))
    assert.match(await lastError(), /is sent to .* only/)
    await perform(request({ url: `${other.url}/`, headers: ['X-Key: $(secret.LIGHTS)'] }))
    assert.equal(other.received.at(-1)?.headers['x-key'], again)
    await editor.call('delete-header-secret', { name: 'lights' })
    await editor.call('delete-header-secret', { name: 'lights' }, { status: 404 })
    await perform(request({ url: `${other.url}/`, headers: [authorization] }))
    assert.equal(await lastError(), 'headers: there is no secret lights in this channel.')
  })

  it('is refused with a sentence when its name, host or value cannot be one', async () => {
    const wrong = async (fields: object) =>
      (
        await editor.call(
          'save-header-secret',
          { name: 'a', host: 'a.example', value: '12345678', ...fields },
          { status: 400 },
        )
      ).body.error
    assert.match(await wrong({ name: 'a-b' }), /^name must have only/)
    for (const host of ['ftp://a.example', 'a.example/path', 'https://user@a.example', 'a b']) {
      assert.match(await wrong({ host }), /^host must be a host/, host)
    }
    assert.match(await wrong({ value: 'über-geheim' }), /^value must have only/)
    assert.match(await wrong({ value: 'short' }), /^value/)
    const { secret: saved } = (
      await editor.call('save-header-secret', { name: 'bare', host: 'API.example.org', value: ' 12345678 ' })
    ).body
    assert.equal(saved.host, 'https://api.example.org', 'a host alone means HTTPS')
  })

  it('is not for moderators to change', async () => {
    const moderator = await signInAs(app, 'moderator')
    await moderator.call('save-header-secret', { name: 'x', host: 'a.example', value: '12345678' }, { status: 403 })
    await moderator.call('delete-header-secret', { name: 'bare' }, { status: 403 })
    assert.equal((await moderator.call('list-header-secrets')).body.secrets.length, 1)
  })
})

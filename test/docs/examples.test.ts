import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually, within } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { type FencedBlock, fencedBlocks } from './fenced-blocks.ts'
import {
  checkAutomation,
  checkConditions,
  readTemplate,
  restCalls,
  webhookTriggers,
  withSecrets,
} from './home-assistant.ts'

runsOn('sqlite', { because: 'it is about what the pages say; what the calls store is tested on both engines' })
isSlow('it starts a program for each example')

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = createTemporaryFolder()
/** Pages whose examples are run. Those of the reference are the examples of the operations, which are tested as such. */
const pages = ['README.md', ...globSync(['docs/guides/*.md', 'docs/{sandbox,webhooks}.md'], { cwd: root }).sort()]
/** What a call may answer where a program is missing that only a person has. */
const missing: Readonly<Record<string, string>> = { obs: 'obs_not_connected' }
/** Who follows what a guide says has these words. */
const exampleText = 'It\'s "quoted"'

let app: TestApp
let overlay: PageClient
before(async () => {
  app = await createTestApp({ config: { outgoingAllow: ['127.0.0.1'] } })
  overlay = await openPage(app)
})
after(async () => {
  overlay.cut()
  await app.close()
  folder.remove()
})

const blocks = pages.flatMap((page) =>
  fencedBlocks(readFileSync(join(root, page), 'utf8')).map((block) => ({ page, ...block })),
)
const handled = ['sh', 'js', 'json', 'yaml', 'csharp']

describe('the examples of the guides', () => {
  it('are in languages that are run here', () => {
    const others = blocks.filter(
      ({ language, page }) => ![...handled, 'text'].includes(language) && page !== 'README.md',
    )
    assert.deepEqual(
      others.map(({ page, line }) => `${page}:${line}`),
      [],
    )
    assert.ok(blocks.filter(({ language }) => handled.includes(language)).length > 25)
  })

  for (const block of blocks.filter(({ language }) => handled.includes(language))) {
    it(`work: ${block.page}:${block.line}, ${block.language} ${block.sort}`.trim(), () => runExample(block))
  }
})

function runExample(block: FencedBlock): Promise<void> | void {
  if (block.language === 'sh') return runInShell(block)
  if (block.language === 'js') return runScript(block)
  if (block.language === 'json') return sendJson(block)
  if (block.language === 'yaml') return useInHomeAssistant(block)
  return callFromCode(block.code)
}

/** With the address of this server, wherever the page thinks that it runs. */
function here(code: string): string {
  return code.replaceAll(/http:\/\/(?:127\.0\.0\.1|192\.168\.1\.10):4400/g, app.url)
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, SHOWCALLER_KEY: app.key }
}

async function runInShell({ code, sort, marks }: FencedBlock): Promise<void> {
  // Installing, starting and the command line have tests of their own.
  if (!code.includes('curl ')) {
    assert.match(code, /^(?:#.*\n)?(?:npm|npx|node) /)
    return
  }
  if (sort === 'stream' || code.startsWith('curl -N')) return followInShell(code)
  const { stdout } = await run('bash', ['-c', `curl() { command curl -sS "$@"; }\n${here(code)}`], {
    env: environment(),
    timeout: 60_000,
  })
  const answer = JSON.parse(stdout)
  if (marks.has('status')) assert.equal(answer.success, false)
  else if (marks.get('needs') === 'overlay') assert.equal(answer.success, true, stdout)
  else assert.ok(answer.success === true || answer.result !== undefined, stdout)
  assert.equal(answer.result?.isError ?? false, false, stdout)
}

/** A stream goes on for ever; this one ends when the first event has come. */
async function followInShell(code: string): Promise<void> {
  const curl = spawn('bash', ['-c', `exec ${here(code)}`], { env: environment(), stdio: ['ignore', 'pipe', 'ignore'] })
  let received = ''
  curl.stdout.on('data', (chunk) => {
    received += chunk
  })
  try {
    await eventually('the beginning of the stream', () => /^id: /m.test(received))
    await app.call('add-points', { username: 'bob', amount: 3, platform: 'PlatformA' })
    await eventually('an event', () => received.includes('"type":"points.changed"'))
  } finally {
    curl.kill()
  }
}

async function runScript({ code, sort, line }: FencedBlock): Promise<void> {
  if (sort === 'function') return runFunction(code)
  // The library of Standard Webhooks verifies our signatures in test/clients.
  if (code.includes("from 'standardwebhooks'")) return
  const file = join(folder.path, `example-${line}.mjs`)
  writeFileSync(file, here(code))
  if (sort === 'receiver') return runReceiver(file)
  const { stderr } = await run(process.execPath, [file], { env: environment(), timeout: 60_000 })
  assert.equal(stderr, '')
}

/** As the function node of Node-RED runs it; what it returns is the input of the next node. */
async function runFunction(code: string): Promise<void> {
  const work = new Function('msg', code) as (msg: object) => { payload: Record<string, unknown> }
  const { payload } = work({ payload: { displayname: 'Alice' } })
  await app.call('send-bot-message', payload)
}

/** The receiver of the guide gets a delivery of this server, and refuses one that somebody else has signed. */
async function runReceiver(file: string): Promise<void> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { id, secret } = (await app.call('create-webhook', { url, types: ['points.*'] })).body
  const env = { ...environment(), PORT: String(port), WEBHOOK_SECRET: String(secret) }
  const receiver = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  receiver.stdout.on('data', (chunk) => {
    printed += chunk
  })
  try {
    await eventually('the receiver', () =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        ({ status }) => status === 401,
        () => false,
      ),
    )
    await app.call('test-webhook', { id })
    await app.call('add-points', { username: 'carol', amount: 7, platform: 'PlatformA' })
    await eventually('the delivery', () => /points\.changed .*carol/s.test(printed))
  } finally {
    receiver.kill()
    await app.call('delete-webhook', { id })
  }
}

async function sendJson({ code, sort, marks }: FencedBlock): Promise<void> {
  const body = JSON.parse(code)
  if (sort === '' || sort === 'headers') return
  const { status, body: answer } = await within(sort, app.call(sort, body, { status: 'any' }))
  const allowed = missing[marks.get('needs') ?? '']
  assert.ok(status === 200 || (allowed !== undefined && answer.code === allowed), JSON.stringify(answer))
}

async function useInHomeAssistant({ code, sort }: FencedBlock): Promise<void> {
  const written = withSecrets(here(code), { showcaller_authorization: `Bearer ${app.key}` })
  if (sort === 'automation') {
    checkAutomation(written, restCommands())
    for (const { id, methods } of webhookTriggers(written)) await deliverToHomeAssistant(written, id, methods)
    return
  }
  if (sort === 'secrets') return
  for (const { url, method, headers, body, templates } of restCalls(written, exampleText)) {
    const response = await fetch(url, { method, headers, body })
    const answer = await response.text()
    assert.equal(response.status, 200, `${url}: ${answer}`)
    for (const template of templates)
      assert.notEqual(readTemplate(template, 'value_json', JSON.parse(answer)), undefined)
  }
}

/** A webhook of this server for the address of the automation brings the event for which its conditions hold. */
async function deliverToHomeAssistant(
  written: Readonly<Record<string, unknown>>,
  id: string,
  methods: readonly string[],
): Promise<void> {
  const received: { path: string; method: string; type: string; body: string }[] = []
  const homeAssistant = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk: Buffer) => {
      body += chunk
    })
    req.on('end', () => {
      received.push({ path: req.url ?? '', method: req.method ?? '', type: req.headers['content-type'] ?? '', body })
      res.end()
    })
  })
  await new Promise<void>((resolve) => homeAssistant.listen(0, '127.0.0.1', resolve))
  const { port } = homeAssistant.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/api/webhook/${id}`
  const webhook = (await app.call('create-webhook', { url, types: ['channel.follow'] })).body
  try {
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'carol' })
    await eventually('the delivery', () => received.length > 0)
    const [first] = received
    assert.deepEqual([first?.path, methods.includes(first?.method ?? '')], [`/api/webhook/${id}`, true])
    // Home Assistant offers `trigger.json` for this type alone.
    assert.match(first?.type ?? '', /^application\/json/)
    checkConditions(written, JSON.parse(first?.body ?? ''))
  } finally {
    await app.call('delete-webhook', { id: webhook.id })
    homeAssistant.close()
    homeAssistant.closeAllConnections()
  }
}

/** The names of all REST commands that the guides define. */
function restCommands(): readonly string[] {
  const defined = blocks.filter(({ language, sort }) => language === 'yaml' && sort === 'rest_command')
  return defined.flatMap(({ code }) => [...code.matchAll(/^ {2}(\w+):$/gm)].map(([, name = '']) => name))
}

/** C# needs a compiler that is not here. Its call is read from it and sent. */
async function callFromCode(code: string): Promise<void> {
  const url = /"(http:[^"]+)"/.exec(here(code))?.[1] ?? assert.fail('no address')
  const text = /StringContent\("((?:[^"\\]|\\.)*)"/.exec(code)?.[1] ?? assert.fail('no body')
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${app.key}`, 'Content-Type': 'application/json' },
    body: JSON.parse(`"${text}"`),
  })
  assert.equal(response.status, 200, await response.text())
}

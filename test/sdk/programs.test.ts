import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type FormField, targets } from '../../panel/src/pages/console/copy-as.ts'
import { keyVariable } from '../../src/capabilities/console/contract/curl.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { installSdk } from './package-folder.ts'

runsOn('sqlite', { because: 'it is about programs that use the client, which knows nothing of engines' })
isSlow('it starts the example programs')

const run = promisify(execFile)
const isHere = (command: string) => spawnSync(command, ['--version']).error === undefined
/** What quoting gets wrong first. */
const awkward = 'It\'s "5 $HOME", `pwd` \\n {{x}} 50% 😀'

const folder = createTemporaryFolder()
let testApp: TestApp
let page: PageClient
before(async () => {
  testApp = await createTestApp()
  page = await openPage(testApp)
  installSdk(folder.path)
})
after(async () => {
  page.cut()
  await testApp.close()
  folder.remove()
})

describe('a call copied from the console', () => {
  function copied(word: string, operation: string, body: Record<string, unknown>): string | readonly FormField[] {
    const { sdk } =
      testApp.ctx.listOperations().find(({ name }) => name === operation) ?? assert.fail(`no operation ${operation}`)
    const target = targets.find((one) => one.word === word) ?? assert.fail(`no target ${word}`)
    const made = target.make({ baseUrl: testApp.ctx.baseUrl(), operation, sdk, body })
    assert.doesNotMatch(JSON.stringify(made), /sc_(live|test)_/, 'no key is in it')
    return made
  }

  /** Runs it as a person would, with the key where it says. Answers what it printed, or how it ended. */
  async function runs(command: string, args: readonly string[]): Promise<{ stdout: string; failed: boolean }> {
    const env = { ...process.env, [keyVariable]: testApp.key }
    try {
      return { stdout: (await run(command, args, { env, cwd: folder.path, timeout: 60_000 })).stdout, failed: false }
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      return { stdout: `${stdout}${stderr}`, failed: true }
    }
  }

  async function newestMessage(): Promise<string | undefined> {
    const response = await fetch(`${testApp.url}/sandbox/v1/state`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${testApp.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ platform: 'PlatformA' }),
    })
    const { chat } = (await response.json()) as { chat: { text: string }[] }
    return chat.at(-1)?.text
  }

  const file = (name: string, made: string | readonly FormField[]): string => {
    const path = join(folder.path, name)
    writeFileSync(path, String(made))
    return path
  }

  const programs = [
    { word: 'curl', command: 'curl', shell: 'sh', file: 'call.sh', failsByItself: false },
    { word: 'TypeScript', command: process.execPath, file: 'call.ts', failsByItself: true },
    { word: 'Python', command: 'python3', file: 'call.py', failsByItself: true },
  ]
  for (const program of programs) {
    it(`as ${program.word} runs as it is, whatever is in it`, async (test) => {
      if (!isHere(program.command)) return test.diagnostic(`${program.command} is not on this machine: not tried.`)
      const message = `${program.word}: ${awkward}`
      const path = file(program.file, copied(program.word, 'send-message', { message, platform: 'PlatformA' }))
      const { stdout, failed } = await runs(program.shell ?? program.command, [path])
      assert.equal(failed, false, stdout)
      assert.match(stdout, /message_id/)
      assert.equal(await newestMessage(), message)
    })

    it(`as ${program.word} says what was wrong`, async (test) => {
      if (!isHere(program.command)) return test.diagnostic(`${program.command} is not on this machine: not tried.`)
      const path = file(program.file, copied(program.word, 'clip', { send_chat_message: false, duration: 1 }))
      const { stdout, failed } = await runs(program.shell ?? program.command, [path])
      assert.match(stdout, /duration must be a whole number from 5 to 180\./)
      assert.equal(failed, program.failsByItself)
    })
  }

  interface FlowNode {
    readonly id: string
    readonly type: string
    readonly func?: string
    readonly url?: string
    readonly x: number
    readonly y: number
    readonly wires: readonly (readonly string[])[]
  }

  interface FlowMessage {
    readonly headers?: Record<string, string>
    readonly payload?: unknown
    readonly statusCode?: number
  }

  async function send(url: string, { headers = {}, payload }: FlowMessage): Promise<FlowMessage> {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(payload) })
    return { statusCode: response.status, payload: await response.json() }
  }

  /** As Node-RED runs it: from the button along the wires. */
  async function runFlow(nodes: readonly FlowNode[]): Promise<{ payload?: unknown; errors: string[] }> {
    const errors: string[] = []
    const env = { get: (name: string) => (name === keyVariable ? testApp.key : undefined) }
    const log = { error: (words: string) => errors.push(words) }
    let msg: FlowMessage | undefined = {}
    let node = nodes.find(({ type }) => type === 'inject')
    while (node !== undefined && msg !== undefined) {
      if (node.type === 'function') msg = new Function('msg', 'env', 'node', node.func ?? '')(msg, env, log)
      if (node.type === 'http request' && msg !== undefined) msg = await send(node.url ?? '', msg)
      const next = node.wires[0]?.[0]
      node = nodes.find(({ id }) => id === next)
    }
    return { payload: msg?.payload, errors }
  }

  it('as Node-RED is a flow that can be imported and runs from its button to its answer', async () => {
    const nodes: FlowNode[] = JSON.parse(String(copied('Node-RED', 'send-message', { message: awkward })))
    assert.deepEqual(
      nodes.map(({ type }) => type),
      ['inject', 'function', 'http request', 'function', 'debug'],
    )
    const ids = nodes.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const { x, y, wires } of nodes) {
      assert.ok(x > 0 && y > 0, 'it lies on the sheet')
      for (const to of wires.flat()) assert.ok(ids.includes(to), `${to} is there`)
    }
    const { payload, errors } = await runFlow(nodes)
    assert.deepEqual(errors, [])
    assert.equal((payload as { success: boolean }).success, true)
    assert.equal(await newestMessage(), awkward)

    const refused = await runFlow(JSON.parse(String(copied('Node-RED', 'clip', { duration: 1 }))))
    assert.deepEqual(refused, { payload: undefined, errors: ['duration must be a whole number from 5 to 180.'] })
  })

  it('for a Stream Deck fills the form of its plug-in, with a place for the key', async () => {
    const fields = copied('Stream Deck', 'send-message', { message: awkward })
    assert.ok(typeof fields !== 'string')
    const field = (wanted: string) => fields.find(({ label }) => label === wanted)?.value ?? assert.fail(wanted)
    assert.deepEqual(
      fields.map(({ label }) => label),
      ['URL', 'Method', 'Content Type', 'Headers', 'Body'],
    )
    const [name = '', value = ''] = field('Headers').replace('YOUR_API_KEY', testApp.key).split(': ')
    const response = await fetch(field('URL'), {
      method: field('Method'),
      headers: { 'Content-Type': field('Content Type'), [name]: value },
      body: field('Body'),
    })
    assert.equal(response.status, 200)
    assert.equal(await newestMessage(), awkward)
  })

  it('as JSON is the body', () => {
    assert.deepEqual(JSON.parse(String(copied('JSON', 'tts', { text: awkward }))), { text: awkward })
  })
})

describe('an example', () => {
  const examples = fileURLToPath(new URL('../../examples', import.meta.url))
  before(() => {
    for (const name of globSync('*.ts', { cwd: examples })) {
      const text = readFileSync(join(examples, name), 'utf8')
      assert.ok(text.includes('http://127.0.0.1:4400'))
      writeFileSync(join(folder.path, name), text.replace('http://127.0.0.1:4400', testApp.url))
    }
  })

  function start(name: string, ...args: string[]) {
    const env = { ...process.env, SHOWCALLER_KEY: testApp.key }
    const child = spawn(process.execPath, [join(folder.path, name), ...args], { env, timeout: 60_000 })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
    const ended = new Promise<string>((resolve, reject) => {
      child.once('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(`${code}: ${printed}`))))
    })
    return { ended, printed: () => printed }
  }

  async function pointsOf(...names: string[]): Promise<number[]> {
    const answers = names.map((username) => testApp.call('get-points', { username, platform: 'PlatformA' }))
    return (await Promise.all(answers)).map(({ body }) => body.points)
  }

  it('begins a break with one press of a button and ends it with the next', async () => {
    const titles = async () => (await testApp.call('get-stream-meta')).body.title
    assert.equal(await start('break-button.ts').ended, 'Back in five minutes\n')
    assert.equal(await titles(), 'Back in five minutes')
    assert.equal(await start('break-button.ts').ended, 'On with the show\n')
    assert.equal(await titles(), 'On with the show')
    assert.equal(page.cues.filter(({ kind }) => kind === 'effect').length, 2)
  })

  it('adds up donations until the goal is reached', async () => {
    const program = start('donation-goal.ts', '20', 'EUR', '0.3')
    await eventually('the program waits', async () => program.printed().includes('Waiting'))
    for (const [amount, currency] of [
      [12, 'EUR'],
      [99, 'USD'],
      [8.5, 'EUR'],
    ]) {
      await testApp.call('send-donation', { provider: 'ProviderA', amount, currency })
    }
    const printed = await program.ended
    assert.match(printed, /20\.5 of 20 EUR\n/)
    assert.doesNotMatch(printed, /99/)
  })

  it('raffles points among those who can pay', async () => {
    const names = ['alice', 'bob', 'carol']
    const before = await pointsOf(...names)
    const printed = await start('raffle.ts', '50', ...names, 'nobody_at_all').ended
    const [, winner = ''] = /^(\w+) wins 100$/m.exec(printed) ?? []
    assert.match(printed, /Nobody here is called nobody_at_all\./)
    assert.deepEqual(
      await pointsOf(...names),
      before.map((points, index) => points + (names[index] === winner ? 100 : -50)),
    )
  })
})

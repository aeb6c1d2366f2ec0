// Starts a release for real, in a folder of its own, as a person does who has just downloaded it.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Program {
  readonly command: string
  readonly args: readonly string[]
  /** Where it is started; its data is put there. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
}

const longestMs = 60_000

/** Serves, answers a call with the first key, stops, and still has its data when it is started again. */
export async function tryOut(program: Program): Promise<void> {
  const first = await start(program)
  const key = /Bearer (\S+?)"/.exec(first.said())?.[1] ?? assert.fail(`no key was printed:\n${first.said()}`)
  const points = { platform: 'PlatformA', username: 'alice', amount: 4321 }
  try {
    assert.match(await first.page('/'), /action="\/set-up"/, 'the first sign-in is there')
    assert.match(await first.page('/sign-in-failed'), /<div id="app"|<script[^>]+type="module"/, 'the panel is there')
    const overlay = await first.page('/overlay')
    const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(overlay) ?? []
    assert.ok(
      (await first.page(new URL(script, `${first.url}/overlay`).pathname)).length > 0,
      'the overlay has its script',
    )
    assert.ok((await first.page('/docs')).includes('Showcaller'), 'the docs are there')
    assert.equal((await first.call(key, 'set-points', points)).status, 200, 'a key works')
    const found = await first.call(key, 'search-games', { query: 'minecraft' })
    assert.match(await found.text(), /Minecraft/, 'the threads and the catalogue work')
  } finally {
    await first.stop()
  }
  const second = await start(program)
  try {
    const balance = await second.call(key, 'get-points', { platform: points.platform, username: points.username })
    assert.equal(((await balance.json()) as { points?: number }).points, points.amount, 'the data is still there')
  } finally {
    await second.stop()
  }
}

async function start({ command, args, folder, env }: Program) {
  const child = spawn(command, args, { cwd: folder, env: { ...env, PORT: '0' }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const url = await addressOf(child, () => said)
  return {
    url,
    said: () => said,
    async page(path: string): Promise<string> {
      const answer = await fetch(url + path, { signal: AbortSignal.timeout(longestMs) })
      assert.equal(answer.status, 200, `${path} answers`)
      return answer.text()
    },
    call: (key: string, name: string, body: object) =>
      fetch(`${url}/v1/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(longestMs),
      }),
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      assert.deepEqual(await ended, [0, null], `it stops in order:\n${said}`)
    },
  }
}

/** Once the server is ready, it prints where. */
function addressOf(child: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const give = (reason: string) => {
      child.kill('SIGKILL')
      reject(new Error(`The server ${reason}:\n${said()}`))
    }
    const timer = setTimeout(() => give('did not get ready'), longestMs)
    child.once('error', (error) => give(`was not started (${error.message})`))
    child.once('exit', () => give('ended'))
    child.stdout?.on('data', () => {
      const found = /Showcaller is ready[\s\S]*?(http:\/\/127\.0\.0\.1:\d+)/.exec(said())
      if (found?.[1] === undefined || (!said().includes('/sandbox.') && !said().includes('/openapi.json'))) return
      clearTimeout(timer)
      resolve(found[1])
    })
  })
}

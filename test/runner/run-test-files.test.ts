import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTemporaryFolder } from '../temporary-folder.ts'

const { failuresIn } = (await import(new URL('../../scripts/job-queue.mjs', import.meta.url).href)) as {
  failuresIn(printed: string): string
}
const script = fileURLToPath(new URL('../../scripts/run-test-files.mjs', import.meta.url))

function runFile(body: string, settings = {}) {
  const folder = createTemporaryFolder()
  try {
    const file = join(folder.path, 'one.test.mjs')
    const record = join(folder.path, 'record')
    writeFileSync(file, `import { describe, it } from 'node:test'\n${body}`)
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
    const env = { ...inherited, ...settings }
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, record, file], { env, encoding: 'utf8' })
    const printed = stdout + stderr
    const recorded = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {}
    return { status, printed, failures: failuresIn(printed), ...recorded }
  } finally {
    folder.remove()
  }
}

const passMs = 'const pass = (ms) => new Promise((resolve) => setTimeout(resolve, ms))\n'

describe('a process that runs test files', () => {
  it('is green when all tests are, and records how many there were and how long their file took', () => {
    const { status, printed, counts, seconds } = runFile(
      `describe('outer', () => {
        it('one', async () => { await null })
        it('two', () => {})
      })`,
    )
    assert.equal(status, 0, printed)
    assert.match(printed, /outer.*one.*two/s)
    assert.deepEqual([counts.tests, counts.passed], [2, 2])
    const [[file = '', taken] = [], ...others] = Object.entries(seconds)
    assert.deepEqual([basename(file), typeof taken, others], ['one.test.mjs', 'number', []])
  })

  it('is red when a test fails, also by an error that is thrown later, in a timer', () => {
    const { status, failures } = runFile(
      `${passMs}describe('outer', () => {
        it('one', () => { throw new Error('at once') })
        it('two', async () => { setTimeout(() => { throw new Error('later') }, 1); await pass(30) })
      })`,
    )
    assert.equal(status, 1)
    assert.match(failures, /^✖ failing tests:.*✖ one .*at once.*✖ two .*later/s)
  })

  it('is red when a promise fails that nobody waited for, and prints where it came from', () => {
    for (const wait of ['', 'await pass(1); ']) {
      const { status, failures } = runFile(
        `${passMs}it('one', async () => {
          void (async function forgotten() { ${wait}throw new Error('unseen') })()
          await pass(30)
        })`,
      )
      assert.equal(status, 1, failures)
      assert.match(failures, /✖ one .*Error: unseen\n\s+at forgotten/s)
    }
  })

  it('is red when a test waits for something that cannot happen', () => {
    const { status, failures } = runFile("it('one', { timeout: 50 }, () => new Promise(() => {}))")
    assert.equal(status, 1)
    assert.match(failures, /timed out/)
  })

  it('is red, and ends, when a test left a server open', () => {
    const { status, printed, failures, counts } = runFile(
      `import { createServer } from 'node:http'
      it('one', async () => {
        const server = createServer().listen(0)
        await new Promise((resolve) => server.once('listening', resolve))
        throw new Error('too early')
      })
      it('two', () => {})`,
      { SHOWCALLER_TEST_LINGER_MS: '10' },
    )
    assert.equal(status, 1)
    assert.match(printed, /left open .*TCPServerWrap/)
    assert.match(failures, /too early/)
    assert.deepEqual([counts.tests, counts.passed], [2, 1])
  })

  it('is red, and ends, when a hook waits for something that cannot happen', () => {
    const { status, printed } = runFile(
      `import { after, before } from 'node:test'
      import { createServer } from 'node:http'
      describe('outer', () => {
        before(() => void createServer().listen(0))
        after(() => new Promise(() => {}))
        it('one', () => {})
      })`,
      { SHOWCALLER_TEST_SILENCE_MS: '50' },
    )
    assert.equal(status, 1, printed)
    assert.match(printed, /✔ one .*a hook waits for something that does not happen/s)
  })

  it('is red when all tests are green, but one left a timer running', () => {
    const { status, printed, counts } = runFile("it('one', () => void setTimeout(() => {}, 100_000))", {
      SHOWCALLER_TEST_LINGER_MS: '10',
    })
    assert.match(printed, /left open .*Timeout/)
    assert.deepEqual([status, counts.passed], [1, 1])
  })

  it('is red when a file throws while it is loaded, before it named a test and after', () => {
    const named = "it('one', () => {})\n"
    for (const body of [`throw new Error('early')\n${named}`, `${named}throw new Error('early')`]) {
      const { status, printed, failures } = runFile(body)
      assert.equal(status, 1, printed)
      assert.match(failures, /one\.test\.mjs failed to load: Error: early\n\s+at file:.*one\.test\.mjs/)
    }
  })

  it('is red when a file has no tests', () => {
    const { status, printed, failures } = runFile('')
    assert.equal(status, 1, printed)
    assert.match(failures, /one\.test\.mjs has no tests/)
  })
})

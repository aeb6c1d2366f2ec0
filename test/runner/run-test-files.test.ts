import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTemporaryFolder } from '../temporary-folder.ts'

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
    const lines = readFileSync(record, 'utf8').trim().split('\n')
    return { status, printed: stdout + stderr, recorded: lines.map((line) => JSON.parse(line)) }
  } finally {
    folder.remove()
  }
}

const passMs = 'const pass = (ms) => new Promise((resolve) => setTimeout(resolve, ms))\n'

describe('a process that runs test files', () => {
  it('is green when all tests are, and says how many there were', () => {
    const { status, printed, recorded } = runFile(
      `describe('outer', () => {
        it('one', async () => { await null })
        it('two', () => {})
      })`,
    )
    assert.equal(status, 0, printed)
    assert.match(printed, /outer.*one.*two/s)
    assert.deepEqual([recorded.at(-1).counts.tests, recorded.at(-1).counts.passed], [2, 2])
  })

  it('is red when a test fails, also by an error that is thrown later, in a timer', () => {
    const { status, recorded } = runFile(
      `${passMs}describe('outer', () => {
        it('one', () => { throw new Error('at once') })
        it('two', async () => { setTimeout(() => { throw new Error('later') }, 1); await pass(30) })
      })`,
    )
    assert.equal(status, 1)
    const failed = recorded.filter((line) => line.failed !== undefined)
    assert.deepEqual(
      failed.map(({ name, error }) => [name, /at once|later/.exec(error)?.[0]]),
      [
        ['outer > one', 'at once'],
        ['outer > two', 'later'],
      ],
    )
  })

  it('is red when a promise fails that nobody waited for, and prints where it came from', () => {
    for (const wait of ['', 'await pass(1); ']) {
      const { status, printed } = runFile(
        `${passMs}it('one', async () => {
          void (async function forgotten() { ${wait}throw new Error('unseen') })()
          await pass(30)
        })`,
      )
      assert.equal(status, 1, printed)
      assert.match(printed, /nobody waited for: Error: unseen\n\s+at forgotten/)
    }
  })

  it('is red when a test waits for something that cannot happen', () => {
    const { status, recorded } = runFile("it('one', { timeout: 50 }, () => new Promise(() => {}))")
    assert.equal(status, 1)
    assert.match(recorded.find((line) => line.failed !== undefined).error, /timed out/)
  })

  it('is red, and ends, when a test left a server open', () => {
    const { status, printed, recorded } = runFile(
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
    assert.match(recorded.find((line) => line.failed !== undefined).error, /too early/)
    assert.deepEqual([recorded.at(-1).counts.tests, recorded.at(-1).counts.passed], [2, 1])
  })

  it('says where a timer was set that keeps it running', () => {
    const { status, printed } = runFile("it('one', () => void setTimeout(() => {}, 100_000))", {
      SHOWCALLER_TEST_LINGER_MS: '10',
    })
    assert.equal(status, 1)
    assert.match(printed, /A timer was set\n +at .*one\.test\.mjs/)
  })

  it('is red when a file throws while it is loaded, before it named a test and after', () => {
    const named = "it('one', () => {})\n"
    for (const body of [`throw new Error('early')\n${named}`, `${named}throw new Error('early')`]) {
      const { status, printed, recorded } = runFile(body)
      assert.equal(status, 1, printed)
      const failed = recorded.filter((line) => line.failed !== undefined)
      assert.deepEqual(
        failed.map((line) => [basename(line.failed), /early/.test(line.error)]),
        [['one.test.mjs', true]],
      )
      assert.match(printed, /Error: early\n\s+at file:.*one\.test\.mjs/)
    }
  })
})

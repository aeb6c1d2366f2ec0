import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

interface Job {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly after?: Job
}
interface Result {
  readonly isGreen: boolean
  readonly printed: string
}
interface Options {
  readonly cwd: string
  readonly atOnce: number
  readonly timeoutMs?: number
  onEnd(job: Job, result: Result): void
}

const { runJobs } = (await import(new URL('../../scripts/job-queue.mjs', import.meta.url).href)) as {
  runJobs(jobs: readonly Job[], options: Options): Promise<void>
}

/** Runs jobs one at a time; what each printed, and whether it succeeded, in the order in which they ended. */
async function run(jobs: readonly Job[], more: Partial<Options> = {}) {
  const ended: [name: string, printed: string, isGreen: boolean][] = []
  await runJobs(jobs, {
    cwd: import.meta.dirname,
    atOnce: 1,
    onEnd: ({ name }, { printed, isGreen }) => void ended.push([name, printed, isGreen]),
    ...more,
  })
  return ended
}

const job = (name: string, code: string, more: Partial<Job> = {}): Job => ({
  name,
  command: process.execPath,
  args: ['-e', code],
  ...more,
})

describe('the queue of the test runner', () => {
  it('runs every job, in order where one runs at a time, and returns what each printed and whether it failed', async () => {
    const ended = await run([
      job('first', 'console.log(process.env.SHOWN); console.error("and an error")', { env: { SHOWN: 'a value' } }),
      job('second', 'process.exit(3)'),
    ])
    assert.deepEqual(ended, [
      ['first', 'a value\nand an error\n', true],
      ['second', '', false],
    ])
  })

  it('lets a job wait for another one, and runs those behind it meanwhile', async () => {
    const first = job('first', '')
    const ended = await run([
      job('second', '', { after: first }),
      job('free', ''),
      first,
      job('third', '', { after: first }),
    ])
    assert.deepEqual(
      ended.map(([name]) => name),
      ['free', 'first', 'second', 'third'],
    )
  })

  it('ends a process that hangs, which fails, and continues', async () => {
    const ended = await run([job('hangs', 'setInterval(() => {}, 1000)'), job('ends', '')], { timeoutMs: 2000 })
    assert.deepEqual(ended, [
      ['hangs', 'Ended after 2 s without a result.\n', false],
      ['ends', '', true],
    ])
  })

  it('continues after a program that cannot be started', async () => {
    const ended = await run([job('missing', '', { command: '/no/such/program' }), job('ends', '')])
    assert.deepEqual(
      ended.map(([name, , isGreen]) => [name, isGreen]),
      [
        ['missing', false],
        ['ends', true],
      ],
    )
    assert.match(ended[0]?.[1] ?? '', /^\/no\/such\/program could not be started: /)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

interface Result {
  readonly status: number | null
  readonly printed: string
}
interface Job {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly after?: Job
  onEnd(result: Result): void
}
type RunJobs = (jobs: readonly Job[], options: { cwd: string; atOnce: number; timeoutMs?: number }) => Promise<void>

const { runJobs } = (await import(new URL('../../scripts/job-queue.mjs', import.meta.url).href)) as { runJobs: RunJobs }

describe('the queue of the test runner', () => {
  it('runs every job, in order where one runs at a time, and returns what each printed and its status', async () => {
    const ended: [string, string, number | null][] = []
    const job = (name: string, code: string, env = {}): Job => ({
      command: process.execPath,
      args: ['-e', code],
      env,
      onEnd: ({ status, printed }) => void ended.push([name, printed, status]),
    })
    const jobs = [
      job('first', 'console.log(process.env.SHOWN); console.error("and an error")', { SHOWN: 'a value' }),
      job('second', 'process.exit(3)'),
    ]
    await runJobs(jobs, { cwd: import.meta.dirname, atOnce: 1 })
    assert.deepEqual(ended, [
      ['first', 'a value\nand an error\n', 0],
      ['second', '', 3],
    ])
  })

  it('lets a job wait for another one, and runs those behind it meanwhile', async () => {
    const ended: string[] = []
    const job = (name: string, after?: Job): Job => ({
      command: process.execPath,
      args: ['--version'],
      ...(after === undefined ? {} : { after }),
      onEnd: () => void ended.push(name),
    })
    const first = job('first')
    const jobs = [job('second', first), job('free'), first, job('third', first)]
    await runJobs(jobs, { cwd: import.meta.dirname, atOnce: 1 })
    assert.deepEqual(ended, ['free', 'first', 'second', 'third'])
  })

  it('ends a process that hangs, which fails, and continues', async () => {
    const ended: [string, boolean][] = []
    const job = (name: string, code: string): Job => ({
      command: process.execPath,
      args: ['-e', code],
      onEnd: ({ status, printed }) => void ended.push([printed || name, status === 0]),
    })
    const jobs = [job('hangs', 'setInterval(() => {}, 1000)'), job('ends', '')]
    await runJobs(jobs, { cwd: import.meta.dirname, atOnce: 1, timeoutMs: 2000 })
    assert.deepEqual(ended, [
      ['Ended after 2 s without a result.\n', false],
      ['ends', true],
    ])
  })

  it('continues after a program that cannot be started', async () => {
    const statuses: boolean[] = []
    const job = (command: string): Job => ({
      command,
      args: ['--version'],
      onEnd: ({ status }) => void statuses.push(status === 0),
    })
    await runJobs([job('/no/such/program'), job(process.execPath)], { cwd: import.meta.dirname, atOnce: 1 })
    assert.deepEqual(statuses, [false, true])
  })
})

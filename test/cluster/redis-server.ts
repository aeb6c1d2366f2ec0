import { type ChildProcess, spawn } from 'node:child_process'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { findProgram } from '../tools/programs.mjs'

/** A real Redis on a free port, which a test may kill, freeze and start again. */
export async function startRedis() {
  const binary = findProgram('redis')
  const port = await freePort()
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--daemonize',
      'no',
    ]
    const server = spawn(binary, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    child = server
    let output = ''
    server.stdout.on('data', (chunk) => {
      output += chunk
    })
    await eventually(`Redis to be ready: ${output}`, async () => output.includes('Ready to accept connections'))
  }

  async function kill(): Promise<void> {
    const server = child
    // A killed process has no exit code.
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGCONT')
    server.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    /** It hangs: connections stay open and nothing is answered. */
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const askEveryMs = 25
/** After it the process is killed, which loses nothing that was acknowledged. */
const stopMs = 3_000

export type RunningServer = ReturnType<typeof runServer>

/** The server as a process of its own, on a port that only this program uses. */
export function runServer(needs: { root: string; host: string; port: number; publicUrl: string }) {
  const { root, host, port, publicUrl } = needs
  let child: ChildProcess | undefined
  let isRestartWaiting = false
  let isClosed = false
  /** Whether the server that was started last answers. */
  let up = start()

  async function start(): Promise<boolean> {
    if (isClosed) return false
    const started = spawn(process.execPath, [join(root, 'bin/showcaller.mjs'), 'serve'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        HOST: host,
        PORT: String(port),
        SHOWCALLER_PUBLIC_URL: publicUrl,
        NODE_ENV: 'development',
      },
    })
    child = started
    while (isRunning(started)) {
      if (await isReady(host, port)) return true
      await pause(askEveryMs)
    }
    if (!isClosed) process.stderr.write('The server ended. It starts again with the next change.\n')
    return false
  }

  async function stop(): Promise<void> {
    const stopping = child
    if (stopping === undefined || !isRunning(stopping)) return
    const ended = new Promise((resolve) => stopping.once('exit', resolve))
    stopping.kill('SIGTERM')
    const timer = setTimeout(() => stopping.kill('SIGKILL'), stopMs)
    await ended
    clearTimeout(timer)
  }

  return {
    host,
    port,
    isUp: () => up,

    /** Also while it is being restarted. */
    close(): Promise<void> {
      isClosed = true
      return stop()
    },

    /** Returns whether the new one answers. Changes while one waits to be stopped are in the next one. */
    restart(): Promise<boolean> {
      if (isRestartWaiting) return up
      isRestartWaiting = true
      up = up.then(async () => {
        isRestartWaiting = false
        await stop()
        return start()
      })
      return up
    },
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

function isReady(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host, port, path: '/readyz', agent: false }, (res) => resolve(res.resume().statusCode === 200)).on(
      'error',
      () => resolve(false),
    )
  })
}

export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

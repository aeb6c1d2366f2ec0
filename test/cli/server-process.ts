import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const bin = fileURLToPath(new URL('../../bin/showcaller.mjs', import.meta.url))

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A folder of its own to start in, and what a person could type there. */
export function createWorkplace(env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-cli-'))
  const children = new Set<ChildProcess>()
  const settings = { ...process.env, HOST: '127.0.0.1', PORT: '0', SHOWCALLER_DATA: join(folder, 'data'), ...env }

  function start(args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess {
    const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env: { ...settings, ...more } })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }

  return {
    folder,
    data: join(folder, 'data'),
    /** For a command that does not end by itself. */
    start,

    async run(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Finished> {
      return finished(start(args, more))
    },

    /** Waits until the greeting is out. */
    async serve(more: Readonly<Record<string, string>> = {}) {
      const child = start(['serve'], more)
      const output = { stdout: '', stderr: '' }
      child.stderr?.on('data', (chunk: Buffer) => {
        output.stderr += chunk
      })
      await new Promise<void>((resolve, reject) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          output.stdout += chunk
          if (/Showcaller is ready.*http:.*\n$/s.test(output.stdout)) resolve()
        })
        child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output.stderr}`)))
      })
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output.stdout)?.[0] ?? ''
      return {
        child,
        url,
        output,
        key: /Bearer (sc_live_\w+)/.exec(output.stdout)?.[1],
        async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
          const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
          child.kill(signal)
          return ended
        },
      }
    },

    async close(): Promise<void> {
      for (const child of children) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function finished(child: ChildProcess): Promise<Finished> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * A program that loads a client as its real host does, in a process of its own: some hosts need another Node, and none of
 * them ends what it has started. It answers questions in order.
 */
export async function startHost(
  script: string,
  options: { node?: string; nodeArguments?: readonly string[]; args?: readonly string[] } = {},
) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), options.args ?? [], {
    ...(options.node === undefined ? {} : { execPath: options.node }),
    execArgv: [...(options.nodeArguments ?? [])],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const printed: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk))
  const gone = once(child, 'exit').then(() => {
    throw new Error(`The host has ended:\n${Buffer.concat(printed)}`)
  })
  gone.catch(() => {})

  async function ask<T>(question: string, ...args: readonly unknown[]): Promise<T> {
    child.send({ question, args })
    const [{ answer, error }] = await Promise.race([once(child, 'message'), gone])
    if (error !== undefined) throw new Error(error)
    return answer as T
  }

  await Promise.race([once(child, 'message'), gone])
  return { ask, close: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { eventually, within } from '../eventually.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { findProgram } from '../tools/programs.mjs'

/**
 * Firefox as it comes from the distribution, over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which it has
 * built in. Playwright drives a Firefox of its own only, and other clients are packages of megabytes; what one walk
 * through the pages needs is a few commands over a WebSocket.
 */
export interface Firefox {
  open(): Promise<FirefoxTab>
  close(): Promise<void>
}

export interface FirefoxTab {
  /** What went wrong in the page: script errors, and what it wrote to the console as an error. */
  readonly faults: string[]
  goto(url: string): Promise<void>
  /** The value of an expression in the page, awaited there. */
  evaluate<T>(expression: string): Promise<T>
  /** Waits until an expression is true in the page. */
  until(what: string, expression: string): Promise<void>
  /** Moves the mouse to the first element of a selector and presses its button. */
  click(selector: string): Promise<void>
  screenshot(): Promise<Buffer>
}

interface Answer {
  readonly id?: number
  readonly type: string
  readonly method?: string
  readonly error?: string
  readonly message?: string
  readonly result?: Record<string, unknown>
  readonly params?: LogEntry
}

interface LogEntry {
  readonly level: string
  readonly text: string | null
  readonly source: { readonly context?: string }
}

interface Evaluated {
  readonly type: string
  readonly result?: { readonly value?: string }
  readonly exceptionDetails?: { readonly text: string }
}

const size = { width: 1440, height: 900 }

export async function launchFirefox(): Promise<Firefox> {
  const folder = createTemporaryFolder()
  const program = findProgram('firefox')
  const args = ['--headless', '--no-remote', '--profile', folder.path, '--remote-debugging-port', '0', 'about:blank']
  const child = spawn(program, args, {
    env: { ...process.env, HOME: folder.path },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const socket = new WebSocket(`${await addressOf(child)}/session`, { perMessageDeflate: false })
  await within('a connection to Firefox', once(socket, 'open'))
  const waiting = new Map<number, (answer: Answer) => void>()
  const tabs = new Map<string, string[]>()
  let last = 0

  socket.on('message', (data) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    const { level, text, source } = answer.params ?? { level: '', text: '', source: {} }
    if (answer.method === 'log.entryAdded' && level === 'error') tabs.get(source.context ?? '')?.push(text ?? '')
  })

  async function send<T>(method: string, params: object): Promise<T> {
    const id = ++last
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    const answer = await within(method, promise)
    waiting.delete(id)
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error} ${answer.message}`)
    return answer.result as T
  }

  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })

  return {
    async open() {
      const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })
      await send('browsingContext.setViewport', { context, viewport: size })
      const faults: string[] = []
      tabs.set(context, faults)
      return createTab(context, faults)
    },
    async close() {
      // Firefox may end before it answers.
      await Promise.race([send('browser.close', {}), ended]).catch(() => child.kill('SIGKILL'))
      await within('the end of Firefox', ended)
      socket.terminate()
      folder.remove()
    },
  }

  function createTab(context: string, faults: string[]): FirefoxTab {
    async function evaluate<T>(expression: string): Promise<T> {
      const { result, exceptionDetails } = await send<Evaluated>('script.evaluate', {
        // The protocol has a notation of its own for values; one text needs none of it.
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? 'null')`,
        target: { context },
        awaitPromise: true,
      })
      if (exceptionDetails !== undefined) throw new Error(`${expression}: ${exceptionDetails.text}`)
      return JSON.parse(result?.value ?? 'null') as T
    }
    async function until(what: string, expression: string): Promise<void> {
      try {
        await eventually(what, () => evaluate<boolean>(expression))
      } catch (error) {
        const shown = await evaluate<string>(`location.href + '\\n' + document.body?.innerText.slice(0, 1000)`)
        throw new Error(`${(error as Error).message}; the page is ${shown}`, { cause: error })
      }
    }
    return {
      faults,
      evaluate,
      until,
      async goto(url) {
        await send('browsingContext.navigate', { context, url, wait: 'interactive' })
      },
      async click(selector) {
        const element = `document.querySelector(${JSON.stringify(selector)})`
        await until(selector, `${element} !== null`)
        // Firefox drops input to a page that it has not painted yet, and a page may still move under the mouse. So the
        // page is asked whether the click arrived; a new page in its place means that it did.
        await eventually(`a click that arrives at ${selector}`, async () => {
          await evaluate(
            `(window.isClickMissing = true, ${element}?.scrollIntoView({ block: 'nearest' }),
              ${element}?.addEventListener('click', () => { window.isClickMissing = false }, { capture: true }), null)`,
          )
          const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
            context,
            locator: { type: 'css', value: selector },
            maxNodeCount: 1,
          })
          const [found] = nodes
          assert.ok(found, selector)
          const origin = { type: 'element', element: { sharedId: found.sharedId } }
          const actions = [
            { type: 'pointerMove', x: 0, y: 0, origin },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ]
          await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
          // A page that is gone before it answers has received the click.
          return evaluate<boolean>(`window.isClickMissing !== true`).catch(() => true)
        })
      },
      async screenshot() {
        const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
        return Buffer.from(data, 'base64')
      },
    }
  }
}

/** Firefox prints where it listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.once('error', reject)
  child.once('exit', () => reject(new Error(`Firefox ended:\n${said}`)))
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)
    if (found?.[1] !== undefined) resolve(found[1])
  })
  try {
    return await within('Firefox to listen', promise)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

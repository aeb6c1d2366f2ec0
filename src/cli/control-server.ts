import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../app.ts'
import { nextRequestId } from '../kernel/ambient.ts'
import { parseJsonBody } from '../kernel/http/json-body.ts'
import { ServerRequest } from '../kernel/http/request.ts'
import { asFailure, failureBody } from '../kernel/http/response.ts'
import { createHash, createServer, fs, request } from '../kernel/node.ts'
import { Failure } from '../kernel/operation/contract/failures.ts'
import type { ControlName, ControlRequest } from './controls.ts'
import { cliMessages as messages } from './messages.ts'

/** Operating systems limit the length of a socket path; longer ones are replaced by a path in the temporary folder. */
const maxSocketPath = 100
const answerTimeoutMs = 60_000

/** The commands whose answers do not end. */
const streams = {
  async '/listen'(app: App, readBody: () => Promise<ControlRequest>, res: ServerResponse): Promise<void> {
    const { sendEvents } = await import('./listen-server.ts')
    await sendEvents(app, await readBody(), res)
  },
  async '/mcp-listen'(app: App, readBody: () => Promise<ControlRequest>, res: ServerResponse): Promise<void> {
    const { sendNotifications } = await import('./mcp-listen-server.ts')
    await sendNotifications(app, await readBody(), res)
  },
}

export function controlPath(dataFolder: string): string {
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\showcaller-${name}`
  const inside = join(dataFolder, 'control.sock')
  return Buffer.byteLength(inside) <= maxSocketPath ? inside : join(tmpdir(), `showcaller-${name}.sock`)
}

export interface ControlServer {
  close(): Promise<void>
}

/** The command line sends its commands here while a server runs, so that a new or revoked key takes effect immediately. */
export async function startControlServer(app: App): Promise<ControlServer> {
  const path = controlPath(app.config.dataFolder)
  // Only the holder of the folder's lock gets here, so an existing socket was left behind by a killed server.
  if (process.platform !== 'win32') fs.rmSync(path, { force: true })
  const server = createServer({ IncomingMessage: ServerRequest }, (req, res) => {
    const requestId = nextRequestId()
    const stream = Object.hasOwn(streams, req.url ?? '') ? streams[req.url as keyof typeof streams] : undefined
    const answered =
      stream !== undefined
        ? stream(app, readBody, res)
        : answer().then((body) => void res.writeHead(200, { 'Content-Type': 'application/json' }).end(body))
    answered.catch((error: unknown) => {
      const failure = asFailure(error)
      if (failure.status === 500) app.ctx.log.error('a command failed', { requestId, error })
      if (res.headersSent) res.destroy()
      else res.writeHead(failure.status, { 'Content-Type': 'application/json' }).end(failureBody(failure, requestId))
    })

    async function readBody(): Promise<ControlRequest> {
      return parseJsonBody(await req.readBody(1024 * 1024), 'application/json') as ControlRequest
    }

    async function answer(): Promise<string> {
      const { controls } = await import('./controls.ts')
      const control = Object.hasOwn(controls, req.url?.slice(1) ?? '') ? (req.url?.slice(1) as ControlName) : undefined
      if (control === undefined) throw new Failure('not_found')
      return JSON.stringify((await controls[control](app, await readBody())) ?? {})
    }
  })
  // The socket must be accessible to this user only.
  const mask = process.umask(0o077)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  }).finally(() => process.umask(mask))
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export interface ControlAnswer {
  readonly ok: boolean
  readonly body: Record<string, unknown>
}

/** Sends a command to the running server; undefined when none runs. */
export function sendToServer(
  dataFolder: string,
  name: ControlName,
  body: ControlRequest,
): Promise<ControlAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const req = request(
      { socketPath: controlPath(dataFolder), path: `/${name}`, method: 'POST', timeout: answerTimeoutMs },
      (res) => {
        const chunks: Buffer[] = []
        res.on('data', (chunk: Buffer) => chunks.push(chunk))
        res.on('error', reject)
        res.on('end', () => {
          const answer = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
          resolve({ ok: res.statusCode === 200, body: answer })
        })
      },
    )
    req.on('timeout', () => req.destroy(new Error(messages.serverDidNotAnswer({ seconds: answerTimeoutMs / 1000 }))))
    req.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
    req.end(JSON.stringify(body))
  })
}

/** Begins a command whose answer does not end; undefined when no server runs. */
export function openStream(
  dataFolder: string,
  path: keyof typeof streams,
  body: ControlRequest,
  signal?: AbortSignal,
): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    const options = { socketPath: controlPath(dataFolder), path, method: 'POST' }
    const req = request(signal === undefined ? options : { ...options, signal }, resolve)
    req.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
    req.end(JSON.stringify(body))
  })
}

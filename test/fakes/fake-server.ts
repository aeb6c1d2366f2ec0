import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** `cut`: the line goes dead in the middle. `slow`: it answers after a while. `hang`: it never does. */
export type Fault = 'slow' | 'hang' | 'cut' | '500' | '503' | 'malformed' | 'redirect' | 'huge'

export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface FakeAnswer {
  readonly status: number
  readonly body?: unknown
  /** Sent as it is, instead of JSON. */
  readonly text?: string
  readonly bytes?: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

const slowMs = 150

export type FakeServer = Awaited<ReturnType<typeof startFakeServer>>

/** A service on loopback: real HTTP, its answers from `handle`, and faults on demand. */
export async function startFakeServer(handle: (request: FakeRequest) => FakeAnswer) {
  const requests: FakeRequest[] = []
  const planned: { fault: Fault; times: number; on: RegExp }[] = []
  const watchers: (() => void)[] = []
  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => res.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(req.url ?? '', 'http://fake')
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const request = { method: req.method ?? '', path, query, headers: req.headers, text }
    requests.push(request)
    const plan = planned.find(({ times, on }) => times > 0 && on.test(`${request.method} ${path}`))
    if (plan !== undefined) plan.times--
    if (plan?.fault === 'slow') await delay(slowMs)
    if (plan !== undefined && plan.fault !== 'slow') return misbehave(plan.fault, res)
    const { status, body, text: plain, bytes, headers } = handle(request)
    const type = body === undefined ? {} : { 'Content-Type': 'application/json; charset=utf-8' }
    res.writeHead(status, { ...type, ...headers })
    res.end(bytes ?? plain ?? (body === undefined ? '' : JSON.stringify(body)))
  }

  function misbehave(fault: Exclude<Fault, 'slow'>, res: ServerResponse): void {
    if (fault === 'hang') {
      for (const watcher of watchers) watcher()
      return
    }
    const json = { 'Content-Type': 'application/json' }
    if (fault === 'cut') {
      res.writeHead(200, { ...json, 'Content-Length': '1000' })
      res.write('{"data":', () => res.destroy())
    } else if (fault === 'malformed') {
      res.writeHead(200, json).end('<html>Service is well')
    } else if (fault === 'redirect') {
      res.writeHead(307, { Location: `http://127.0.0.1:${port}/elsewhere` }).end()
    } else if (fault === 'huge') {
      res.writeHead(200, json).end(`{"data":["${'x'.repeat(3 * 1024 * 1024)}"]}`)
    } else {
      res.writeHead(Number(fault), json).end(JSON.stringify({ error: 'Server Error', status: Number(fault) }))
    }
  }

  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    requests,

    /** The next requests that match, `times` of them, go wrong. */
    plan(fault: Fault, { times = 1, on = /./ }: { times?: number; on?: RegExp } = {}): void {
      planned.push({ fault, times, on })
    },

    /** Called with every request that gets no answer. */
    onHang(watcher: () => void): void {
      watchers.push(watcher)
    },

    /** How many requests like this have come. */
    count(on: RegExp): number {
      return requests.filter(({ method, path }) => on.test(`${method} ${path}`)).length
    },

    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { createAllowedHosts } from '../../src/kernel/http/allowed-hosts.ts'
import { type PanelSources, reloadScript } from './panel-sources.ts'
import type { RunningServer } from './run-server.ts'

/** Pages that the server sends and that load again after a change, as the panel does. */
const reloadedPages = new Set(['/overlay', '/overlay-preview', '/deck'])
const notRunning = 'The server does not run. The terminal says why; it starts again with the next change.\n'

/** One address for both: the panel from its sources, everything else from the server, which may be starting. */
export function createFront({
  http,
  panel,
  server,
}: {
  http: Server
  panel: PanelSources
  server: RunningServer
}): void {
  // The server checks it too; this is for what never reaches it.
  const hosts = createAllowedHosts([])

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (hosts.refusal(req) !== undefined) return send(res, 403, 'This name is not one of this server.\n')
    const path = (req.url ?? '/').split(/[?#]/, 1)[0] ?? '/'
    if (panel.hasFile(path)) return panel.sendFile(req, res)
    if (req.method === 'GET' && (await panel.hasPage(path))) return panel.sendPage(req, res)
    await pass(req, res, { isReloaded: reloadedPages.has(path), isFirst: true })
  }

  /** Hands a request to the server and its answer back, with the script that reloads a page where `isReloaded`. */
  async function pass(req: IncomingMessage, res: ServerResponse, how: { isReloaded: boolean; isFirst: boolean }) {
    if (!(await server.isUp())) return send(res, 503, notRunning)
    const { host, port } = server
    const headers = how.isReloaded ? { ...req.headers, 'accept-encoding': 'identity' } : req.headers
    const passed = request({ host, port, method: req.method, path: req.url, headers, agent: false })
    // A server that is about to stop refuses or breaks off; the one that follows it answers.
    const isAskedAgain = how.isFirst && req.method === 'GET'
    const again = () => void pass(req, res, { ...how, isFirst: false })
    passed.on('response', (found) => {
      const status = found.statusCode ?? 502
      if (status === 503 && isAskedAgain) {
        found.resume()
        return again()
      }
      if (how.isReloaded && status === 200) return void sendWithScript(res, found)
      res.writeHead(status, found.rawHeaders)
      found.pipe(res)
    })
    passed.on('error', () => {
      if (res.headersSent || res.destroyed) res.destroy()
      else if (isAskedAgain) again()
      else send(res, 503, notRunning)
    })
    res.on('close', () => passed.destroy())
    if (req.method === 'GET') passed.end()
    else req.pipe(passed)
  }

  async function upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Vite answers its own.
    if (req.headers['sec-websocket-protocol']?.startsWith('vite-') === true) return
    socket.on('error', () => socket.destroy())
    if (!(await server.isUp())) return void socket.destroy()
    const passed = connect(server.port, server.host)
    passed.on('error', () => socket.destroy())
    socket.on('close', () => passed.destroy())
    passed.on('close', () => socket.destroy())
    const lines = req.rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${req.rawHeaders[at + 1]}`] : []))
    passed.write(`${[`${req.method} ${req.url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`)
    passed.write(head)
    socket.pipe(passed).pipe(socket)
  }

  http.on('request', (req, res) => {
    answer(req, res).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      if (res.headersSent) res.destroy()
      else send(res, 500, 'The terminal has the error.\n')
    })
  })
  http.on('upgrade', (req, socket, head) => void upgrade(req, socket, head))
}

async function sendWithScript(res: ServerResponse, found: IncomingMessage): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of found) chunks.push(chunk)
  const script = `<script type="module" src="${reloadScript}"></script>`
  const body = Buffer.from(Buffer.concat(chunks).toString().replace('</head>', `${script}</head>`))
  res.writeHead(found.statusCode ?? 200, { ...found.headers, 'content-length': body.length })
  res.end(body)
}

function send(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' })
  res.end(text)
}

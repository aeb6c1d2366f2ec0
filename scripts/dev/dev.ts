// `npm run dev`: the server and the panel from their sources, for contributors. The server starts again when one of its
// files changed, and pages load again by themselves. For this machine only, and no part of what is published.
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createFront } from './front.ts'
import { createPanelSources } from './panel-sources.ts'
import { freePort, runServer } from './run-server.ts'
import { watchSources } from './watch-sources.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const host = '127.0.0.1'
const port = Number(process.env.PORT ?? 4400)
const address = `http://${host}:${port}`

const http = createServer()
const panel = await createPanelSources(root, http)
const ownPort = await freePort(host)
await listen()
const server = runServer({ root, host, port: ownPort, publicUrl: address })
createFront({ http, panel, server })
const watcher = watchSources(root, async () => {
  if (await server.restart()) panel.reloadPages()
})
process.stdout.write(`${address} shows the sources and every change of them. Ctrl+C ends it.\n`)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end())

function listen(): Promise<void> {
  return new Promise((resolve) => {
    http.once('error', (error) => {
      process.stderr.write(`Cannot listen on ${address}: ${error.message}. Set PORT to another port.\n`)
      process.exit(2)
    })
    http.listen(port, host, resolve)
  })
}

async function end(): Promise<void> {
  watcher.close()
  http.close()
  http.closeAllConnections()
  await Promise.all([server.close(), panel.close()])
  process.exit(0)
}

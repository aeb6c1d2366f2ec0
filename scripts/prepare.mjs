// Runs before `npm start` and `npm test`: installs what is missing, and does nothing when nothing changed.
// Plain JavaScript, because the machine's own Node may be old.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whatToInstall } from '../bin/tested-node.mjs'
import { buildPanel } from './build-panel.mjs'
import { buildServer } from './build-server.mjs'
import { install } from './npm.mjs'
import { installNode } from './pinned-node/install-node.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const purpose = process.argv[2] ?? 'serve'
const isServing = purpose === 'serve' || purpose === 'dev'

install(root, 'Installing what the server needs')
if (installNode() === undefined) {
  process.stderr.write(whatToInstall())
  process.exit(2)
}
if (!isServing || isTracingConfigured()) install(join(root, 'tracing'), 'Installing OpenTelemetry, for traces')
// `npm test` builds and unpacks the rest itself, as far as the chosen files need it; `npm run dev` serves the sources.
if (!['test', 'clients', 'dev'].includes(purpose)) {
  buildPanel()
  buildServer()
}
// Tests build the package, with the packages for other programs in it.
if (!isServing) install(join(root, 'clients'), 'Installing what is built into the packages for other programs')
if (purpose === 'bench') install(join(root, 'bench/frameworks'), 'Installing what is measured beside ours')
if (!isServing) install(join(root, 'test/tools'), 'Installing the test tools')
if (purpose === 'clients') install(join(root, 'test/clients'), 'Installing the clients of others')
if (purpose === 'bench' || purpose === 'trust') {
  const { provide, provided } = await import('./test-needs.mjs')
  await provide(provided)
}

/** By a variable or in the settings file, as `src/app/config/config.ts` reads them. */
function isTracingConfigured() {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint } = process.env
  if (endpoint || tracesEndpoint) return true
  const file = join(process.cwd(), 'showcaller.toml')
  return existsSync(file) && /^\s*["']?otlp_(?:traces_)?endpoint["']?\s*=/m.test(readFileSync(file, 'utf8'))
}

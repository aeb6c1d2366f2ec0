// A real Node-RED with the built package in its folder, as `npm install` would leave it there.
import { cpSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { answerQuestions } from './answer.mjs'

const [folder, clientFolder] = process.argv.slice(2)
const { default: RED } = await import('node-red')
const target = join(folder, 'node_modules/node-red-contrib-showcaller')
mkdirSync(target, { recursive: true })
for (const part of ['package.json', 'dist']) cpSync(join(clientFolder, part), join(target, part), { recursive: true })

const { default: express } = await import('express')
const app = express()
const server = createServer(app)
RED.init(server, {
  userDir: folder,
  httpAdminRoot: '/',
  httpNodeRoot: '/flow',
  credentialSecret: false,
  // Nothing is fetched from the network.
  externalModules: { autoInstall: false, palette: { allowInstall: false } },
  telemetry: { enabled: false, updateNotification: false },
  diagnostics: { enabled: false },
  editorTheme: { tours: false, projects: { enabled: false } },
  logging: { console: { level: 'warn', metrics: false, audit: false } },
})
app.use('/flow', RED.httpNode)
app.use('/', RED.httpAdmin)
server.listen(0, '127.0.0.1')
await RED.start()

answerQuestions({
  url: () => `http://127.0.0.1:${server.address().port}`,
})

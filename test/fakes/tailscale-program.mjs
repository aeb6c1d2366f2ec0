/**
 * The `tailscale` program as far as a server may use it, with its state in a file. Arguments that the real program does
 * not know, or that nobody should need, are refused. Answers have the shapes that other programs' tests have recorded:
 * `status --json` with Self.DNSName, Self.CapMap and BackendState, and the ServeConfig of `serve status --json`.
 */
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const folder = dirname(process.argv[1])
const file = join(folder, 'state.json')
const state = JSON.parse(readFileSync(file, 'utf8'))
const args = process.argv.slice(2)
appendFileSync(join(folder, 'calls'), `${JSON.stringify({ args, variables: Object.keys(process.env) })}\n`)

/** Renamed, so that nobody reads half of it. */
function save() {
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(state))
  renameSync(`${file}.${process.pid}`, file)
}

function say(text, code = 0) {
  ;(code === 0 ? process.stdout : process.stderr).write(`${text}\n`)
  process.exitCode = code
}

const { machine, serve } = state
const key = (port) => `${machine.name}:${port}`
const given = Object.fromEntries(args.filter((arg) => arg.startsWith('--')).map((arg) => arg.slice(2).split(/=(.*)/s)))
const words = args.filter((arg) => !arg.startsWith('--'))

function status() {
  if (machine.state === 'no daemon')
    return say("failed to connect to local tailscaled; it doesn't appear to be running", 1)
  const capabilities = {
    https: null,
    'https://tailscale.com/cap/funnel-ports?ports=443,8443,10000': null,
    ...(machine.isEnabled && { funnel: null }),
  }
  const self = { ID: 'n1', HostName: 'laptop', DNSName: `${machine.name}.`, Online: true, CapMap: capabilities }
  const link = machine.state === 'NeedsLogin' ? 'https://login.tailscale.com/a/0123456789ab' : ''
  say(JSON.stringify({ Version: '1.90.1', BackendState: machine.state, AuthURL: link, Self: self, Peer: null }))
}

function open() {
  const [port, mount, target] = [Number(given.https), given['set-path'], words[1]]
  if (machine.isDenied) return say("Access denied: serve config denied\n\nUse 'sudo tailscale funnel'.", 1)
  if (!machine.isEnabled) {
    say(
      '\nFunnel is not enabled on your tailnet.\nTo enable, visit:\n\n\thttps://login.tailscale.com/f/funnel?node=nAbC123\n',
    )
    // The real program waits until somebody has opened the page.
    setInterval(() => {}, 1000)
    return
  }
  serve.TCP = { ...serve.TCP, [port]: { HTTPS: true } }
  const web = serve.Web?.[key(port)]?.Handlers
  serve.Web = { ...serve.Web, [key(port)]: { Handlers: { ...web, [mount]: { Proxy: target } } } }
  serve.AllowFunnel = { ...serve.AllowFunnel, [key(port)]: true }
  save()
  say(
    `Available on the internet:\n\nhttps://${machine.name}${mount}\n|-- proxy ${target}\n\nFunnel started and running in the background.`,
  )
}

function close() {
  const port = Number(given.https)
  const handlers = serve.Web?.[key(port)]?.Handlers ?? {}
  if (handlers[given['set-path']] === undefined)
    return say('error: failed to remove web serve: handler does not exist', 1)
  delete handlers[given['set-path']]
  if (Object.keys(handlers).length === 0) {
    delete serve.Web[key(port)]
    delete serve.TCP[port]
    delete serve.AllowFunnel?.[key(port)]
  }
  save()
}

const shape = [...words.slice(0, 1), ...Object.keys(given).sort()].join(' ')
if (args.join(' ') === 'status --json --peers=false') status()
else if (args.join(' ') === 'serve status --json') say(JSON.stringify(serve))
else if (shape === 'funnel bg https set-path yes' && words.length === 2) open()
else if (shape === 'funnel https set-path yes' && words[1] === 'off') close()
else say(`unexpected: tailscale ${args.join(' ')}`, 2)

// The busy channel of the proof `shares`, in a process of its own: sends as much as the limits of a channel allow, and
// receives what the server calls for it, without an answer until the order to end.
import { once } from 'node:events'
import { Agent, createServer, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { post } from './post.ts'
import type { Held } from './shares.ts'
import type { Tenant } from './shares-world.ts'

export type SharesOrder = ({ readonly do: 'begin'; readonly port: number } & Tenant) | { readonly do: 'end' }

const everyMs = 100
/** In each of these times: lines of chat and changes of points. */
const lines = 6
const changes = 2
/** The voice has to speak them all before the proof goes on. */
const maxTexts = 12
const uploads = 12
const uploadBytes = 1_000_000
const timeoutMs = 60_000
const longText = 'A long text that takes the voice a while, one sentence after the other. '.repeat(6)

const open: Record<'call' | 'webhook', Set<ServerResponse>> = { call: new Set(), webhook: new Set() }
const uploading = new Set<Socket>()
let speaking = 0
let isBusy = false
let timer: NodeJS.Timeout | undefined
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Keeps every call open while the channel is to be busy. */
const receiver = createServer((req, res) => {
  req.resume()
  const calls = open[(req.url ?? '/').slice(1) as keyof typeof open]
  if (!isBusy || calls === undefined) return void res.writeHead(204).end()
  calls.add(res)
  res.once('close', () => calls.delete(res))
})

function begin({ port, keys, cookie }: Tenant & { readonly port: number }): void {
  isBusy = true
  let n = 0
  const headers = () => ({ authorization: `Bearer ${keys[n++ % keys.length]}` })
  const call = (operation: string, body: object) =>
    post({ agent, port, timeoutMs }, operation, body, headers()).catch(() => undefined)
  timer = setInterval(() => {
    for (let line = 0; line < lines; line++) say(port, headers())
    const viewer = { username: 'alice', platform: 'PlatformA' }
    for (let change = 0; change < changes; change++) void call('add-points', { ...viewer, amount: 1 })
    if (speaking < maxTexts) {
      speaking++
      void call('tts', { text: `${n} ${longText}`, username: 'alice' }).finally(() => speaking--)
    }
    while (uploading.size < uploads) upload(port, cookie)
  }, everyMs)
}

function say(port: number, headers: Readonly<Record<string, string>>): void {
  const body = JSON.stringify({ platform: 'PlatformA', username: 'alice', text: '!slow' })
  const more = { 'content-type': 'application/json', 'content-length': body.length }
  const to = { agent, port, host: '127.0.0.1', method: 'POST', path: '/sandbox/v1/chat' }
  request({ ...to, headers: { ...headers, ...more } }, (res) => res.resume())
    .on('error', () => {})
    .end(body)
}

/** Begins a file and never ends it. One that is refused is tried again. */
function upload(port: number, cookie: string): void {
  const socket = connect({ port, host: '127.0.0.1' })
  uploading.add(socket)
  const head = [
    'POST /panel/uploads?kind=sound&name=endless.wav HTTP/1.1',
    'Host: 127.0.0.1',
    `Cookie: ${cookie}`,
    'Sec-Fetch-Site: same-origin',
    'Content-Type: audio/wav',
    `Content-Length: ${uploadBytes}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\nRIFF`)
  socket.on('error', () => {})
  socket.once('data', () => socket.destroy())
  socket.once('close', () => setTimeout(() => uploading.delete(socket), everyMs))
}

function end(): void {
  isBusy = false
  clearInterval(timer)
  for (const socket of uploading) socket.destroy()
  for (const calls of Object.values(open)) for (const res of calls) res.writeHead(204).end()
}

function report(): void {
  const { call, webhook } = open
  const held: Held = { call: call.size, webhook: webhook.size, upload: uploading.size, speech: speaking }
  process.send?.(held)
}

process.on('message', (order: SharesOrder) => (order.do === 'begin' ? begin(order) : end()))
process.on('disconnect', () => process.exit(0))
await once(receiver.listen(0, '127.0.0.1'), 'listening')
process.send?.({ url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}` })
setInterval(report, everyMs)

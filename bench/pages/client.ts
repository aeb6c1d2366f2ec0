import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { answerOrders } from '../orders.ts'
import { refusalOf, statusOf } from '../refusal.ts'

/** Any number of headless overlay pages, on plain sockets; the same for both servers. */
export type PagesOrder =
  | { readonly do: 'open'; readonly port: number; readonly token: string; readonly count: number }
  | { readonly do: 'fire'; readonly port: number; readonly key: string }

/** Milliseconds, for `fire`: from the call to the last page. */
export type PagesAnswer = number

/** The server closes the oldest of more than 50 unauthenticated clients of one address. */
const atOnce = 40
/** More confirmations than a channel may have pages would add nothing. */
const confirming = 20
const giveUpMs = 30_000
/** Also between two deliveries: a page that reports more than twenty times a second is disconnected. */
const acceptMs = 60
const welcome = Buffer.from('"welcome"')
const ping = Buffer.from('"type":"ping"')
const headEnd = Buffer.from('\r\n\r\n')

interface Page {
  readonly socket: Socket
  expect(mark: Buffer, done: () => void): void
}

const pagesByPort = new Map<number, Page[]>()
let fired = 0

answerOrders<PagesOrder, PagesAnswer>(async (order) => {
  if (order.do === 'fire') return fire(order.port, order.key)
  const pages = pagesByPort.get(order.port) ?? []
  pagesByPort.set(order.port, pages)
  for (let left = order.count; left > 0; left -= atOnce) {
    const opening = Array.from({ length: Math.min(left, atOnce) }, () => openPage(order.port, order.token))
    pages.push(...(await Promise.all(opening)))
  }
  return pages.length
})

function openPage(port: number, token: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    const name = `bench-${randomBytes(6).toString('hex')}`
    const socket = connect({ port, noDelay: true })
    let isUpgraded = false
    let mark: Buffer | undefined
    let done = () => {}
    const page: Page = {
      socket,
      expect(wanted, then) {
        mark = wanted
        done = then
      },
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('a page was disconnected')))
    socket.on('data', (chunk) => {
      if (mark !== undefined && chunk.includes(mark)) {
        mark = undefined
        done()
      }
      // It may come in one piece with a delivery, and a page that does not answer counts as disconnected.
      if (chunk.includes(ping)) socket.write(frameOf({ type: 'pong' }))
      if (!isUpgraded && chunk.includes(headEnd)) {
        isUpgraded = true
        socket.write(frameOf({ type: 'hello', token, page: name }))
      }
      if (chunk.includes(welcome)) resolve(page)
    })
    const head = [
      'GET /overlay/socket HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
    ]
    const nonce = randomBytes(16).toString('base64')
    socket.write([...head, `Sec-WebSocket-Key: ${nonce}`, 'Sec-WebSocket-Version: 13', '', ''].join('\r\n'))
  })
}

/** Everything is ready before the clock starts; the pages confirm after it has stopped. */
async function fire(port: number, key: string): Promise<number> {
  const pages = pagesByPort.get(port)
  if (pages === undefined) throw new Error('no page is open on this port')
  const caller = await openCaller(port)
  const word = `mark-${++fired}-end`
  const mark = Buffer.from(word)
  const body = JSON.stringify({ overlay_id: 'confetti', data: { word } })
  const head = `POST /v1/effect-trigger HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`
  const request = `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  let refuse = (_error: Error) => {}
  const answered = answerOf(caller).then((answer) => {
    if (statusOf(answer) !== 200) refuse(refusalOf('effect-trigger', statusOf(answer), answer))
  })
  let id = ''
  pages[0]?.socket.once('data', (chunk) => {
    id = /"id":"(\w+)"/.exec(chunk.toString())?.[1] ?? ''
  })
  const ms = await new Promise<number>((resolve, reject) => {
    refuse = reject
    let left = pages.length
    const timer = setTimeout(() => reject(new Error(`${left} pages were not reached`)), giveUpMs)
    let began = 0
    const arrived = () => {
      if (--left > 0) return
      clearTimeout(timer)
      resolve(performance.now() - began)
    }
    for (const page of pages) page.expect(mark, arrived)
    began = performance.now()
    caller.write(request)
  })
  const reports = ['received', 'shown', 'finished'].map((type) => ({ type, id }))
  for (const { socket } of pages.slice(0, confirming)) socket.write(frameOf(reports))
  await answered
  caller.destroy()
  return ms
}

/** Returns an accepted connection, so that only the call itself is measured. */
async function openCaller(port: number): Promise<Socket> {
  const caller = connect({ port, noDelay: true })
  await once(caller, 'connect')
  await delay(acceptMs)
  return caller
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())))
}

/** A text frame. Frames of a client must be masked; a mask of zeros changes nothing. */
function frameOf(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message))
  const head = text.length < 126 ? [0x81, 0x80 | text.length] : [0x81, 0xfe, text.length >> 8, text.length & 0xff]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), text])
}

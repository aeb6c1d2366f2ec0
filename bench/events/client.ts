import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { answerOrders } from '../orders.ts'
import { refusalOf, statusOf } from '../refusal.ts'

/** Any number of programs that follow events, on plain sockets; the same for both servers. */
export type FollowersOrder =
  | { readonly do: 'open'; readonly port: number; readonly keys: readonly string[]; readonly count: number }
  | { readonly do: 'leave'; readonly port: number }
  | { readonly do: 'fire'; readonly port: number; readonly key: string }

/** Milliseconds, for `fire`: from the call to the last client. Otherwise the number of clients. */
export type FollowersAnswer = number

const atOnce = 40
/** Of the server, for one key. */
const perKey = 50
const giveUpMs = 30_000
const acceptMs = 60
const isLive = /\r\n\r\n[\s\S]*id: /

interface Follower {
  leave(): void
  expect(mark: Buffer, done: () => void): void
}

const followersByPort = new Map<number, Follower[]>()
let fired = 0

answerOrders<FollowersOrder, FollowersAnswer>(async (order) => {
  if (order.do === 'fire') return fire(order.port, order.key)
  if (order.do === 'leave') return leave(order.port)
  const followers = followersByPort.get(order.port) ?? []
  followersByPort.set(order.port, followers)
  for (let left = order.count; left > 0; left -= atOnce) {
    const opening = Array.from({ length: Math.min(left, atOnce) }, (_, index) =>
      follow(order.port, order.keys[Math.floor((followers.length + index) / perKey)] ?? ''),
    )
    followers.push(...(await Promise.all(opening)))
  }
  return followers.length
})

function follow(port: number, key: string): Promise<Follower> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, noDelay: true })
    let head = ''
    let mark: Buffer | undefined
    let done = () => {}
    const follower: Follower = {
      leave: () => socket.destroy(),
      expect(wanted, then) {
        mark = wanted
        done = then
      },
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`a client was disconnected: ${head}`)))
    socket.on('data', (chunk) => {
      if (mark !== undefined && chunk.includes(mark)) {
        mark = undefined
        done()
      }
      if (isLive.test(head)) return
      head += chunk.toString()
      if (isLive.test(head)) resolve(follower)
    })
    socket.write(`GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  })
}

function leave(port: number): number {
  const followers = followersByPort.get(port) ?? []
  for (const follower of followers.splice(0)) follower.leave()
  return followers.length
}

/** Everything is ready before the clock starts. */
async function fire(port: number, key: string): Promise<number> {
  const followers = followersByPort.get(port)
  if (followers === undefined) throw new Error('nobody follows events on this port')
  const caller = connect({ port, noDelay: true })
  await once(caller, 'connect')
  await delay(acceptMs)
  const word = `mark-${++fired}-end`
  const mark = Buffer.from(word)
  const body = JSON.stringify({ name: 'bench', value: word })
  const head = `POST /v1/set-value HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`
  const request = `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  let refuse = (_error: Error) => {}
  const answered = answerOf(caller).then((answer) => {
    if (statusOf(answer) !== 200) refuse(refusalOf('set-value', statusOf(answer), answer))
  })
  const ms = await new Promise<number>((resolve, reject) => {
    refuse = reject
    let left = followers.length
    const timer = setTimeout(() => reject(new Error(`${left} clients were not reached`)), giveUpMs)
    let began = 0
    const arrived = () => {
      if (--left > 0) return
      clearTimeout(timer)
      resolve(performance.now() - began)
    }
    for (const follower of followers) follower.expect(mark, arrived)
    began = performance.now()
    caller.write(request)
  })
  await answered
  caller.destroy()
  return ms
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())))
}

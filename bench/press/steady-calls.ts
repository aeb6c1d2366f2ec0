import { Agent, request } from 'node:http'
import { answerOrders } from '../orders.ts'
import { refusalOf } from '../refusal.ts'

/** Calls at a fixed rate, whether or not earlier ones were answered (an open loop), until `stop`. */
export type SteadyOrder =
  | {
      readonly do: 'start'
      readonly port: number
      readonly keys: readonly string[]
      readonly path: string
      readonly bodies: readonly string[]
      readonly perSecond: number
    }
  | { readonly do: 'stop' }

/** For `stop`: how many calls were answered with 200 since the start. */
export type SteadyAnswer = number

const everyMs = 10

const agent = new Agent({ keepAlive: true })
let timer: NodeJS.Timeout | undefined
let answered = 0
let failure: Error | undefined

answerOrders<SteadyOrder, SteadyAnswer>(async (order) => {
  clearInterval(timer)
  if (failure !== undefined) throw failure
  const before = answered
  answered = 0
  if (order.do === 'start') start(order)
  return before
})

function start({ port, keys, path, bodies, perSecond }: Extract<SteadyOrder, { do: 'start' }>): void {
  const began = performance.now()
  let sent = 0
  timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond
    for (; sent < due; sent++) {
      call(port, path, keys[sent % keys.length] ?? '', bodies[sent % bodies.length] ?? '{}')
    }
  }, everyMs)
}

function call(port: number, path: string, key: string, body: string): void {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  }
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (res) => {
    res.resume()
    if (res.statusCode === 200) answered++
    // On a busy machine a read is refused as overloaded.
    else if (res.statusCode !== 502) failure ??= refusalOf(path, res.statusCode ?? 0, '')
  })
  sent.on('error', (error) => {
    failure ??= error
  })
  sent.end(body)
}

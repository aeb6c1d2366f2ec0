import type { IncomingMessage, Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { getPoints } from '../../src/capabilities/points/operations/get-points.ts'
import { nextRequestId, systemClock } from '../../src/kernel/ambient.ts'
import { createMemoryLimiter } from '../../src/kernel/limits/limiter.ts'
import { createInputReader } from '../../src/kernel/schema/read-input.ts'
import { answerMeasurements } from '../measured.ts'
import { type KnownKey, openPointsWork, policy, ratePerMinute, scope } from './points-work.ts'

/**
 * get-points on Express 5: `express.ts <data folder>`. Express has no limiter and no validation, so it uses ours, and
 * its defaults that we do not have (an ETag, its name in a header) are turned off.
 */
const createExpress = createRequire(import.meta.url)('express') as (() => Express) & { json(): Middleware }

/** The part of Express that is used here. Only the benchmark installs Express, so its own types may be missing. */
interface Express {
  disable(setting: string): void
  post(path: string, ...handlers: Middleware[]): void
  listen(port: number, host: string, done: () => void): Server
}

type Middleware = (req: Request, res: Response, next: () => void) => void

interface Request extends IncomingMessage {
  readonly body: unknown
}

interface Response {
  readonly locals: { key?: KnownKey }
  status(code: number): Response
  set(name: string, value: string): Response
  json(body: object): void
}

const work = openPointsWork(process.argv[2] ?? '')
const limiter = createMemoryLimiter(systemClock)
const read = createInputReader<{ platform: string; username: string }>(getPoints.input)
const express = createExpress()
express.disable('x-powered-by')
express.disable('etag')
express.post('/v1/get-points', checkKey, checkLimit, createExpress.json(), answer)
const server = express.listen(0, '127.0.0.1', () => answerMeasurements((server.address() as AddressInfo).port))
server.keepAliveTimeout = 72_000
process.once('SIGTERM', () => process.exit(0))

function checkKey(req: Request, res: Response, next: () => void): void {
  const key = work.keyOf(req)
  if (key === undefined) refuse(res, 401, 'invalid_key')
  else {
    res.locals.key = key
    next()
  }
}

function checkLimit(_req: Request, res: Response, next: () => void): void {
  const { key } = res.locals
  const { allowed, remaining, resetSeconds } = limiter.take(`${key?.id} get-points`, ratePerMinute)
  res.set('RateLimit-Policy', policy).set('RateLimit', `"get-points";r=${remaining};t=${resetSeconds}`)
  if (!allowed) refuse(res, 429, 'rate_limited')
  else if (key?.scopes.has(scope) !== true) refuse(res, 403, 'missing_scope')
  else next()
}

function answer(req: Request, res: Response): void {
  const { key } = res.locals
  const found = key && work.answerFor(key, read(req.body))
  if (found === undefined) refuse(res, 404, 'user_not_found')
  else {
    res.set('X-Content-Type-Options', 'nosniff').set('Cache-Control', 'no-store').set('X-Request-Id', nextRequestId())
    res.json(found)
  }
}

function refuse(res: Response, status: number, code: string): void {
  res.status(status).json({ success: false, code })
}

import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { nextRequestId } from '../../src/kernel/ambient.ts'
import { answerMeasurements } from '../measured.ts'
import { type KnownKey, openPointsWork, ratePerMinute, scope } from './points-work.ts'

/** get-points on Fastify with its limiter plug-in, written as its own guides do: `fastify.ts <data folder>`. */
const require = createRequire(import.meta.url)
const createFastify = require('fastify') as (options: object) => Fastify
const rateLimit: unknown = require('@fastify/rate-limit')

/** The part of Fastify that is used here. Only the benchmark installs Fastify, so its own types may be missing. */
interface Fastify {
  register(plugin: unknown, options: object): Promise<void>
  decorateRequest(name: string, value: null): void
  addHook(name: 'onRequest', hook: (request: Request, reply: Reply, done: () => void) => void): void
  post(path: string, options: object, handler: (request: Request, reply: Reply) => unknown): void
  listen(options: { host: string; port: number }): Promise<string>
}

interface Request {
  readonly id: string
  readonly raw: IncomingMessage
  readonly body: { readonly platform: string; readonly username: string }
  key: KnownKey | null
}

interface Reply {
  code(status: number): Reply
  send(body: object): Reply
  headers(values: Readonly<Record<string, string>>): Reply
}

const work = openPointsWork(process.argv[2] ?? '')
const fastify = createFastify({ genReqId: nextRequestId, keepAliveTimeout: 72_000 })
fastify.decorateRequest('key', null)
fastify.addHook('onRequest', (request, reply, done) => {
  request.key = work.keyOf(request.raw) ?? null
  if (request.key === null) reply.code(401).send({ success: false, code: 'invalid_key' })
  else done()
})
await fastify.register(rateLimit, {
  max: ratePerMinute,
  timeWindow: 60_000,
  cache: 10_000,
  enableDraftSpec: true,
  keyGenerator: (request: Request) => request.key?.id,
})
const text = { type: 'string' }
const integer = { type: 'integer' }
const schema = {
  body: {
    type: 'object',
    required: ['platform', 'username'],
    properties: {
      platform: { enum: ['PlatformA', 'PlatformB', 'PlatformC', 'PlatformD'] },
      username: { type: 'string', minLength: 1, maxLength: 100 },
      userid: { type: 'string', minLength: 1, maxLength: 100 },
    },
  },
  response: {
    200: {
      type: 'object',
      properties: {
        success: { type: 'boolean' },
        platform: text,
        user_id: text,
        username: text,
        displayname: text,
        points: integer,
        coin: integer,
        message_count: integer,
      },
    },
  },
}
fastify.post('/v1/get-points', { schema }, (request, reply) => {
  const { key } = request
  if (key?.scopes.has(scope) !== true) return reply.code(403).send({ success: false, code: 'missing_scope' })
  const answer = work.answerFor(key, request.body)
  if (answer === undefined) return reply.code(404).send({ success: false, code: 'user_not_found' })
  reply.headers({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store', 'X-Request-Id': request.id })
  return answer
})
const address = await fastify.listen({ host: '127.0.0.1', port: 0 })
answerMeasurements(Number(new URL(address).port))
process.once('SIGTERM', () => process.exit(0))

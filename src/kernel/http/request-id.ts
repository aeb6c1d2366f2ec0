import type { IncomingMessage } from 'node:http'
import { nextRequestId } from '../ambient.ts'

const valid = /^[\w.:-]{1,100}$/

/** The caller's own id if it is harmless, otherwise a new one; also for what could not be parsed as a request. */
export function requestIdOf(req?: IncomingMessage): string {
  const own = req?.headers['x-request-id']
  return typeof own === 'string' && valid.test(own) ? own : nextRequestId()
}

import type { Clock, Ids } from '../ambient.ts'
import type { Log } from '../log.ts'
import type { Database } from '../storage/database.ts'
import type { Idempotency } from './idempotency/idempotency.ts'

/** The services that the handler of an operation can use. Every capability adds its own, in `context.ts`. */
export interface Context {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly idempotency: Idempotency
}

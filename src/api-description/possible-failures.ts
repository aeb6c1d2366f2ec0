import { type FailureCode, type FailureStatus, failures } from '../kernel/operation/contract/failures.ts'
import type { Operation } from '../kernel/operation/operation.ts'

/** Error codes that every call can return, independent of the operation. */
export const commonFailures: readonly FailureCode[] = [
  'invalid_json',
  'invalid_body',
  'unsupported_content_type',
  'body_too_large',
  'invalid_request',
  'host_not_allowed',
  'request_timeout',
  'invalid_parameter',
  'idempotency_conflict',
  'missing_key',
  'invalid_key',
  'expired_key',
  'revoked_key',
  'missing_scope',
  'address_not_allowed',
  'unknown_operation',
  'rate_limited',
  'internal_error',
  'overloaded',
  'shutting_down',
  'database_unavailable',
  'disk_full',
  'database_damaged',
]

const inTableOrder = Object.keys(failures) as readonly FailureCode[]

/** All error codes of an operation, in the order of the table. */
export function possibleFailures({ failures: own, effect }: Operation): readonly FailureCode[] {
  const possible = new Set([...commonFailures, ...own])
  if (effect === 'outside') possible.add('outcome_unknown')
  return inTableOrder.filter((code) => possible.has(code))
}

export function groupByStatus(codes: readonly FailureCode[]): ReadonlyMap<FailureStatus, readonly FailureCode[]> {
  return Map.groupBy(codes, (code) => failures[code].status)
}

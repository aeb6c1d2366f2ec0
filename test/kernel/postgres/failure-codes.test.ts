import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Failure } from '../../../src/kernel/operation/contract/failures.ts'
import { asFailure } from '../../../src/kernel/storage/postgres/errors.ts'

/** An error as the driver gives it. */
function serverError(code: string): Error {
  return Object.assign(new Error('from the server'), { code, severity: 'ERROR' })
}

for (const [sqlState, meaning, code] of [
  ['53100', 'a full disk', 'disk_full'],
  ['XX001', 'a damaged table', 'database_damaged'],
  ['XX002', 'a damaged index', 'database_damaged'],
  ['53300', 'too many connections', 'database_unavailable'],
  ['58030', 'an I/O error', 'database_unavailable'],
] as const) {
  it(`${meaning} (${sqlState}) of PostgreSQL is ${code}`, () => {
    const failure = asFailure(serverError(sqlState)) as Failure
    assert.equal(failure.code, code)
    assert.equal((failure.cause as { code: string }).code, sqlState)
  })
}

it('any other error of PostgreSQL is a bug and stays as it is', () => {
  const error = serverError('42601')
  assert.equal(asFailure(error), error)
})

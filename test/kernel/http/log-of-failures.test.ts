import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createLog } from '../../../src/kernel/log.ts'
import { Failure } from '../../../src/kernel/operation/contract/failures.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../../declare.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about HTTP, and what it calls is stored on both engines elsewhere')

describe('the log', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  it('describes an expected failure by its code, without a stack trace', async () => {
    const { body } = await testApp.call('tts', { text: 'Hello', username: 'alice' }, { status: 502 })
    assert.equal(body.code, 'overlay_not_connected')
    const lines = testApp.logLines.filter((line) => line.includes(body.request_id))
    assert.equal(lines.length, 1)
    const [line = ''] = lines
    assert.match(line, /overlay_not_connected/)
    assert.doesNotMatch(line, /stack|\\n +at /)
  })

  it('keeps the stack trace of an unexpected error, also as the cause of a failure', () => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line))
    log.warn('x', { error: new TypeError('broken') })
    log.warn('x', { error: new Failure('internal_error', { cause: new TypeError('broken') }) })
    for (const line of lines) assert.match(line, /"stack":"TypeError: broken\\n +at /)
    assert.doesNotMatch(lines[1] ?? '', /"stack":"Failure/)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { serviceSetups } from '../../src/capabilities/service-setups/contract/service-setups.ts'
import { setupTitle } from '../../src/capabilities/service-setups/contract/setup-titles.ts'

describe('the names of services in events', () => {
  it('are those of their setups', () => {
    for (const { name, title } of serviceSetups) assert.equal(setupTitle(name), title)
  })

  it('are there for a service that is gone', () => {
    assert.equal(setupTitle('speech_gone'), 'speech_gone')
  })
})

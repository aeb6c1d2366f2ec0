import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { triggerSentence } from '../../panel/src/pages/automations/trigger-sentence.ts'
import { eventAlerts } from '../../src/capabilities/alerts/contract/recipes.ts'
import { runsOn } from '../declare.ts'

runsOn('sqlite', { because: 'it stores nothing in a database' })

describe('the line under the name of an automation', () => {
  it('calls a gift what its platform calls it, and leaves out what goes without saying', () => {
    const sentences = eventAlerts.flatMap(({ recipe: { automation } }) => {
      const { trigger } = automation
      return trigger.type === 'event' && trigger.event === 'bits' ? triggerSentence({ ...trigger }) : []
    })
    assert.deepEqual(sentences, ['Bits (Twitch)', 'KICKs (Kick)', 'Super Chat (YouTube)', 'Gift (TikTok)'])
    assert.equal(triggerSentence({ type: 'event', event: 'bits', where: { is_late: 0 } }), 'Bits or KICKs')
    const late = { type: 'event', event: 'bits', where: { platform: ['kick', 'twitch'], is_late: 1 } } as const
    assert.equal(triggerSentence(late), 'Bits or KICKs (Kick, Twitch, Late)')
  })
})

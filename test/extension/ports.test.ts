import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { portKindOf } from '../../extension/ports.ts'
import { runsOn } from '../declare.ts'

runsOn('sqlite', { because: 'it is about the extension and stores nothing' })

const id = 'abcdefghijklmnopabcdefghijklmnop'
const popupUrl = `chrome-extension://${id}/popup.html`
const own = { id, popupUrl }
const kick = 'https://kick.com/streamer'

describe('the worker of the extension', () => {
  it('takes the popup and the script in a page of Kick for what they are', () => {
    assert.equal(portKindOf({ name: 'popup', sender: { id, url: popupUrl } }, own), 'popup')
    assert.equal(portKindOf({ name: 'popup', sender: { id, url: `${popupUrl}#x`, tab: {} } }, own), 'popup')
    assert.equal(portKindOf({ name: 'frames', sender: { id, url: kick, tab: {} } }, own), 'relay')
  })

  it('takes nobody else for the popup, under any name of a port', () => {
    for (const name of ['popup', 'other', '', 'Frames']) {
      assert.equal(portKindOf({ name, sender: { id, url: kick, tab: {} } }, own), undefined, name)
      assert.equal(portKindOf({ name, sender: { id, url: `${kick}?${popupUrl}`, tab: {} } }, own), undefined, name)
      assert.equal(portKindOf({ name, sender: { id: 'another', url: popupUrl } }, own), undefined, name)
      assert.equal(portKindOf({ name }, own), undefined, name)
    }
    assert.equal(portKindOf({ name: 'frames', sender: { id, url: kick } }, own), undefined, 'not from a tab')
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { needs } from '../declare.ts'
import { launchLikeObs, near, openOverlay } from './overlay-browser.ts'
import { createStageServer, tone } from './overlay-stage.ts'

needs('chromium-127')

describe('without permission to play sound', () => {
  it('says so in a small line, shows everything in its time, and sounds after a click', async () => {
    const stage = await createStageServer()
    const browser = await launchLikeObs({ mayPlay: false })
    try {
      // Whatever a test asks of a page counts as a click, so nothing is asked before the sound was refused.
      const window = await openOverlay(await browser.newContext(), stage.link, { waits: false })
      const { page, heard, faults } = window
      await stage.connected()
      const url = stage.file('voice.wav', tone(880, 1))
      const say = () => stage.fire('tts', { username: 'a', text: 'hello', audio: { url, durationMs: 1_000 } })
      await stage.reported(say(), 'finished')
      await page.locator('#hint').getByText('Click once to enable sound').waitFor({ state: 'attached' })
      assert.deepEqual(heard, [], 'nothing sounds that nobody allowed')
      await page.mouse.click(10, 10)
      await page.waitForFunction(() => document.getElementById('hint')?.hidden)
      await stage.reported(say(), 'finished')
      await window.sounds(near(880), 'the voice')
      assert.deepEqual(faults, [])
    } finally {
      await browser.close()
      await stage.close()
    }
  })
})

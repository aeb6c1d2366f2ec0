import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recipes } from '../../src/registry/recipes.ts'
import { answersTo } from '../commands/chat-line.ts'
import { createTestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { sendFile } from '../uploads/upload-client.ts'
import { openLikeObs } from './open-like-obs.ts'
import { type Heard, near, openOverlay } from './overlay-browser.ts'
import { tone } from './overlay-stage.ts'

runsOn('sqlite', { because: 'it is about what a page plays; requests are tested on both engines without one' })
needs('chromium-127')

describe('a song that a viewer requests', () => {
  it('is played by the overlay when somebody types !sr, joined by a page that comes later, and skipped by a vote', async () => {
    const app = await createTestApp()
    const browser = await openLikeObs()
    try {
      const owner = await signInAsOwner(app)
      for (const [name, hertz] of [
        ['Low tide', 440],
        ['High tide', 1_320],
      ] as const) {
        const bytes = tone(hertz, 60).body as Buffer<ArrayBuffer>
        await sendFile(app, owner, { kind: 'song', name: `${name}.wav`, bytes })
      }
      for (const { group, automation } of recipes) {
        if (group === 'songs') await app.call('save-automation', automation)
      }
      await owner.call('save-setting', { name: 'song_requests', value: { skip_votes: 1 } })
      const context = await browser.newContext()
      const address = await app.ctx.overlays.link(app.channel)
      const first = await openOverlay(context, address)
      assert.deepEqual(await answersTo(app, 'alice', '!sr low tide'), ['Low tide plays now.'])
      await first.sounds(near(440), 'the requested song')
      const card = first.page.locator('[data-kind="song"]', { hasText: 'Low tide' })
      assert.equal(await card.locator('.username').textContent(), 'requested by Alice')
      assert.deepEqual(await answersTo(app, 'bob', '!sr high tide'), ['High tide is number 1 in the queue.'])

      const late = await openOverlay(context, address)
      await late.sounds(near(440), 'the requested song on a page that came later')
      assert.deepEqual(await answersTo(app, 'carol', '!voteskip'), ['Low tide was skipped by vote.'])
      const isHigh = (heard: Heard) => near(1_320)(heard)
      await first.sounds(isHigh, 'the next requested song')
      await late.sounds(isHigh, 'the next requested song on the other page')
      assert.deepEqual([...first.faults, ...late.faults], [])
    } finally {
      await browser.close()
      await app.close()
    }
  })
})

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { languages } from '../../src/kernel/text/languages.ts'
import { needs, runsOn } from '../declare.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import type { Page } from '../tools/playwright.ts'
import { settled, usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

describe('the knob of a switch', () => {
  const panel = usePanel()
  let owner: PanelClient
  before(async () => {
    owner = await signInAsOwner(panel.app)
    await panel.app.call('toggle-command', { id: 1, active: 0 })
    await panel.app.call('toggle-command', { id: 2, active: 1 })
  })

  for (const language of ['en', 'ar'] as const) {
    const { direction } = languages[language]
    it(`lies inside its track, at the start when it is off and at the end when it is on, from ${direction}`, async () => {
      await owner.call('save-language', { language })
      const { page } = await panel.signIn({ at: '/commands' })
      await page.locator(`html[dir=${direction}]`).waitFor({ state: 'attached' })
      await page.getByRole('switch').first().waitFor()
      await settled(page)
      const measured = await switchesOf(page)
      assert.deepEqual(new Set(measured.map(({ isOn }) => isOn)), new Set([true, false]))
      for (const { isOn, track, knob } of measured) {
        const where = JSON.stringify({ isOn, track, knob })
        assert.ok(knob.right - knob.left >= 10 && knob.bottom - knob.top >= 10, where)
        assert.ok(knob.left >= track.left && knob.right <= track.right, where)
        assert.ok(knob.top >= track.top && knob.bottom <= track.bottom, where)
        const isInRightHalf = knob.left + knob.right > track.left + track.right
        assert.equal(isInRightHalf, isOn === (direction === 'ltr'), where)
      }
      await page.context().close()
    })
  }
})

interface Rectangle {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The knob is no element of the page, so that only the browser itself knows where it has drawn it. */
async function switchesOf(page: Page): Promise<{ isOn: boolean; track: Rectangle; knob: Rectangle }[]> {
  const devTools = await page.context().newCDPSession(page)
  const rectangleOf = async (backendNodeId: number): Promise<Rectangle> => {
    const { model } = await devTools.send('DOM.getBoxModel', { backendNodeId })
    const across = model.border.filter((_, at) => at % 2 === 0)
    const down = model.border.filter((_, at) => at % 2 === 1)
    return {
      left: Math.min(...across),
      right: Math.max(...across),
      top: Math.min(...down),
      bottom: Math.max(...down),
    }
  }
  const { root } = await devTools.send('DOM.getDocument', { depth: 0 })
  const found = async (selector: string) =>
    (await devTools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })).nodeIds
  const on = new Set(await found('[role=switch]:checked'))
  const measured = []
  for (const nodeId of await found('[role=switch]')) {
    const { node } = await devTools.send('DOM.describeNode', { nodeId })
    const knob = node.pseudoElements?.find(({ pseudoType }) => pseudoType === 'before')
    assert.ok(knob, 'a switch has a knob')
    measured.push({
      isOn: on.has(nodeId),
      track: await rectangleOf(node.backendNodeId),
      knob: await rectangleOf(knob.backendNodeId),
    })
  }
  await devTools.detach()
  return measured
}

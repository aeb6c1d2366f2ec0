import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { tokenOf } from '../overlay/page-client.ts'
import { openLikeObs } from './open-like-obs.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium-127')

const items = 240
const cuts = 40
const itemMs = 30

it(`shows each of ${items} items once and in order over ${cuts} cuts of the line`, async () => {
  const app = await createTestApp()
  const line = await createLine(app.port)
  const browser = await openLikeObs()
  try {
    const page = await (await browser.newContext()).newPage()
    // Counted where they appear, by the page's own tree, so that one that is shown for a moment counts as well.
    await page.addInitScript(() => {
      const shown: string[] = []
      Object.assign(globalThis, { shown })
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
          for (const node of addedNodes) {
            if (node instanceof HTMLElement && node.dataset.kind !== undefined) shown.push(node.dataset.id ?? '')
          }
        }
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(`${line.url}/overlay#${await tokenOf(app)}`)

    const ids: string[] = []
    async function send(count: number): Promise<void> {
      for (let index = 0; index < count; index++) {
        const payload = { alert: 1, name: `item ${ids.length}`, username: 'a', durationMs: itemMs }
        const cue = { kind: 'audio-alert', idPrefix: 'alert', payload, expiresInMs: 600_000 } as const
        ids.push((await app.ctx.db.write((tx) => app.ctx.overlays.queue(tx, app.cause, cue))).id)
        await delay(5)
      }
    }
    const isThere = async () => app.ctx.overlays.isConnected(app.channel.id, { kind: 'audio-alert' })
    for (let cut = 0; cut < cuts; cut++) {
      await eventually(`the page to come back after cut ${cut}`, isThere)
      // A few into the line, which is cut at once or a moment later, and a few while there is none.
      await send(items / cuts / 2)
      await delay((cut % 5) * 15)
      line.cut()
      await send(items / cuts / 2)
    }
    assert.equal(ids.length, items)

    const shownIds = () => page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)
    const isDone = async () => (await shownIds()).includes(ids.at(-1) ?? '')
    await eventually('the last to be shown', isDone, 120_000)
    assert.deepEqual(await shownIds(), ids)
    const listUnfinished = async () =>
      (await app.ctx.overlays.recent(app.channel, items)).filter(({ state }) => state !== 'finished')
    await eventually('all to be finished', async () => (await listUnfinished()).length === 0)
  } finally {
    await browser.close()
    line.close()
    await app.close()
  }
})

/** The line between page and server, which can be cut at any moment. */
async function createLine(serverPort: number) {
  const ends = new Set<Socket>()
  const line = createServer((fromPage) => {
    const toServer = connect(serverPort, '127.0.0.1')
    for (const end of [fromPage, toServer]) {
      ends.add(end)
      end.on('error', () => end.destroy())
      end.on('close', () => {
        ends.delete(end)
        fromPage.destroy()
        toServer.destroy()
      })
    }
    fromPage.pipe(toServer).pipe(fromPage)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    cut() {
      for (const end of ends) end.destroy()
    },
    close() {
      this.cut()
      line.close()
    },
  }
}

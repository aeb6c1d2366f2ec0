import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Overrides } from '../../src/app/node.ts'
import { startUndriven } from '../browser/undriven-browser.ts'
import { createTestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { startFakeKickPage } from '../fakes/kick-page.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { findProgram } from '../tools/programs.mjs'
import {
  hasStatus,
  loading,
  openBrowser,
  openPopup,
  pairInPopup,
  quietly,
  writeExtension,
} from './extension-browser.ts'

/**
 * Pairs a browser, starts it anew with nothing attached that would keep a worker alive, leaves it alone, and then wants
 * a clip of it. A browser ends an idle worker after 30 s. Answers how often it connected meanwhile, which is once.
 */
export async function stayIdle(
  seconds: number,
  extensionTimings: Overrides['extensionTimings'] = {},
): Promise<{ connects: number; clip: string }> {
  const kick = await startFakeKickPage()
  const extension = await writeExtension(kick)
  const profile = createTemporaryFolder()
  const app = await createTestApp({ extensionTimings })
  let browser: ReturnType<typeof startUndriven> | undefined
  try {
    const owner = await signInAsOwner(app)
    const { context, popupUrl } = await openBrowser(extension.folder, profile.path)
    try {
      const popup = await openPopup(context, popupUrl)
      await pairInPopup(popup, app.url, (await owner.call('create-extension-code')).body.code)
      await hasStatus(popup, 'connected')
    } finally {
      await context.close()
    }
    const presence = () => app.ctx.extension.presence(app.channel.id)
    await eventually('the browser is closed', async () => presence().size === 0)

    const seenAt = async () => (await app.ctx.extension.pairings.list(app.channel.id))[0]?.seenAt
    const seenBefore = await seenAt()
    const args = ['--headless=new', ...quietly, ...loading(extension.folder), `--user-data-dir=${profile.path}`]
    browser = startUndriven(findProgram('chromium-with-extensions'), [...args, `${kick.page}/streamer-one`])
    const isBack = async () => presence().size === 1 && (await seenAt()) !== seenBefore
    await eventually('the extension connects, and that is written down', isBack)
    const times = new Set([await seenAt()])
    for (let waited = 0; waited < seconds; waited++) {
      await delay(1000)
      assert.equal(presence().size, 1, `the extension went away after ${waited} s`)
      times.add(await seenAt())
    }
    const wanted = { slug: 'streamer-one', title: 'Still here', seconds: 30 }
    const { url } = await app.app.clipExtension.clip(app.channel.id, wanted, AbortSignal.timeout(60_000))
    return { connects: times.size, clip: url }
  } finally {
    await browser?.end()
    await app.close()
    await kick.close()
    extension.remove()
    profile.remove()
  }
}

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { openPlace } from '../browser/open-place.ts'
import { usePanel } from '../browser/panel-browser.ts'
import { hasLongVersion, needs, runsOn } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'
import { signInAsOwner } from '../panel/panel-client.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('files and links of single widgets')

interface WidgetEntry {
  readonly id: number
  readonly type: string
  readonly name: string
  readonly settings: object
  readonly place: object
}

describe('widgets at the panel', () => {
  const panel = usePanel()

  it('previews one of the gallery, creates it, moves it on the stage, and it stands there on the overlay', async () => {
    const { page, faults } = await panel.signIn()
    await openPlace(page, 'Overlay', 'Widgets')
    const preview = page.frameLocator('iframe')
    await page.getByRole('radio', { name: /^Goal/ }).check({ force: true })
    await preview.locator('[data-type="goal"]', { hasText: '342 / 500' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Follows')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Follows created.').waitFor()
    await page.getByLabel('Target', { exact: true }).fill('800')
    await preview.locator('[data-type="goal"]', { hasText: '342 / 800' }).waitFor()
    await page.getByRole('button', { name: 'Follows, 50 % from the left, 50 % from the top' }).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('button', { name: 'Follows, 55 % from the left, 50 % from the top' }).waitFor()
    for (const [key, times, y, part] of [
      ['ArrowUp', 8, 10, '.frame span'],
      ['ArrowDown', 16, 90, '.rotate'],
      ['ArrowUp', 8, 50, '.rotate'],
    ] as const) {
      for (let at = 0; at < times; at++) await page.keyboard.press(`Shift+${key}`)
      await page.getByRole('button', { name: `Follows, 55 % from the left, ${y} % from the top` }).waitFor()
      const [stage, found] = await Promise.all(
        ['.stage-items', `.stage-item.chosen ${part}`].map((one) => page.locator(one).boundingBox()),
      )
      assert.ok(stage && found && found.y >= stage.y && found.y + found.height <= stage.y + stage.height, part)
    }
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Follows saved.').waitFor()
    if (process.env.WIDGET_PICTURES !== undefined) {
      await page.screenshot({ path: `${process.env.WIDGET_PICTURES}/panel-widget.png`, fullPage: true })
    }
    const overlay = await page.context().newPage()
    await overlay.goto(`${await panel.app.ctx.overlays.link(panel.app.channel)}&silent`)
    const goal = overlay.locator('[data-kind="widget"][data-type="goal"]', { hasText: '/ 800' })
    await goal.waitFor()
    assert.equal(await goal.evaluate((one) => one.style.left), '40.4%')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Follows deleted.').waitFor()
    await goal.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun(
    'saves a custom widget as one file, reads it again without a loss, and refuses files that are none',
    async () => {
      const { page, faults } = await panel.signIn()
      const owner = await signInAsOwner(panel.app)
      const widgets = async () => (await owner.call('list-widget-settings')).body.widgets as WidgetEntry[]
      const settings = {
        html: '<p class="name">ışık &amp; "names"</p>\\n<b hidden></b>',
        css: 'p { color: gold }',
        js: "widget.on('latest', ({ latest }) => { document.body.dataset.who = latest.follow?.user })",
        ...{ sources: ['latest', 'chat'], values: ['deaths'], accent: '#abcdef', theme: 'neon' },
      }
      const place = { x: 25.5, y: 70, width: 40, height: 20, rotation: -5, layer: 3 }
      const made = (await owner.call('create-widget', { type: 'custom', name: 'Stars & names', settings, place })).body
      await page.goto(`${panel.app.url}/widgets/${made.widget.id}`)
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export' }).click()
      const download = await downloading
      assert.equal(download.suggestedFilename(), 'stars-names.widget.json')
      const file = readFileSync(await download.path(), 'utf8')
      await owner.call('delete-widget', { id: made.widget.id })

      await page.goto(`${panel.app.url}/widgets/new`)
      const choose = (name: string, content: string) =>
        page
          .getByLabel('Import')
          .and(page.locator('input'))
          .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
      const exported = JSON.parse(file)
      const changed = (change: object) => JSON.stringify({ ...exported, widget: { ...exported.widget, ...change } })
      for (const [name, content] of [
        ['no-json.json', 'widget'],
        ['nothing.json', 'null'],
        ['commands.json', JSON.stringify({ ...exported, type: 'showcaller-commands' })],
        ['unknown.json', changed({ type: 'toaster' })],
        ['list.json', changed({ settings: ['html'] })],
        ['huge.json', file + ' '.repeat(200_000)],
      ] as const) {
        await choose(name, content)
        await page.getByText(`${name} is not a widget file.`).waitFor()
      }
      for (const [change, refusal] of [
        [{ settings: { ...settings, sound: 'builtin:coin' } }, /settings\.sound/],
        [{ settings: { ...settings, accent: 'url(//example.com)' } }, /settings\.accent/],
        [{ place: { ...place, width: 500 } }, /place\.width/],
      ] as const) {
        const answering = page.waitForResponse((one) => one.url().endsWith('/create-widget'))
        await choose('refused.json', changed(change))
        const answer = await answering
        assert.deepEqual([answer.status(), refusal.test(await answer.text())], [400, true], String(refusal))
        await page.locator('p.error').waitFor()
      }
      assert.deepEqual(await widgets(), [])
      await choose('stars.json', file)
      await page.getByText('Stars & names created.').waitFor()
      const [imported] = await widgets()
      assert.deepEqual(
        [imported?.type, imported?.name, imported?.settings, imported?.place],
        ['custom', 'Stars & names', settings, place],
      )
      // The preview runs the code in a frame of another site.
      assert.deepEqual(
        faults.filter((fault) => !fault.startsWith('asked http://effect-')),
        [],
      )
      await owner.call('delete-widget', { id: imported?.id })
      await page.context().close()
    },
  )

  itInLongRun(
    'has a link for one widget, which shows nothing else, fills the page, and ends when links are reset',
    async () => {
      const { page } = await panel.signIn()
      const owner = await signInAsOwner(panel.app)
      const place = { x: 50, y: 50, width: 20, height: 10, rotation: 0, layer: 0 }
      const made = await Promise.all(
        ['Goal one', 'Goal two'].map((label) =>
          owner.call('create-widget', { type: 'goal', name: label, settings: { label }, place }),
        ),
      )
      const [one, two] = made.map(({ body }) => body.widget.id as number)
      await page.goto(`${panel.app.url}/widgets/${two}`)
      await page.getByText('Own link', { exact: true }).click()
      await page.getByRole('button', { name: 'Show link' }).click()
      const link = (await page.locator('.secret code').textContent()) ?? ''
      assert.match(link, new RegExp(`&only=widget-${two}$`))
      const overlay = await page.context().newPage()
      await overlay.goto(`${link}&silent`)
      await overlay.getByText('Goal two').waitFor()
      assert.equal(await overlay.locator('.widget').count(), 1)
      const box = await overlay.locator('.widget').boundingBox()
      assert.deepEqual(
        [box?.x, box?.y, box?.width, box?.height],
        [0, 0, ...Object.values(overlay.viewportSize() ?? {})],
      )
      await owner.call('reset-overlay-link')
      await overlay.locator('.widget').waitFor({ state: 'detached' })
      await overlay.reload()
      await overlay.locator('body[data-connected="false"]').waitFor({ state: 'attached' })
      assert.equal(await overlay.locator('.widget').count(), 0, 'the old link shows nothing any more')
      for (const id of [one, two]) await owner.call('delete-widget', { id })
      await page.context().close()
    },
  )
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openPage } from '../overlay/page-client.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { signInBrowser } from '../sign-in-link.ts'
import type { Locator, Page } from '../tools/playwright.ts'
import { createLine } from './line.ts'
import { closeToasts, followLink, holdAnswer, listening, panelAddresses, settled, usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('every editor, messages on every page, and phones')

describe('no work at the panel is lost', () => {
  const panel = usePanel()
  let command: number
  before(async () => {
    const { items } = await panel.app.ctx.commands.list(panel.app.channel)
    command = items.find((one) => one.command === 'hug')?.id ?? 0
  })

  const reply = (page: Page) => page.getByLabel('Reply', { exact: true })
  const stored = async () => (await panel.app.call('list-commands', {})).body.commands as Record<string, unknown>[]
  /** On a phone the list and what was chosen of it share one place. */
  const showList = async (page: Page, phone: boolean) => {
    if (phone) await page.getByRole('link', { name: 'All commands' }).click()
  }
  const storedReply = async () => (await stored()).find((one) => one.command === 'hug')?.message

  /** Each editor: where it is, how it is opened there, and a text field of it. */
  const editors: readonly {
    path: () => string
    open?: (page: Page) => Promise<void>
    field: (page: Page) => Locator
  }[] = [
    { path: () => `/commands/${command}`, field: reply },
    { path: () => '/commands/new', field: reply },
    { path: () => '/automations/new', field: (page) => page.getByLabel('Name', { exact: true }) },
    { path: () => '/alerts/1', field: (page) => page.getByLabel('Name', { exact: true }) },
    { path: () => '/shows/new', field: (page) => page.getByLabel('Name', { exact: true }) },
    { path: () => '/ai', field: (page) => page.getByRole('region', { name: 'Persona' }).getByRole('textbox').first() },
    { path: () => '/settings/speech', field: (page) => page.getByLabel('Language', { exact: true }) },
    {
      path: () => '/hooks',
      open: (page) => page.getByRole('button', { name: 'New webhook' }).click(),
      field: (page) => page.getByRole('dialog').getByLabel('Name', { exact: true }),
    },
    {
      path: () => '/keys',
      open: (page) => page.getByRole('button', { name: 'New key' }).click(),
      field: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Name' }),
    },
  ]

  for (const phone of [false, true]) {
    it(`an editor still has its unsaved changes after another page and a reload${phone ? ', on a phone' : ''}`, async () => {
      const { page, faults } = await panel.signIn({ phone })
      for (const { path, open, field } of editors.filter((_, at) => isLongRun || at % 4 === (phone ? 2 : 0))) {
        await page.goto(panel.app.url + path())
        await open?.(page)
        const before = await field(page).inputValue()
        await field(page).fill('half written')
        if (open !== undefined) await page.keyboard.press('Escape')
        await page.locator('nav:visible').getByRole('link', { name: 'Home' }).click()
        await page.waitForURL(`${panel.app.url}/`)
        await page.goBack()
        await open?.(page)
        assert.equal(await field(page).inputValue(), 'half written', `${path()} after another page`)
        await page.reload()
        await open?.(page)
        assert.equal(await field(page).inputValue(), 'half written', `${path()} after a reload`)
        await page.getByRole('button', { name: open === undefined ? 'Discard' : 'Cancel' }).click()
        await open?.(page)
        assert.equal(await field(page).inputValue(), before, `${path()} after it was discarded`)
      }
      assert.deepEqual(faults, [])
      await page.context().close()
    })
  }

  for (const phone of isLongRun ? [false, true] : [false]) {
    it(`another row keeps them too, and the list says where they are${phone ? ', on a phone' : ''}`, async () => {
      const { page } = await panel.signIn({ phone, at: `/commands/${command}` })
      await reply(page).fill('half written')
      const row = page.locator('.command-rows li', { hasText: 'hug' })
      await showList(page, phone)
      await page.locator('.command-rows li', { hasNotText: 'hug' }).getByRole('link').first().click()
      await page.waitForURL((url) => url.pathname !== `/commands/${command}`)
      assert.notEqual(await reply(page).inputValue(), 'half written')
      await showList(page, phone)
      await row.getByText('Unsaved changes').waitFor()
      await row.getByRole('link').click()
      assert.equal(await reply(page).inputValue(), 'half written')
      await page.getByRole('button', { name: 'Discard' }).click()
      await showList(page, phone)
      await row.getByText('Unsaved changes').waitFor({ state: 'detached' })
      await page.context().close()
    })
  }

  for (const phone of isLongRun ? [false, true] : [false]) {
    it(`what is typed while a save is under way stays, as an unsaved change${phone ? ', on a phone' : ''}`, async () => {
      const { page } = await panel.signIn({ phone, at: `/commands/${command}` })
      await reply(page).fill('First')
      const saving = await holdAnswer(page, 'save-command')
      await page.getByRole('button', { name: 'Save' }).click()
      await saving.held
      await reply(page).fill('First and second')
      await saving.release()
      await page.getByText('!hug saved').waitFor()
      assert.deepEqual([await reply(page).inputValue(), await storedReply()], ['First and second', 'First'])
      const savingTheRest = await holdAnswer(page, 'save-command')
      await page.getByRole('button', { name: 'Save' }).click()
      await savingTheRest.held
      assert.equal(await storedReply(), 'First and second')
      // Who has gone on to another one stays there.
      await showList(page, phone)
      await page.locator('.command-rows li', { hasNotText: 'hug' }).getByRole('link').first().click()
      await page.waitForURL((url) => url.pathname !== `/commands/${command}`)
      const address = page.url()
      await savingTheRest.release()
      assert.equal(page.url(), address)
      await page.context().close()
    })
  }

  it('a change that was saved elsewhere is taken over, and both versions of the same field are shown', async () => {
    const { page: mine } = await panel.signIn()
    const { page: theirs } = await panel.signIn({ phone: true })
    for (const page of [mine, theirs]) await page.goto(`${panel.app.url}/commands/${command}`)
    await reply(mine).fill('My reply')
    await theirs.getByLabel('User cooldown').fill('77')
    await theirs.getByRole('button', { name: 'Save' }).click()
    const notice = mine.getByRole('alert', { name: /changed elsewhere/ })
    await notice.getByText(/Updated here too: .*ooldown/).waitFor()
    assert.equal(await mine.getByLabel('User cooldown').inputValue(), '77')
    assert.equal(await reply(mine).inputValue(), 'My reply')
    await notice.getByRole('button', { name: 'OK' }).click()

    await reply(theirs).fill('Their reply')
    await theirs.getByRole('button', { name: 'Save' }).click()
    await notice.getByRole('cell', { name: 'Their reply' }).waitFor()
    await notice.getByRole('cell', { name: 'My reply' }).waitFor()
    // Still there for whoever comes back later.
    await mine.reload()
    await notice.getByRole('cell', { name: 'Their reply' }).waitFor()
    await notice.getByRole('button', { name: 'Keep my changes' }).click()
    await mine.getByRole('button', { name: 'Save' }).click()
    await eventually('my reply to be stored', async () => (await storedReply()) === 'My reply')

    await reply(mine).fill('My second reply')
    await theirs.reload()
    await reply(theirs).fill('Their second reply')
    await theirs.getByRole('button', { name: 'Save' }).click()
    await notice.getByRole('button', { name: 'Use the saved version' }).click()
    assert.equal(await reply(mine).inputValue(), 'Their second reply')
    await mine.context().close()
    await theirs.context().close()
  })

  for (const phone of isLongRun ? [false, true] : [false]) {
    it(`of two saves at the same moment the second is refused, and shows both${phone ? ', on a phone' : ''}`, async () => {
      const [myReply, theirReply] = [`My quick reply ${phone}`, `Their quick reply ${phone}`]
      const { page: mine } = await panel.signIn({ phone })
      const { page: theirs } = await panel.signIn({ phone: !phone })
      for (const page of [mine, theirs]) await page.goto(`${panel.app.url}/commands/${command}`)
      await reply(mine).fill(myReply)
      await reply(theirs).fill(theirReply)
      // My save is on its way while theirs is stored.
      const { promise: stored, resolve: release } = Promise.withResolvers<void>()
      await mine.route('**/panel/api/save-command', async (route) => {
        await stored
        await route.continue()
      })
      const sent = mine.waitForRequest('**/panel/api/save-command')
      await mine.getByRole('button', { name: 'Save' }).click()
      await sent
      await theirs.getByRole('button', { name: 'Save' }).click()
      await eventually('their reply to be stored', async () => (await storedReply()) === theirReply)
      release()
      await mine.getByText('Somebody else saved this in the meantime.').waitFor()
      const notice = mine.getByRole('alert', { name: /changed elsewhere/ })
      await notice.getByRole('cell', { name: theirReply }).waitFor()
      assert.equal(await storedReply(), theirReply)
      await notice.getByRole('button', { name: 'Keep my changes' }).click()
      await mine.getByRole('button', { name: 'Save' }).click()
      await eventually('my reply to be stored', async () => (await storedReply()) === myReply)
      await mine.context().close()
      await theirs.context().close()
    })
  }

  for (const phone of isLongRun ? [false, true] : [false]) {
    it(`a session that ended is signed in again in place, and the save goes through${phone ? ', on a phone' : ''}`, async () => {
      const { page } = await panel.signIn({ phone, at: `/commands/${command}` })
      const text = `Written before the session ended ${phone}`
      const previewed = page.waitForResponse((response) => {
        return response.url().endsWith('/preview-reply') && response.request().postData()?.includes(text) === true
      })
      await reply(page).fill(text)
      await previewed
      await page.context().clearCookies()
      // Any call finds out, here that of the next preview.
      await reply(page).fill(`${text}!`)
      const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' })
      await dialog.getByText('Your session has ended.').waitFor()
      assert.equal(await reply(page).inputValue(), `${text}!`)
      const other = await page.context().newPage()
      await signInBrowser(
        other,
        `${panel.app.url}/sign-in?link=${await panel.app.ctx.sessions.makeLink(panel.app.channel)}`,
      )
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('!hug saved').waitFor()
      assert.equal(await storedReply(), `${text}!`)
      await page.context().close()
    })
  }
})

describe('a switch in a list of the panel', () => {
  const panel = usePanel()

  it('is refused when somebody else saved what it would send back, and works once that is shown', async () => {
    const { page } = await panel.signIn()
    const other = await signInAsOwner(panel.app)
    const stored = async () => (await other.call('list-alert-settings')).body.alerts[0]
    await page.goto(`${panel.app.url}/alerts/1`)
    await settled(page)
    const first = page.locator('.row-of-list').first().getByRole('switch')
    assert.equal(await first.isChecked(), true)
    const slow = await holdAnswer(page, 'list-alert-settings')
    const { id, points, active, sound } = await stored()
    await other.call('edit-alert', { id, name: 'Renamed', points, active, sound })
    await slow.held
    await first.click()
    await page.getByText('Somebody else saved this in the meantime.').waitFor()
    assert.deepEqual([(await stored()).name, (await stored()).active], ['Renamed', true])
    await slow.release()
    await page.locator('.row-of-list').first().getByText('Renamed', { exact: true }).waitFor()
    await closeToasts(page)
    await first.click()
    await eventually('the switch', async () => (await stored()).active === false)
    assert.equal((await stored()).name, 'Renamed')
    await page.context().close()
  })

  it('is not undone by the save of an editor that is under way, and undoes nothing of it', async () => {
    const { page, faults } = await panel.signIn()
    const other = await signInAsOwner(panel.app)
    const place = { x: 50, y: 50, width: 20, height: 10, rotation: 0, layer: 0 }
    await other.call('create-widget', { type: 'goal', name: 'Goal', settings: {}, place })
    const read = async (operation: string) => (await other.call(operation)).body
    const editors = [
      {
        list: '/effects',
        save: 'edit-effect',
        stored: async () => (await read('list-effect-settings')).effects[0],
        isOn: 'trigger_enabled',
      },
      {
        list: '/widgets',
        save: 'save-widget',
        stored: async () => (await read('list-widget-settings')).widgets[0],
        isOn: 'enabled',
      },
    ]
    for (const { list, save, stored, isOn } of editors) {
      await page.goto(panel.app.url + list)
      const row = page.locator('.row-of-list').first()
      await row.getByRole('link').first().click()
      await page.getByLabel('Name', { exact: true }).fill('Renamed')
      const { promise: switched, resolve: release } = Promise.withResolvers<void>()
      await page.route(`**/panel/api/${save}`, async (route) => {
        await switched
        await route.continue()
      })
      const sent = page.waitForRequest(`**/panel/api/${save}`)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await sent
      await row.getByRole('switch').click()
      await eventually('the switch', async () => (await stored())[isOn] === false)
      release()
      await page.getByText('Renamed saved').waitFor()
      await row.getByText('Renamed', { exact: true }).waitFor()
      const { name, [isOn]: on } = await stored()
      assert.deepEqual([name, on, await row.getByRole('switch').isChecked()], ['Renamed', false, false], list)
      await closeToasts(page)
    }
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})

describe('messages and links at the panel', () => {
  const panel = usePanel()

  for (const phone of [false, true]) {
    it(`show their whole text, can be closed and never cover a button that saves${phone ? ', on a phone' : ''}`, async () => {
      const { page } = await panel.signIn({ phone, at: '/alerts/1' })
      const name = page.getByLabel('Name', { exact: true })
      // One long word and many short ones.
      await name.fill(`${'W'.repeat(60)} ${'a b '.repeat(9)}${phone ? 'z' : 'y'}`)
      await page.getByRole('button', { name: 'Save' }).click()
      const toast = page.locator('.toast')
      await toast.waitFor()
      const isWhole = () =>
        toast.locator('.text').evaluate((text) => {
          const { left, right, top, bottom } = text.getBoundingClientRect()
          const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
          return isInside && text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight
        })
      assert.ok(await isWhole())
      await name.fill('Airhorn')
      const save = page.getByRole('button', { name: 'Save' })
      await save.scrollIntoViewIfNeeded()
      const overlaps = () =>
        page.evaluate(() => {
          const box = document.querySelector('.toast')?.getBoundingClientRect()
          const saver = document.querySelector('.editor-footer [type=submit]')?.getBoundingClientRect()
          if (box === undefined || saver === undefined) return false
          return box.left < saver.right && box.right > saver.left && box.top < saver.bottom && box.bottom > saver.top
        })
      await eventually('the message to be out of the way', async () => !(await overlaps()))
      assert.ok(await isWhole())
      await toast.getByRole('button', { name: 'Close' }).click()
      await toast.waitFor({ state: 'detached' })
      await save.click()
      await page.getByText('Airhorn saved').waitFor()
      await page.context().close()
    })
  }

  it('cover nothing that can be used, on any page, on a wide screen and on a phone', async () => {
    const { page } = await panel.signIn()
    const wide = page.viewportSize() ?? { width: 0, height: 0 }
    await page.locator('section.quick').getByRole('button', { name: 'Confetti' }).click()
    await page.locator('.toast').waitFor()
    const paths = (await panelAddresses(panel.app)).filter((_, at) => isLongRun || at % 6 === 0)
    for (const path of paths) {
      await followLink(page, path)
      await settled(page)
      for (const screen of [{ width: 390, height: 844 }, wide]) {
        await page.setViewportSize(screen)
        for (const part of [0, 1]) {
          await page.locator('.page').evaluate((element, share) => {
            element.scrollTop = share * element.scrollHeight
          }, part)
          // A message finds its place with the next frame.
          await eventually(`a free place on ${path}`, async () => (await coveredByToasts(page)).length === 0)
        }
      }
    }
    // The page has its whole height again when the message is gone.
    await closeToasts(page)
    assert.equal(await page.evaluate(() => document.documentElement.style.getPropertyValue('--room-below')), '')
    await page.context().close()
  })

  it('say of a link that it only opens on this machine, on a wide screen and on a phone', async () => {
    const { page } = await panel.signIn()
    const warning = page.getByRole('note').getByText('only opens on the computer that runs Showcaller')
    const { width: wide = 0 } = page.viewportSize() ?? {}
    /** Its whole text is inside the screen. */
    async function isRead(): Promise<void> {
      await warning.waitFor()
      for (const width of [390, wide]) {
        await page.setViewportSize({ width, height: 844 })
        await warning.scrollIntoViewIfNeeded()
        const { x, width: taken } = (await warning.boundingBox()) ?? assert.fail('no warning')
        assert.ok(x >= 0 && x + taken <= width, `${x} ${taken} of ${width}`)
      }
    }
    await page.goto(`${panel.app.url}/stage`)
    await page.getByRole('button', { name: 'Show link' }).first().click()
    await isRead()
    await page.goto(`${panel.app.url}/settings/people`)
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill('Mia')
    await dialog.locator('[type=submit]').click()
    await isRead()
    await page.context().close()
  })

  it('say with which command viewers play an alert and what it costs, and only who pays sees the price on it', async () => {
    const { app } = panel
    const { page } = await panel.signIn({ phone: true, at: '/alerts/1' })
    await page.getByRole('button', { name: 'Create !airhorn' }).click()
    await page.getByText('Viewers play it with').waitFor()
    await page.getByRole('link', { name: '!airhorn' }).click()
    await page.getByRole('heading', { name: '!airhorn' }).waitFor()

    const overlay = await openPage(app)
    await page.goto(`${app.url}/`)
    await listening(page)
    const chat = page.getByRole('log', { name: 'Chat' })
    const play = (username: string) => sandboxCall(app, 'chat', { platform: 'PlatformA', username, text: '!airhorn' })
    for (const [username, amount] of [
      ['carol', 99],
      ['bob', 130],
    ] as const) {
      await app.call('set-points', { username, amount, platform: 'PlatformA' })
    }
    await play('carol')
    await chat.getByText('!airhorn costs 100 points, and you have 99 points.').waitFor()
    assert.equal(overlay.cues.length, 0)
    await play('bob')
    assert.equal((await overlay.cue('audio-alert')).payload.points, 100)
    assert.equal((await app.call('get-points', { username: 'bob', platform: 'PlatformA' })).body.points, 30)

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${app.url}/alerts/1`)
    await page.getByText('Viewers play it with').waitFor()
    await page.getByRole('button', { name: 'Test Airhorn' }).click()
    await overlay.until(() => overlay.cues.length === 2, 'the test')
    assert.equal(overlay.cues[1]?.payload.points, 0, 'nobody paid')
    overlay.cut()
    await page.context().close()
  })
})

describe('while the server is away', () => {
  const panel = usePanel()
  let line: Awaited<ReturnType<typeof createLine>>
  before(async () => {
    line = await createLine(panel.app.port)
  })
  after(() => line.close())

  for (const phone of isLongRun ? [false, true] : [false]) {
    it(`the status bar says so, actions say why they are off, and all of it loads again by itself${phone ? ', on a phone' : ''}`, async () => {
      const { page } = await panel.signIn({ phone })
      const typed = `Typed while it was away ${phone}`
      await page.goto(`${line.url}/sign-in?link=${await panel.app.ctx.sessions.makeLink(panel.app.channel)}`)
      await page.getByRole('button').click()
      await page.getByRole('main').waitFor()
      await page.goto(`${line.url}/commands/1`)
      const bar = page.locator('.bar')
      await bar.getByText('Overlay').first().waitFor()
      await page.getByLabel('Reply', { exact: true }).fill('Typed')
      line.cut()
      await bar.getByText('Cannot reach the server.').waitFor()
      assert.equal(await bar.getByText('Overlay').count(), 0)
      const save = page.getByRole('button', { name: 'Save' })
      assert.match((await save.getAttribute('title')) ?? '', /cannot be reached/)
      assert.equal(await save.getAttribute('aria-disabled'), 'true')
      // Editing goes on meanwhile.
      await page.getByLabel('Reply', { exact: true }).fill(typed)
      await save.click({ force: true })

      const { items } = await panel.app.ctx.commands.list(panel.app.channel)
      const first = items.find(({ id }) => id === 1)
      await panel.app.call('toggle-command', { id: 1, active: first?.active ? 0 : 1 })
      line.reconnect()
      await bar.getByText('Overlay').first().waitFor()
      assert.equal(await save.getAttribute('aria-disabled'), null)
      assert.equal(await page.getByLabel('Reply', { exact: true }).inputValue(), typed)
      const own = page.locator('.command-editor').getByLabel('Active')
      await eventually('the page to know the change', async () => (await own.isChecked()) !== first?.active)
      await save.click()
      await page.getByText(/ saved$/).waitFor()
      await page.context().close()
    })
  }
})

/** What can be used, is in sight and lies under a message. */
function coveredByToasts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
    const visible = document.querySelector('.page')?.getBoundingClientRect() ?? new DOMRect()
    return [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
    ]
      .filter((one) => one.closest('.toasts, dialog, [popover]') === null)
      .filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect()
        const end = one.closest('.page') === null ? bottom : Math.min(bottom, visible.bottom)
        return (
          width > 0 &&
          top < end &&
          toasts.some((box) => box.left < right && box.right > left && box.top < end && box.bottom > top)
        )
      })
      .map((one) => one.outerHTML.slice(0, 80))
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { itInLongRun } from '../long-run.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { signInBrowser } from '../sign-in-link.ts'
import type { Locator, Page } from '../tools/playwright.ts'
import { createLine } from './line.ts'
import { closeToasts, holdAnswer, settled, usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('every editor, phones, and two saves at the same moment')

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

  /** Each editor: where it is, how it is opened there, a text field of it, and on which screen the short version has it. */
  const editors: readonly {
    path: () => string
    open?: (page: Page) => Promise<void>
    field: (page: Page) => Locator
    shortOn?: 'wide' | 'phone'
  }[] = [
    { path: () => `/commands/${command}`, field: reply, shortOn: 'wide' },
    { path: () => '/commands/new', field: reply },
    { path: () => '/automations/new', field: (page) => page.getByLabel('Name', { exact: true }) },
    { path: () => '/alerts/1', field: (page) => page.getByLabel('Name', { exact: true }) },
    { path: () => '/run-of-show/new', field: (page) => page.getByLabel('Name', { exact: true }) },
    {
      path: () => '/ai-bot',
      field: (page) => page.getByRole('region', { name: 'Persona' }).getByRole('textbox').first(),
    },
    {
      path: () => '/settings/speech',
      field: (page) => page.getByLabel('Language', { exact: true }),
      shortOn: 'phone',
    },
    {
      path: () => '/developer/webhooks',
      open: (page) => page.getByRole('button', { name: 'New webhook' }).click(),
      field: (page) => page.getByRole('dialog').getByLabel('Name', { exact: true }),
    },
    {
      path: () => '/developer/keys',
      open: (page) => page.getByRole('button', { name: 'New key' }).click(),
      field: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Name' }),
      shortOn: 'wide',
    },
  ]

  for (const phone of [false, true]) {
    it(`an editor still has its unsaved changes after another page and a reload${phone ? ', on a phone' : ''}`, async () => {
      const { page, faults } = await panel.signIn({ phone })
      const screen = phone ? 'phone' : 'wide'
      for (const { path, open, field } of editors.filter(({ shortOn }) => isLongRun || shortOn === screen)) {
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

  itInLongRun('the earlier text stays too, typed again before the answer but after the news of the save', async () => {
    const { page } = await panel.signIn({ at: `/commands/${command}` })
    const earlier = await reply(page).inputValue()
    await reply(page).fill('Another reply')
    const saving = await holdAnswer(page, 'save-command')
    const news = await holdAnswer(page, 'get-command')
    await page.getByRole('button', { name: 'Save' }).click()
    await Promise.all([saving.held, news.held])
    await reply(page).fill(earlier)
    const isRead = page.waitForResponse('**/panel/api/get-command')
    const released = news.release()
    await (await isRead).finished()
    await saving.release()
    await released
    await page.getByText('!hug saved').waitFor()
    assert.deepEqual([await reply(page).inputValue(), await storedReply()], [earlier, 'Another reply'])
    await page.getByText('Unsaved changes').first().waitFor()
    await page.context().close()
  })

  it('a change that was saved elsewhere is taken over, and both versions of the same field are shown', async () => {
    const at = `/commands/${command}`
    const { page: mine } = await panel.signIn({ at })
    const { page: theirs } = await panel.signIn({ phone: true, at })
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

  for (const phone of [false, true]) {
    itInLongRun(
      `of two saves at the same moment the second is refused, and shows both${phone ? ', on a phone' : ''}`,
      async () => {
        const [myReply, theirReply] = [`My quick reply ${phone}`, `Their quick reply ${phone}`]
        const at = `/commands/${command}`
        const { page: mine } = await panel.signIn({ phone, at })
        const { page: theirs } = await panel.signIn({ phone: !phone, at })
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
      },
    )
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
    const { page } = await panel.signIn({ at: '/alerts/1' })
    const other = await signInAsOwner(panel.app)
    const stored = async () => (await other.call('list-alert-settings')).body.alerts[0]
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
    for (const { list, save, stored, isOn } of isLongRun ? editors : editors.slice(0, 1)) {
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

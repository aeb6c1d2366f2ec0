import { settingsSections } from '../../src/capabilities/settings/contract/page.ts'
import { type PageName, panelPages } from '../../src/registry/panel-pages.ts'
import { launchChromium } from '../../test/browser/chromium.ts'
import { eveningWidgets, placeOf } from '../../test/browser/evening-widgets.ts'
import { signInBrowser } from '../../test/sign-in-link.ts'
import { addContent } from './demo-content.ts'
import { createEvening } from './demo-evening.ts'
import { takePicture } from './picture.ts'

/** Takes the pictures of the panel from its current pages, dark and light; with names of pages behind it, only those. */

const chat = [
  ['alice', 'evening everyone'],
  ['bob', 'is that a real curtain rail?'],
  ['carol', 'the velvet is gorgeous'],
  ['dave', 'red. always red'],
  ['erin', '!points'],
  ['grace', 'that puppet has seen things'],
] as const
const widgets = {
  chat: 'Chat',
  goal: 'Follower goal',
  events: 'Latest events',
  leaderboard: 'Most points',
  countdown: 'Subathon',
  poll: 'Poll',
  song: 'Now playing',
} as const
const evening = await createEvening()
const { deck } = await addContent(evening)
const browser = await launchChromium()
try {
  const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${evening.url}/`)
  await page.getByText('npx showcaller link').waitFor()
  await picture('sign-in')

  const overlay = await context.newPage()
  await overlay.goto(`${await evening.ctx.overlays.link(evening.channel)}&silent`)
  await overlay.locator('body[data-connected=true]').waitFor()
  await signInBrowser(page, `${evening.url}/sign-in?link=${await evening.ctx.sessions.makeLink(evening.channel)}`)
  await page.getByRole('main').waitFor()

  const key = (await evening.ctx.keys.list(evening.channel)).find(({ name }) => name === 'Stream Deck')

  /** Pages whose picture shows more than the page as it opens. Every other page is opened at its own address. */
  const prepared: Partial<Record<PageName, () => Promise<void>>> = {
    async home() {
      await show()
      await open('/')
      await page.locator('.queue-rows li').first().waitFor()
      for (const [username, text] of chat) await evening.happen('chat', { platform: 'PlatformA', username, text })
      await page
        .getByText(chat.at(-1)?.[1] ?? '')
        .first()
        .waitFor()
    },
    async overlay() {
      await show()
      await open('/overlays')
      await page.frameLocator('iframe').locator('[data-kind="donation"]').waitFor()
      await page.locator('.firings').waitFor()
      // Waits until the preview has faded in.
      await page.waitForTimeout(1500)
    },
    async music() {
      await evening.call('start-song')
      await open('/music')
      await page.locator('.player').getByText('Playing').waitFor()
      await page.waitForTimeout(4000)
    },
    async activity() {
      await open('/activity/streams')
      await page.getByText('Best moments').waitFor()
      await picture('stream-report')
      await open('/activity')
    },
    async commands() {
      await open('/commands/6')
      // A list that ends above the edge: no row is cut in half.
      await page.getByPlaceholder('Search commands').fill('time')
      await page.locator('h1').first().click()
      await page.locator('.chat .bot').waitFor()
    },
    async alerts() {
      await open('/alerts/donations')
      await picture('donations')
      await open('/alerts')
      await page.getByRole('link', { name: /^Raid alert/ }).click()
      await page.frameLocator('iframe').getByText('42 viewers').waitFor()
      await page.waitForTimeout(1000)
    },
    async effects() {
      await open('/effects/confetti')
      await page.getByRole('button', { name: 'Play' }).click()
      await page.frameLocator('iframe').locator('[data-effect-type="confetti"]').last().waitFor()
      await page.waitForTimeout(2000)
    },
    async widgets() {
      const owner = await evening.signIn()
      const ids = new Map<string, number>()
      for (const [type, name] of Object.entries(widgets) as [keyof typeof widgets, string][]) {
        const placed = eveningWidgets.get(type)
        if (placed === undefined) throw new Error(`There is no widget ${type}.`)
        const { settings: own = {}, ...box } = placed
        const settings = { ...own, ...(type === 'goal' && { target: 500, start: 0 }) }
        const { widget } = (await owner.call('create-widget', { type, name, settings, place: placeOf(box) })).body
        ids.set(type, widget.id)
      }
      await open(`/widgets/${ids.get('countdown')}`)
      await page.frameLocator('iframe').locator('[data-type="goal"] .amount').waitFor()
      await page.waitForTimeout(1500)
    },
    async viewers() {
      const [viewer] = (await (await evening.signIn()).call('list-viewers', { platform: 'kick' })).body.viewers
      await open(`/viewers?viewer=${viewer.id}`)
      await page.locator('.chart canvas').waitFor()
    },
    async keys() {
      await open(`/developer/keys/${key?.id}`)
      await page.getByRole('button', { name: '7 days' }).click()
      await page.locator('.chart canvas').waitFor()
    },
    async console() {
      await open(`/developer/console/add-points?key=${key?.id}`)
      await page.getByRole('button', { name: 'Use example' }).click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('left this minute').waitFor()
    },
    async shows() {
      await open('/run-of-show')
      await page
        .getByRole('link', { name: /Friday show/ })
        .first()
        .click()
      await page.getByText('Opening').first().waitFor()
    },
    async values() {
      await open('/counters')
      await page
        .getByRole('link', { name: /deaths/ })
        .first()
        .click()
    },
    async webhooks() {
      await open('/developer/webhooks')
      await page
        .getByRole('link', { name: /Stage lights/ })
        .first()
        .click()
    },
    async decks() {
      await open(`/phone-deck/${deck}`)
      await page.getByText('Tablet of Alice').waitFor()
    },
    async settings() {
      for (const section of settingsSections) {
        await open(`/settings/${section}`)
        await picture(`settings-${section}`)
      }
    },
  }
  const asked = process.argv.slice(2)
  // Before the pages that show something on the overlay, which would fill it.
  if (asked.length === 0 || asked.includes('activity')) await prepared.activity?.()
  if (asked.length === 0 || asked.includes('activity')) await picture('activity')
  const wanted = panelPages.filter(({ name }) => asked.length === 0 || asked.includes(name))
  for (const { name, path } of wanted.filter((one) => one.name !== 'activity')) {
    await (prepared[name] ?? (() => open(path)))()
    if (name !== 'settings') await picture(name)
  }

  if (asked.length === 0) {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('/')
    await picture('phone')
  }

  async function open(path: string): Promise<void> {
    await page.goto(evening.url + path)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await page.locator('html:not([data-calls])').waitFor({ state: 'attached' })
  }

  /** Shows one item of each kind on the overlay. */
  async function show(): Promise<void> {
    await evening.call('trigger-audio-alert', { name: 'Airhorn', username: 'dave' })
    await evening.call('effect-trigger', { overlay_id: 'confetti' })
    const gift = { username: 'carol', amount: 25, currency: 'USD', message: 'For the velvet fund.' }
    await evening.call('send-donation', { ...gift, provider: 'ProviderA' })
    for (const text of ['Good evening, everyone.', 'Is this running on your own machine?']) {
      await evening.call('tts', { text, username: 'alice' })
    }
  }

  async function picture(name: string): Promise<void> {
    await page.evaluate(() => document.fonts.ready)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      // A change of the colour scheme fades in.
      await page.waitForFunction(() => !document.getAnimations().some((one) => one instanceof CSSTransition))
      await page.waitForTimeout(300)
      await takePicture(page, colorScheme === 'dark' ? `panel-${name}` : `panel-${name}-light`)
    }
    await page.emulateMedia({ colorScheme: 'dark' })
  }
} finally {
  await browser.close()
  await evening.close()
}

import { fileURLToPath } from 'node:url'
import { launchChromium } from '../test/browser/chromium.ts'
import { button } from '../test/decks/deck-client.ts'
import { signInBrowser } from '../test/sign-in-link.ts'
import { createEvening } from './demo-evening.ts'

/** Takes the pictures of a deck, on a phone, on a tablet and in the panel. `node scripts/deck-pictures.ts`. */
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const call = (operation: string, input: object = {}) => ({ operation, input })

const buttons = [
  button('Say hello', { icon: 'chat', color: 'amber', action: call('run-command', { command: 'hello' }) }),
  button('Clip', { icon: 'clip', color: 'blue', cooldown_seconds: 20, action: call('clip') }),
  button('Music', {
    icon: 'music',
    state: { type: 'song' },
    action: call('start-song'),
    action_when_on: call('stop-song'),
  }),
  button('Shield', {
    icon: 'shield',
    color: 'red',
    state: { type: 'shield' },
    action: call('shield-mode', { mode: 'on' }),
    action_when_on: call('shield-mode', { mode: 'off' }),
  }),
  button('Go', { icon: 'play', color: 'green', state: { type: 'cue' }, action: call('go-cue') }),
  button('Deaths', {
    icon: 'values',
    color: 'pink',
    state: { type: 'value', value: 'deaths' },
    action: call('add-to-value', { name: 'deaths', amount: 1 }),
  }),
  button('Confetti', { icon: 'effects', color: 'teal', action: call('effect-trigger', { overlay_id: 'confetti' }) }),
  button('Viewers', { icon: 'viewers', state: { type: 'viewers' } }),
  button('Alice', { icon: 'coin', state: { type: 'points', username: 'alice', platform: 'PlatformA' } }),
  button('Clear chat', { icon: 'trash', color: 'red', action: call('clear-chat', { platform: 'PlatformA' }) }),
]

const evening = await createEvening()
const browser = await launchChromium()
try {
  const steps = [{ type: 'say', text: 'Welcome!' }]
  await evening.call('save-show', {
    version: 1,
    name: 'Friday show',
    cues: [
      { number: '1', name: 'Opening', start: 'go', steps },
      { number: '2', name: 'Interview', start: 'go', steps },
    ],
  })
  await evening.call('set-value', { name: 'deaths', value: 12 })
  await evening.call('start-song')
  const { ctx, cause } = evening
  const pages = ctx.deckCalls.readPages([
    { name: 'Show', buttons },
    { name: 'OBS', buttons: [] },
  ] as unknown as Parameters<typeof ctx.deckCalls.readPages>[0])
  const { id, key } = await ctx.db.write(async (tx) => {
    const id = await ctx.decks.save(tx, cause, undefined, { name: 'Moderators', pages })
    const { key } = await ctx.decks.createLink(tx, cause, id, { name: 'Tablet of Alice', expiresAt: null })
    return { id, key }
  })
  for (const [name, viewport, colorScheme] of [
    ['phone', { width: 390, height: 844 }, 'dark'],
    ['tablet', { width: 1180, height: 820 }, 'dark'],
  ] as const) {
    const page = await browser.newPage({ viewport, colorScheme, hasTouch: true })
    await page.goto(`${evening.url}/deck#${key}`)
    await page.locator('.key[data-on=true]', { hasText: 'Music' }).waitFor()
    await page.getByRole('button', { name: 'Clip' }).tap()
    await page.locator('.ring.running').waitFor()
    await page.getByRole('button', { name: 'Confetti' }).tap()
    await page.locator('.key[data-result=failed]').waitFor()
    await page.evaluate(() => document.fonts.ready)
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `${folder}deck-${name}.png` })
    await page.close()
  }

  const panel = await browser.newPage({ viewport: { width: 1440, height: 1000 }, colorScheme: 'dark' })
  await signInBrowser(panel, `${evening.url}/sign-in?link=${await ctx.sessions.makeLink(evening.channel)}`)
  await panel.goto(`${evening.url}/web-decks/${id}`)
  await panel.getByText('Tablet of Alice').waitFor()
  await panel.evaluate(() => document.fonts.ready)
  await panel.waitForTimeout(500)
  await panel.screenshot({ path: `${folder}panel-decks.png` })
} finally {
  await browser.close()
  await evening.close()
}

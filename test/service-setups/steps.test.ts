import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setupOf } from '../../src/capabilities/service-setups/contract/service-setups.ts'

/** What a service requires of whoever follows its steps, by the source that says so. */
describe('the steps of a setup', () => {
  const stepsOf = (name: Parameters<typeof setupOf>[0]) => setupOf(name).steps.map(({ text }) => text())
  const placeOf = (name: Parameters<typeof setupOf>[0], text: RegExp) => {
    const place = stepsOf(name).findIndex((step) => text.test(step))
    assert.ok(place >= 0, `${name} lacks ${text}`)
    return place
  }

  // discord-api-docs, and DiscordSRV docs 73: the switch is refused while the install link of a new app is set.
  it('of Discord remove the install link before the bot is made private', () => {
    const step = stepsOf('discord')[placeOf('discord', /Public Bot/)] ?? ''
    assert.match(step, /set Install Link to None and save\. Then turn off Public Bot/)
    assert.ok(placeOf('discord', /Reset Token/) < placeOf('discord', /Public Bot/))
  })

  // taylorwilsdon/google_workspace_mcp 1008: the answer without it is `client_secret is missing`.
  it('of Google ask for the secret of a Desktop app too, and have no setup without it', () => {
    placeOf('youtube', /the secret of a Desktop app too/)
    const secret = setupOf('youtube').fields.find(({ name }) => name === 'client_secret')
    assert.equal(secret?.isOptional ?? false, false)
  })

  // The developer pages of Spotify since February 2026.
  it('of Spotify use the app that a developer has already, with a Premium account', () => {
    placeOf('spotify', /one app per developer: open the app that you have/)
    placeOf('spotify', /sign in with your Premium account/)
  })

  // No source was found for the events of Buy Me a Coffee beside the names that several receivers share.
  it('of Buy Me a Coffee name every event that counts', () => {
    for (const event of ['donation.created', 'extra_purchase.created', 'commission_order.created']) {
      placeOf('buymeacoffee', new RegExp(event.replace('.', '\\.')))
    }
  })

  // No program speaks the protocol of the bridge, and TikFinity is at its own fixed address.
  it('of TikTok offer TikFinity at its address, and promise no bridge', () => {
    placeOf('tiktok', /TikFinity.*ws:\/\/127\.0\.0\.1:21213/)
    assert.doesNotMatch(stepsOf('tiktok').join(' '), /many (?:bridges|programs)/)
  })
})

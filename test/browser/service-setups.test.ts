import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { serviceSetups } from '../../src/capabilities/service-setups/contract/service-setups.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { hasLongVersion, isLongRun, isSlow, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { coffee, coffeeSecret, signCoffee } from '../fakes/buymeacoffee.ts'
import { startFakeDiscord } from '../fakes/discord.ts'
import { botToken, channels, roles as roleIds } from '../fakes/discord-world.ts'
import { startFakeDonationAlerts } from '../fakes/donationalerts.ts'
import { fourthwallDelivery, fourthwallHeaders, fourthwallSecret } from '../fakes/fourthwall.ts'
import { kickApp, startFakeKick } from '../fakes/kick.ts'
import { kofiTest, kofiToken } from '../fakes/kofi.ts'
import { fakeObsPassword, startFakeObs } from '../fakes/obs.ts'
import { type FakeSpeechService, pollyKeyId, speechKeys, startFakeSpeech } from '../fakes/speech-services.ts'
import { spotifyApp, startFakeSpotify } from '../fakes/spotify.ts'
import { startFakeStreamElements } from '../fakes/streamelements.ts'
import { startFakeStreamlabs } from '../fakes/streamlabs.ts'
import { eulerKey, eulerUser, startFakeEuler } from '../fakes/tiktok-euler.ts'
import { tiltifyDelivery, tiltifyHeaders, tiltifySecret } from '../fakes/tiltify.ts'
import { startFakeTipeeeStream } from '../fakes/tipeeestream.ts'
import { startFakeTwitch, twitchApp } from '../fakes/twitch.ts'
import { fakeVoicemodKey, startFakeVoicemod } from '../fakes/voicemod.ts'
import { startFakeVts } from '../fakes/vts.ts'
import { startFakeYouTube, youtubeApp } from '../fakes/youtube.ts'
import { freePort } from '../free-port.ts'
import { itInLongRun } from '../long-run.ts'
import { givenValues } from '../service-setups/given-values.ts'
import type { Browser, Locator, Page } from '../tools/playwright.ts'
import { axeViolations } from './chromium.ts'
import { openChromium } from './open-chromium.ts'
import { isCopied, signIn } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
isSlow('it connects a fake of every service in a browser')
hasLongVersion('every service, instead of one of each sort, and accessibility of each card')

const speechNames: readonly FakeSpeechService[] = ['openai', 'piper', 'elevenlabs', 'google', 'azure', 'polly']

async function startFakes() {
  const [
    kick,
    twitch,
    youtube,
    spotify,
    euler,
    streamlabs,
    streamelements,
    obs,
    voicemod,
    vts,
    discord,
    tipeee,
    alerts,
  ] = await Promise.all([
    startFakeKick(),
    startFakeTwitch(),
    startFakeYouTube(),
    startFakeSpotify(),
    startFakeEuler(),
    startFakeStreamlabs(),
    startFakeStreamElements(),
    startFakeObs(),
    startFakeVoicemod(),
    startFakeVts({ answer: 'deny' }),
    startFakeDiscord(),
    startFakeTipeeeStream(),
    startFakeDonationAlerts(),
  ])
  const speech = new Map(
    await Promise.all(speechNames.map(async (name) => [name, await startFakeSpeech(name)] as const)),
  )
  const donations = { streamlabs, streamelements, tipeee, alerts }
  return { kick, twitch, youtube, spotify, euler, ...donations, obs, voicemod, vts, discord, speech }
}
type Fakes = Awaited<ReturnType<typeof startFakes>>

/** Where the fakes are: the only thing that a person who follows the helper does not enter. */
function configFor(fakes: Fakes) {
  const { kick, twitch, youtube, spotify, euler, streamlabs, streamelements, tipeee, alerts, discord } = fakes
  const given = givenValues({
    SHOWCALLER_KICK_API_URL: kick.settings.apiUrl,
    SHOWCALLER_KICK_AUTH_URL: kick.settings.authUrl,
    SHOWCALLER_TWITCH_API_URL: twitch.settings.apiUrl,
    SHOWCALLER_TWITCH_AUTH_URL: twitch.settings.authUrl,
    SHOWCALLER_TWITCH_EVENTSUB_URL: twitch.settings.eventSubUrl,
    SHOWCALLER_YOUTUBE_API_URL: youtube.settings.apiUrl,
    SHOWCALLER_YOUTUBE_STREAM_URL: youtube.settings.streamUrl,
    SHOWCALLER_YOUTUBE_AUTH_URL: youtube.settings.authUrl,
    SHOWCALLER_YOUTUBE_TOKEN_URL: youtube.settings.tokenUrl,
    SHOWCALLER_SPOTIFY_API_URL: spotify.settings.apiUrl,
    SHOWCALLER_SPOTIFY_AUTH_URL: spotify.settings.authUrl,
    SHOWCALLER_TIKTOK_EULER_URL: euler.url,
  })
  return {
    given,
    discordApi: discord.api,
    donations: {
      urls: {
        streamlabs: streamlabs.url,
        streamelements: streamelements.url,
        tipeeestream: tipeee.url,
        donationalerts: alerts.url,
      },
    },
  }
}

describe('somebody who follows the helper of a service', () => {
  let fakes: Fakes
  let app: TestApp
  let browser: Browser
  let page: Page
  let faults: string[]
  const connected = new Set<string>()
  before(async () => {
    fakes = await startFakes()
    app = await createTestApp({ config: configFor(fakes) })
    browser = await openChromium()
    ;({ page, faults } = await signIn(app, browser))
    // The pages of consent, where the person says yes.
    await page.route(/\/(?:oauth\/|oauth2\/|o\/oauth2\/v2\/|)auth(?:orize)?\?/, async (route) => {
      await route.fulfill({ status: 302, headers: { Location: consent(route.request().url()) } })
    })
    await page.goto(`${app.url}/settings/platforms`)
  })
  after(async () => {
    await browser?.close()
    await app?.close()
    const { speech, ...others } = fakes
    await Promise.all([...Object.values(others), ...speech.values()].map((fake) => fake.close()))
  })

  function consent(url: string): string {
    const { kick, twitch, youtube, spotify } = fakes
    if (url.startsWith(kick.settings.authUrl)) return kick.auth.approve(url, kick.world.broadcaster.id)
    if (url.startsWith(twitch.settings.authUrl)) return twitch.auth.approve(url, twitch.world.broadcaster.id)
    if (url.startsWith(youtube.settings.authUrl)) return youtube.auth.approve(url, youtube.world.broadcaster.id)
    const redirect = new URL(url).searchParams.get('redirect_uri') ?? ''
    return `${redirect}?${spotify.approve(url)}`
  }

  /** What a copy button of the helper puts into the clipboard. */
  async function copied(helper: Locator, name: string): Promise<string> {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await helper.getByRole('button', { name }).click()
    return isCopied(page, (text) => text !== '')
  }

  /** Enters the fields by their labels, presses Check and reads its sentence. */
  async function enter(helper: Locator, fields: Readonly<Record<string, string>>): Promise<string> {
    for (const [label, value] of Object.entries(fields)) await helper.getByLabel(label, { exact: true }).fill(value)
    return check(helper)
  }

  async function check(helper: Locator): Promise<string> {
    await helper.getByRole('button', { name: 'Check' }).click()
    const result = helper.locator('.setup-result')
    await result.waitFor()
    return (await result.textContent()) ?? ''
  }

  async function save(helper: Locator, title: string): Promise<void> {
    await helper.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`${title} saved`).last().waitFor()
    connected.add(title)
  }

  async function openCard(title: string): Promise<Locator> {
    const card = page.getByRole('region', { name: title })
    await card.getByLabel(`Set up ${title}`).click()
    await card.getByRole('form', { name: `Credentials of ${title}` }).waitFor()
    return card
  }

  async function connectAccount(card: Locator, title: string): Promise<void> {
    await card.getByRole('button', { name: `Connect: ${title}, Broadcaster` }).click()
    await page.getByText(`${title} connected`).waitFor()
    await card
      .getByText(/^Connected/)
      .first()
      .waitFor()
  }

  itInLongRun('is accessible at every step, in light, in dark and on a phone', async () => {
    const card = await openCard('Kick')
    assert.deepEqual(await axeViolations(page), [])
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.deepEqual(await axeViolations(page, 'contrast'), [])
    await page.emulateMedia({ colorScheme: 'light' })
    const size = page.viewportSize() ?? { width: 1440, height: 900 }
    await page.setViewportSize({ width: 390, height: 844 })
    assert.deepEqual(await axeViolations(page), [])
    await check(card)
    // The card hides what is too wide for it.
    const tooWide = await card.evaluate((element) =>
      [...element.querySelectorAll('*')]
        .filter((part) => part.getBoundingClientRect().right > element.getBoundingClientRect().right)
        .map((part) => part.outerHTML),
    )
    assert.deepEqual(tooWide, [])
    await page.setViewportSize(size)
    await card.getByLabel('Set up Kick').click()
  })

  it('connects Kick, with the webhook address', async () => {
    const card = await openCard('Kick')
    fakes.kick.register({
      redirect: await copied(card, 'Copy redirect URL'),
      webhook: await copied(card, 'Copy webhook URL'),
    })
    assert.match(await copied(card, 'Copy permissions'), /events:subscribe/)
    const wrong = await enter(card, { 'Client ID': kickApp.clientId, 'Client secret': 'mistyped-0123456789' })
    assert.match(wrong, /^Kick refuses these credentials/)
    assert.equal(await enter(card, { 'Client secret': kickApp.clientSecret }), 'Kick accepts these credentials.')
    await save(card, 'Kick')
    await connectAccount(card, 'Kick')
    await eventually(
      'Kick sends events',
      () => fakes.kick.server.count(/^POST \/public\/v1\/events\/subscriptions/) > 0,
    )
  })

  it('connects OBS, sees that the overlay is missing, and adds it with one click', async () => {
    const card = await openCard('OBS')
    const wrong = await enter(card, { Address: fakes.obs.url, Password: 'mistyped-0123456789' })
    assert.match(wrong, /^OBS refused the password/)
    const right = await enter(card, { Password: fakeObsPassword })
    assert.equal(right, 'OBS 31.0.0 answers and accepts the password.')
    await save(card, 'OBS')
    await card.getByText('OBS has no browser source with your overlay link.').waitFor()
    if (isLongRun) assert.deepEqual(await axeViolations(page), [])
    await card.getByRole('button', { name: 'Add overlay to this scene' }).click()
    await page.getByText('The overlay is in the scene now.').waitFor()
    await card.getByText('on air', { exact: true }).waitFor()
    await card.getByText('OBS has no browser source with your overlay link.').waitFor({ state: 'detached' })
  })

  it('connects the Discord bot, and is asked to add it to a server with the permissions it needs', async () => {
    fakes.discord.world.isOnGuild = false
    const card = await openCard('Discord')
    assert.equal((await copied(card, 'Copy permissions')).split(/\s+/).length, 7)
    assert.match(await enter(card, { 'Bot token': 'mistyped' }), /^This is not a bot token/)
    assert.match(await enter(card, { 'Bot token': botToken }), /^stagehand works, but it is on no server yet/)
    await save(card, 'Discord')
    const invite = card.getByRole('link', { name: 'Add the bot to your server' })
    const url = new URL((await invite.getAttribute('href')) ?? '')
    assert.equal(url.searchParams.get('permissions'), '290475008')
    assert.equal(url.searchParams.get('scope'), 'bot applications.commands')
    if (isLongRun) assert.deepEqual(await axeViolations(page), [])
    fakes.discord.world.isOnGuild = true
    fakes.discord.gateway.publish('GUILD_CREATE', fakes.discord.world.guild())
    await card.getByText('stagehand is connected to Show lounge.').waitFor()
    await invite.waitFor({ state: 'detached' })
  })

  it('turns on what the Discord bot does by itself, with the channels and roles of the server', async () => {
    await page.getByRole('link', { name: 'Announcements, clips, roles and chat bridge' }).click()
    const announcement = page.getByRole('region', { name: 'Go-live announcement' })
    await announcement.getByLabel('Announce streams').check()
    await announcement.getByLabel('Channel').selectOption({ label: 'general' })
    await announcement.getByLabel('Role to ping').selectOption({ label: 'Regular' })
    const roles = page.getByRole('region', { name: 'Roles for viewers' })
    await roles.getByRole('button', { name: 'Add role' }).click()
    await roles.getByLabel('For').selectOption({ label: 'Points' })
    await roles.getByLabel('At least').fill('500')
    await page.getByLabel('Connect the chats').check()
    assert.deepEqual(await axeViolations(page), [])
    await page.getByLabel('Connect the chats').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { discord } = await app.ctx.settings.of(app.channel.id)
    assert.equal(discord.announcement.channel_id, channels.general)
    assert.equal(discord.announcement.role_id, roleIds.regular)
    assert.deepEqual(discord.roles, [{ role_id: roleIds.subscriber, reason: 'points', minimum: 500 }])
    await page.goto(`${app.url}/settings/platforms`)
  })

  itInLongRun('connects Twitch', async () => {
    const card = await openCard('Twitch')
    fakes.twitch.register(await copied(card, 'Copy redirect URL'))
    const wrong = await enter(card, { 'Client ID': twitchApp.clientId, 'Client secret': 'mistyped-0123456789' })
    assert.match(wrong, /^Twitch knows this client ID and refuses the client secret/)
    assert.equal(await enter(card, { 'Client secret': twitchApp.clientSecret }), 'Twitch accepts these credentials.')
    await save(card, 'Twitch')
    await connectAccount(card, 'Twitch')
    await eventually('Twitch sends events', () => fakes.twitch.eventSub.openSessions === 1)
  })

  it('connects YouTube', async () => {
    const card = await openCard('YouTube')
    fakes.youtube.register(await copied(card, 'Copy redirect URL'))
    assert.match(await copied(card, 'Copy permissions'), /youtube\.force-ssl/)
    const said = await enter(card, { 'Client ID': youtubeApp.clientId, 'Client secret': youtubeApp.clientSecret })
    assert.equal(said, 'Google accepts these credentials.')
    await save(card, 'YouTube')
    await connectAccount(card, 'YouTube')
  })

  itInLongRun('connects TikTok through Euler Stream', async () => {
    const card = await openCard('TikTok')
    const said = await enter(card, { 'TikTok username': eulerUser, 'Euler Stream API key': eulerKey })
    assert.equal(said, 'Euler Stream is connected.')
    await save(card, 'TikTok')
    await connectAccount(card, 'TikTok')
    await eventually('it listens', () => fakes.euler.connections === 1)
  })

  itInLongRun('connects Spotify', async () => {
    const card = await openCard('Spotify')
    fakes.spotify.register(await copied(card, 'Copy redirect URL'))
    const said = await enter(card, { 'Client ID': spotifyApp.clientId, 'Client secret': spotifyApp.clientSecret })
    assert.equal(said, 'Spotify accepts these credentials.')
    await save(card, 'Spotify')
    await connectAccount(card, 'Spotify')
  })

  const donations = () => page.getByRole('region', { name: 'Donation services' })

  async function openDonation(title: string): Promise<Locator> {
    await donations()
      .getByRole('button', { name: `Set up ${title}` })
      .click()
    const helper = donations()
      .getByRole('listitem')
      .filter({ has: page.getByRole('form', { name: `Credentials of ${title}` }) })
    await helper.getByRole('button', { name: 'Check' }).waitFor()
    return helper.first()
  }

  it('connects Streamlabs, StreamElements, TipeeeStream and DonationAlerts', async () => {
    for (const [title, label, token] of [
      ['Streamlabs', 'Socket API token', fakes.streamlabs.token],
      ['StreamElements', 'JWT token', fakes.streamelements.token],
      ['TipeeeStream', 'API key', fakes.tipeee.key],
      ['DonationAlerts', 'Access token', fakes.alerts.token],
    ] as const) {
      const helper = await openDonation(title)
      assert.equal(await enter(helper, { [label]: token }), `${title} accepts the token. Donations there are received.`)
      await save(helper, title)
    }
    const { streamlabs, streamelements, tipeee, alerts } = fakes
    const all = [streamlabs, streamelements, tipeee, alerts]
    await eventually('all are connected', () => all.every(({ isConnected }) => isConnected))
  })

  it('connects the services that deliver to the address that was copied', async () => {
    const sendCoffee = (address: string) => {
      const text = coffee()
      const headers = { 'x-signature-sha256': signCoffee(text), 'Content-Type': 'application/json' }
      return fetch(address, { method: 'POST', headers, body: text })
    }
    const sendTiltify = (address: string) =>
      fetch(address, { method: 'POST', headers: tiltifyHeaders(tiltifyDelivery()), body: tiltifyDelivery() })
    const sendFourthwall = (address: string) =>
      fetch(address, { method: 'POST', headers: fourthwallHeaders(fourthwallDelivery()), body: fourthwallDelivery() })
    for (const [title, label, secret, deliver] of [
      ['Ko-fi', 'Verification token', kofiToken, kofiTest],
      ['Buy Me a Coffee', 'Signing secret', coffeeSecret, sendCoffee],
      ['Tiltify', 'Webhook signing ID', tiltifySecret, sendTiltify],
      ['Fourthwall', 'Secret token', fourthwallSecret, sendFourthwall],
    ] as const) {
      const helper = await openDonation(title)
      const address = await copied(helper, 'Copy webhook URL')
      await helper.getByLabel(label, { exact: true }).fill(secret)
      await save(helper, title)
      assert.match(await check(helper), new RegExp(`^Nothing has arrived from ${title}`))
      assert.equal((await deliver(address)).status, 200)
      assert.equal(await check(helper), `A delivery of ${title} arrived and was accepted.`)
    }
  })

  it('connects a speech service, and chooses a voice that the service lists', async () => {
    const region = page.getByRole('region', { name: 'Speech services' })
    const tried = speechNames.filter((name) => isLongRun || name === 'piper' || name === 'polly')
    const fieldsOf = (name: FakeSpeechService): Readonly<Record<string, string>> => ({
      Address: fakes.speech.get(name)?.url ?? assert.fail(),
      ...(name === 'polly'
        ? { 'Access key ID': pollyKeyId, 'Secret access key': speechKeys.polly, Region: 'eu-central-1' }
        : name !== 'piper' && { 'API key': speechKeys[name] }),
      ...(name === 'azure' && { Region: 'westeurope' }),
    })
    const choices = {
      openai: ['OpenAI', 'coral'],
      piper: ['Piper', 'nl_BE-nathalie-medium'],
      elevenlabs: ['ElevenLabs', 'zrHiDhphv9ZnVXBqCLjz'],
      google: ['Google Cloud Text-to-Speech', 'vi-VN-Chirp3-HD-Achernar'],
      azure: ['Azure Speech', 'af-ZA-AdriNeural'],
      polly: ['Amazon Polly', 'Lotte'],
    } as const
    for (const name of tried) {
      const [title, voice] = choices[name as keyof typeof choices]
      await region.locator('summary', { hasText: title }).click()
      const helper = region
        .getByRole('listitem')
        .filter({ has: page.getByRole('form', { name: `Credentials of ${title}` }) })
        .first()
      assert.match(await enter(helper, fieldsOf(name)), / works and has \d+ voices?\.$/)
      await helper.getByLabel('Default voice').selectOption(voice)
      await save(helper, title)
      await region.locator('summary', { hasText: title }).click()
    }
    const ids = (await app.ctx.speech.listVoices()).map(({ id }) => id)
    for (const name of tried) assert.ok(ids.includes(`${name}:${choices[name as keyof typeof choices][1]}`), name)
  })

  itInLongRun('connects Voicemod, in the section about voices', async () => {
    await page.goto(`${app.url}/settings/voice`)
    const card = await openCard('Voicemod')
    const wrong = await enter(card, { 'Client key': 'mistyped-0123456789', Address: fakes.voicemod.url })
    assert.match(wrong, /^Voicemod refused the client key/)
    const right = await enter(card, { 'Client key': fakeVoicemodKey })
    assert.equal(right, 'Voicemod answers and accepts the client key. It has 5 voices.')
    await save(card, 'Voicemod')
    await card.getByText('Connected', { exact: true }).waitFor()
    await card.getByText('Voicemod is connected with 3 voices.').waitFor()
    await page.goto(`${app.url}/settings/platforms`)
  })

  itInLongRun('connects VTube Studio, which asks again after a refusal when a person wants it', async () => {
    const card = await openCard('VTube Studio')
    assert.equal(await card.getByLabel('Address').inputValue(), 'ws://127.0.0.1:8001')
    assert.match(await enter(card, { Address: fakes.vts.url }), /^VTube Studio \S+ answers at this address\.$/)
    await save(card, 'VTube Studio')
    await card.getByText('Not working', { exact: true }).waitFor()
    fakes.vts.world.answer = 'allow'
    await card.getByRole('button', { name: 'Ask again' }).click()
    await card.getByText('Connected', { exact: true }).waitFor()
    await card.getByText(/is connected with 3 hotkeys\.$/).waitFor()
  })

  itInLongRun('opens the port for clients of Streamer.bot', async () => {
    const card = await openCard('Streamer.bot clients')
    const { key } = await app.makeKey()
    const port = String(await freePort())
    assert.match(await enter(card, { 'API key': 'sc_live_mistyped', Port: port }), /^There is no such key/)
    assert.match(await enter(card, { 'API key': key }), /^The key works\. Clients connect to ws:\/\/127\.0\.0\.1:/)
    await save(card, 'Streamer.bot clients')
    await card.getByText('Connected', { exact: true }).waitFor()
  })

  itInLongRun('has connected every service there is', () => {
    assert.deepEqual(
      serviceSetups.map(({ title }) => title).filter((title) => !connected.has(title)),
      [],
    )
  })

  it('meets nothing that goes wrong in the page', () => {
    assert.deepEqual(
      faults.filter((fault) => !/^asked http:\/\/(?:127\.0\.0\.1|localhost):/.test(fault)),
      [],
    )
  })

  it('sees that a secret is stored, and never the secret', async () => {
    await page.reload()
    const card = page.getByRole('region', { name: 'Kick' })
    await card.getByLabel('Credentials of Kick').click()
    await card.getByText(`Stored, ends with ${kickApp.clientSecret.slice(-4)}. Leave empty to keep it.`).waitFor()
    assert.equal(await card.getByLabel('Client secret', { exact: true }).inputValue(), '')
    assert.ok(!(await page.content()).includes(kickApp.clientSecret))
  })

  it('removes credentials again, and the platform is in test mode', async () => {
    const card = page.getByRole('region', { name: 'YouTube' })
    await card.getByLabel('Credentials of YouTube').click()
    await card.getByRole('button', { name: 'Remove the credentials of YouTube' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Credentials of YouTube removed').waitFor()
    await card.getByText('test mode', { exact: true }).waitFor()
  })
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { addCatalogue } from '../../../src/kernel/catalogues.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { runsOn } from '../../declare.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../../panel/panel-client.ts'
import { listMessages } from './listing.ts'
import { pseudoLanguage } from './pseudo-language.ts'
import { untranslatedWords } from './untranslated.ts'

runsOn('sqlite', { because: 'it is about the words of pages, and both engines store the same texts' })

/** Names of people and channels, and content of the sandbox. */
const content = [
  ...['Welcome to the sandbox', 'Just Chatting', 'general', 'Great moment', 'broadcaster', 'code_challenge', 'owner'],
  ...['Hydrate', 'viewer', 'sandbox', 'nova', 'showcaller'],
]

describe('the pages that the server writes itself', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    addCatalogue(pseudoLanguage(listMessages(), 'ltr'))
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await app?.close()
    addCatalogue(JSON.parse(readFileSync('catalogues/de.json', 'utf8')))
  })

  const accept = { Accept: 'text/html', 'Accept-Language': 'de' }
  async function read(path: string, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) {
    const response = await fetch(app.url + path, { redirect: 'manual', ...init, headers: { ...accept, ...headers } })
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/, `${path}: ${response.status}`)
    const texts = textsIn(await response.text())
    assert.ok(texts.length > 0, path)
    return texts
      .filter((text) => untranslatedWords(text, content).length > 0)
      .map((text) => `${path} (${response.status}): ${text}`)
  }

  it('are in the language of the reader, refusals included', async () => {
    const signedIn = { Cookie: owner.cookie }
    const viewer = await signInAs(app, 'viewer')
    const link = () => app.ctx.sessions.makeLink(app.channel)
    const { searchParams: asked } = new URL(
      (await fetch(`${app.url}/sign-in/sandbox/begin`, { redirect: 'manual' })).headers.get('location') ?? '',
      app.url,
    )
    const { clips } = (await app.call('clip', { title: 'Great moment', platform: 'PlatformA' })).body
    const found = [
      ...(await read('/nothing/here')),
      ...(await read(`/sign-in?link=${await link()}`)),
      ...(await read(`/sign-in?link=${await link()}`, signedIn)),
      ...(await read(`/sandbox/sign-in?${asked}`)),
      ...(await read(`/sandbox/sign-in?${asked}`, signedIn)),
      ...(await read('/sandbox')),
      ...(await read('/sandbox', signedIn)),
      ...(await read('/sandbox?channel=test', signedIn)),
      ...(await read('/sandbox', { Cookie: viewer.cookie })),
      ...(await read(new URL(clips.alpha).pathname)),
      ...(await read('/sandbox/clips/none')),
      ...(await read('/overlay')),
    ]
    assert.deepEqual(found, [])
  })

  it('are in it on the way to a service whose account is connected', async () => {
    const owned = { Cookie: owner.cookie, Origin: app.url }
    const viewer = await signInAs(app, 'viewer')
    const post = { method: 'POST' }
    // Nothing is sent to the service here: its page opens in the browser.
    const fields = ['client_id', 'client_secret'].map((name) => ({ name, value: 'x'.repeat(32) }))
    await owner.call('save-service-setup', { service: 'spotify', fields })
    const begun = await fetch(`${app.url}/connect/spotify`, { ...post, headers: { ...accept, ...owned } })
    assert.match(begun.headers.get('refresh') ?? '', /^0; url=https:/)
    const found = [
      ...(await read('/connect/spotify', owned, post)),
      ...(await read('/connect/spotify', { ...owned, Cookie: viewer.cookie }, post)),
      ...(await read('/connect/spotify', { ...owned, Origin: 'https://elsewhere.example' }, post)),
      ...(await read('/connect/kick', owned)),
      ...(await read('/sign-in/kick/begin')),
      ...(await read('/sandbox/page/follow', {}, post)),
    ]
    assert.deepEqual(found, [])
  })
})

/** What a person reads of a page: its texts, and the attributes that are shown or read aloud. */
function textsIn(page: string): string[] {
  const shown = page.replaceAll(/<(script|style|code|pre|time|option)\b.*?<\/\1>|<!--.*?-->/gs, ' ')
  const attributes = [...shown.matchAll(/ (?:aria-label|placeholder|alt|title|data-incomplete-link)="([^"]*)"/g)]
  return [...shown.split(/<[^>]*>/), ...attributes.map(([, text = '']) => text)]
    .map((text) => text.replaceAll(/&\w+;|&#\d+;/g, ' ').trim())
    .filter((text) => text !== '')
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { catalogueShares } from '../../scripts/catalogue-shares.ts'
import { obsErrors } from '../../src/capabilities/obs/messages.ts'
import { messages as overlayWidgetTexts } from '../../src/capabilities/overlay/contract/overlay-widget-texts.ts'
import { addCatalogue, catalogueOf } from '../../src/kernel/catalogues.ts'
import { chooseLanguage, type Language, readAcceptLanguage, shippedLanguages } from '../../src/kernel/text/languages.ts'
import { storeText } from '../../src/kernel/text/store-text.ts'
import { sentReason } from '../../src/registry/page-reasons.ts'
import { answersTo } from '../commands/chat-line.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { loose } from '../loose-events.ts'
import { openPage } from '../overlay/page-client.ts'
import { type PanelClient, signInAs, signInAsOwner } from './panel-client.ts'

runsOn('sqlite', 'postgres')

/** A few texts of a language that is written from right to left, and nothing else of it. */
const texts = {
  'errors.input.fault': '{path}: {problem}!',
  'errors.input.required': 'مطلوب',
  'errors.commands.notFoundById': 'لا يوجد أمر برقم {id}',
  'pages.not-found.title': 'لا شيء هنا',
  'sandbox.introduction': 'منصات للتجربة',
  'replies.commands.tooExpensive': '@{name} ثمن {word} هو {price}، ولديك {balance}',
  'replies.variables.nobody': 'لا أحد',
  'errors.values.noItem': 'item: نوع {name} هو {type}.',
  'valueTypes.number': 'رقم',
  'errors.automations.triggerField': 'trigger.{field} مطلوب للنوع {type}.',
  'errors.automations.triggerTypes.command': 'أمر',
  'overlay.incompleteLink': 'الرابط "غير" كامل',
  'overlay.widgets.notLoaded': 'تعذر تحميل الودجت',
}

/** What is inserted, here in braces, is isolated from the text around it. */
function isolated(text: string): string {
  return text.replaceAll('{', '\u2068').replaceAll('}', '\u2069')
}

describe('the language of a reader', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    addCatalogue({ locale: 'ar', texts })
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  const inGerman = { headers: { 'Accept-Language': 'de' } }
  const speaks = { headers: { 'Accept-Language': 'xx, ar-EG;q=0.9, en;q=0.5' } }

  it('is the one that the account has, otherwise the first of the browser that there are texts for', async () => {
    assert.equal((await owner.call('get-me')).body.language, null)
    const missing = { status: 404, ...speaks } as const
    const inArabic = await owner.call('delete-command', { id: 999_999 }, missing)
    assert.equal(inArabic.body.error, isolated('لا يوجد أمر برقم {999999}'))
    assert.equal(inArabic.body.code, 'command_not_found')

    await owner.call('save-language', { language: 'en' })
    assert.equal((await owner.call('get-me')).body.language, 'en')
    const inEnglish = await owner.call('delete-command', { id: 999_999 }, missing)
    assert.equal(inEnglish.body.error, 'There is no command with the id 999999.')
    await owner.call('save-language', { language: 'tlh' }, { status: 400 })
  })

  it('holds for every part of an error, and a text that is not translated stays English', async () => {
    const reader = await signInAs(app, 'owner')
    const wrong = await reader.call('delete-command', {}, { status: 400, ...speaks })
    assert.equal(wrong.body.error, isolated('{id}: {مطلوب}!'))
    const several = await reader.call('link-viewers', {}, { status: 400, ...speaks })
    const sentences = several.body.details.map(({ path, message }: Record<string, string>) => [path, message])
    assert.ok(sentences.length > 1)
    for (const [path, message] of sentences) assert.equal(message, isolated(`{${path}}: {مطلوب}!`))
    const unknown = await reader.call('delete-webhook', { id: 'nothing' }, { status: 404, ...speaks })
    assert.match(unknown.body.error, /^\u2066There is no.*\.\u2069$/, 'a sentence that runs from left to right')
  })

  it('holds for the words of the API inside an error', async () => {
    const reader = await signInAs(app, 'owner')
    await reader.call('define-value', { name: 'number', type: 'number' })
    const wrong = await reader.call('add-to-value', { name: 'number', item: 'one' }, { status: 400, ...speaks })
    assert.equal(wrong.body.error, isolated('item: نوع {number} هو {رقم}.'))
    const automation = { name: 'Hello', trigger: { type: 'command' }, steps: [{ type: 'reply', text: 'Hello' }] }
    const incomplete = await reader.call('save-automation', automation, { status: 400, ...speaks })
    assert.equal(incomplete.body.error, isolated('trigger.{command} مطلوب للنوع {أمر}.'))
    const api = await app.call('add-to-value', { name: 'number', item: 'one' }, { status: 400 })
    assert.equal(api.body.error, 'item cannot be added to number, which is a number. Use amount.')
  })

  it('holds for each of many wrong fields', async () => {
    const reader = await signInAs(app, 'owner')
    const rows = Array.from({ length: 20 }, () => ({}))
    const body = { platform: 'kick', rows }
    const { details } = (await reader.call('import-viewers', body, { status: 400, ...inGerman })).body
    assert.equal(details.length, 20)
    const { texts: german } = await catalogueOf('de')
    for (const { path, message } of details) assert.equal(message, `${path} ${german['errors.input.required']}.`)
  })

  it('does not change a name that reads like a message, nor what people wrote', async () => {
    const reader = await signInAs(app, 'owner')
    const name = 'Not found.'
    const steps = [{ type: 'run_command', command: 'paused' }]
    await owner.call('save-automation', { name, trigger: { type: 'manual' }, steps })
    const { run_id } = (await owner.call('run-automation', { name, data: { error: 'Not found.' } })).body
    const run = async () => (await reader.call('get-automation-run', { run_id }, inGerman)).body
    await eventually('it is over', async () => (await run()).status === 'failed')
    const { error, data, steps: done } = await run()
    const { texts: german } = await catalogueOf('de')
    const sentence = String(german['errors.commands.notFound']).replace('{name}', 'paused')
    assert.deepEqual([error, done[0].message], [sentence, sentence])
    assert.deepEqual(data, { error: 'Not found.' })
    const api = (await app.call('get-automation-run', { run_id })).body
    assert.match(api.error, /paused/)
    assert.equal(api.error, api.steps[0].message)
    assert.ok(!api.error.includes('\u001e'), 'a program gets the English sentence alone')
  })

  it('holds for stored events, and rows of earlier versions are read as they are', async () => {
    const reader = await signInAs(app, 'owner')
    const data = { widget_id: 1, name: 'Clock', type: 'clock' }
    const error = 'OBS has no scene called paused.'
    const texts = { error: storeText(obsErrors.noScene.of({ scene: 'paused' })) }
    await app.ctx.db.write(async (tx) => {
      await app.ctx.events.appendNew(tx, app.cause, { kind: 'widget.failed', data: { ...data, error } })
      await app.ctx.events.appendNew(tx, app.cause, { kind: 'widget.failed', data: { ...data, error }, texts })
    })
    const read = async (options = {}): Promise<unknown[]> => {
      const { events } = (await reader.call('list-events', { limit: 2 }, options)).body
      return events.map((event: { data: { error: string } }) => event.data)
    }
    assert.deepEqual(await read(inGerman), [
      { ...data, error: 'OBS hat keine Szene namens paused.' },
      { ...data, error },
    ])
    assert.deepEqual(await read({ headers: { 'Accept-Language': 'en' } }), [
      { ...data, error },
      { ...data, error },
    ])
  })

  it('holds for why a step of a command failed, and programs read English', async () => {
    const reader = await signInAs(app, 'owner')
    const actions = { version: 1, steps: [{ type: 'run_command', command: 'paused' }] }
    await owner.call('save-command', { command: 'halting', message: 'Hello', actions })
    await app.call('run-command', { command: 'halting' })
    interface Ran {
      readonly kind: string
      readonly data: { readonly command?: string; readonly steps: readonly { readonly message?: string }[] }
    }
    const messagesIn = (events: readonly Ran[]) => {
      const ran = events.find(({ kind, data }) => kind === 'command.ran' && data.command === 'halting')
      return ran?.data.steps.flatMap(({ message }) => message ?? [])
    }
    const read = async (options = {}) =>
      messagesIn((await reader.call('list-events', { limit: 50 }, options)).body.events)
    const { texts: german } = await catalogueOf('de')
    assert.deepEqual(await read(inGerman), [String(german['errors.commands.notFound']).replace('{name}', 'paused')])
    const sentence = 'There is no command paused.'
    assert.deepEqual(await read({ headers: { 'Accept-Language': 'en' } }), [sentence])
    const { db, events } = app.ctx
    const lastSeq = await events.lastSeq(db, app.channel.id)
    const logged = await loose(events.after(db, app.channel.id, lastSeq - 50, 50))
    assert.deepEqual(messagesIn(logged as unknown as readonly Ran[]), [sentence])
  })

  it('holds for what an overlay page reported', async () => {
    const reader = await signInAs(app, 'owner')
    const place = { x: 50, y: 50, width: 20, height: 20, rotation: 0, layer: 0 }
    const { widget } = (await reader.call('create-widget', { type: 'clock', name: 'Clock', settings: {}, place })).body
    const page = await openPage(app)
    const sent = sentReason(overlayWidgetTexts.notLoaded.of())
    page.say({ type: 'warning', id: `widget_${widget.id}`, reason: sent })
    const reason = async (options = {}): Promise<string | undefined> => {
      const { widgets } = (await reader.call('list-widget-settings', {}, options)).body
      return widgets.find(({ id }: { id: number }) => id === widget.id).failure?.reason
    }
    await eventually('the report is stored', async () => (await reason()) === 'the widget could not be loaded')
    assert.equal(await reason(speaks), 'تعذر تحميل الودجت')
    page.cut()
  })

  it('is not that of the API, whose errors are English with a code', async () => {
    const answer = await fetch(`${app.url}/v1/toggle-command`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${app.key}`, 'Content-Type': 'application/json', ...speaks.headers },
      body: '{"id": 999999, "enabled": true}',
    })
    const body = (await answer.json()) as { error: string; code: string }
    assert.equal(body.error, 'There is no command with the id 999999.')
    assert.equal(body.code, 'command_not_found')
  })

  it('is that of the pages that the server writes itself, with its direction', async () => {
    const accept = { Accept: 'text/html', ...speaks.headers }
    const lost = await (await fetch(`${app.url}/nothing/here`, { headers: accept })).text()
    assert.match(lost, /<html lang="ar" dir="rtl">/)
    assert.match(lost, /لا شيء هنا/)
    const reader = await signInAs(app, 'owner')
    const sandbox = await fetch(`${app.url}/sandbox`, { headers: { ...accept, Cookie: reader.cookie } })
    assert.match(await sandbox.text(), /منصات للتجربة/)
    const overlay = await (await fetch(`${app.url}/overlay`, { headers: accept })).text()
    assert.match(overlay, /<body data-incomplete-link="الرابط &quot;غير&quot; كامل" data-connected/)
    assert.match(overlay, /<html lang="en">/, 'an overlay is laid out alike in every language')
    const english = await (await fetch(`${app.url}/nothing/here`, { headers: { Accept: 'text/html' } })).text()
    assert.match(english, /<html lang="en" dir="ltr">/)
  })

  const other = (shippedLanguages as readonly Language[])[1]
  const skip = other === undefined ? 'English is the only complete language' : false
  it('is that of the channel for what viewers read in chat', { skip }, async () => {
    await owner.call('save-command', { command: 'lastwinner', message: 'Winner: $(winner)' })
    const answer = async () => (await app.call('run-command', { command: 'lastwinner' })).body.response as string
    assert.equal(await answer(), 'Winner: nobody')
    await owner.call('save-setting', { name: 'language', value: { language: other } })
    const { texts: translated } = await catalogueOf(other)
    assert.equal(await answer(), `Winner: ${translated['replies.variables.nobody']}`)
  })

  it('is that of the channel on overlay pages, also while they are open', { skip }, async () => {
    const use = (language: string) => owner.call('save-setting', { name: 'language', value: { language } })
    await use('en')
    const page = await openPage(app)
    assert.ok(page.messages.some((message) => message.type === 'welcome' && message.texts === undefined))
    const received = () => page.messages.flatMap((message) => (message.type === 'texts' ? [message.texts] : []))
    await use('tr')
    await page.until(() => received().length === 1, 'the texts of the new language')
    assert.equal(received()[0]?.texts['widgets.kinds.follow'], 'Son takipçi')
    await owner.call('save-setting', { name: 'emotes', value: {} })
    await use('en')
    await page.until(() => received().length === 2, 'English again')
    assert.deepEqual(received()[1], undefined)
    await use('ar')
    await page.until(() => received().length === 3, 'the texts of Arabic')
    assert.equal(received()[2]?.isolates, true, 'names inside a sentence keep their direction')
    page.cut()
  })

  it('writes plain letters into chat, also from right to left', async () => {
    await owner.call('save-setting', { name: 'language', value: { language: 'ar' } })
    await owner.call('save-command', { command: 'luxury', message: 'Mine!', points_cost: 999_999 })
    const [answer = ''] = await answersTo(app, 'alice', '!luxury')
    assert.match(answer, /^@Alice ثمن !luxury/)
    assert.doesNotMatch(answer, /[\u2066-\u2069]/)
  })
})

describe('the choice of a language', () => {
  it('shows what share of its texts a language has that is not complete', () => {
    const list = { en: { complete: true }, tr: { complete: true }, pl: { complete: false }, uk: { complete: false } }
    const counts: Readonly<Record<string, number>> = { tr: 1000, pl: 628, uk: 999 }
    const countTexts = (language: string) => counts[language] ?? 0
    assert.deepEqual(catalogueShares(list, countTexts), { pl: 0.62, uk: 0.99 })
    assert.deepEqual(catalogueShares({ en: { complete: true }, tr: { complete: true } }, countTexts), {})
  })

  it('takes a related one, and English where there is none', () => {
    const shipped = ['en', 'pt-BR', 'de', 'ar'] as const
    assert.equal(chooseLanguage(['de-AT'], shipped), 'de')
    assert.equal(chooseLanguage(['pt-PT', 'de'], shipped), 'pt-BR')
    assert.equal(chooseLanguage(['xx', 'ar-EG', 'en'], shipped), 'ar')
    assert.deepEqual(
      ['es', 'es-ES', 'es-MX', 'es-419', 'es-GQ'].map((word) => chooseLanguage([word])),
      ['es', 'es', 'es-419', 'es-419', 'es'],
    )
    assert.equal(chooseLanguage(['xx'], shipped), 'en')
    assert.equal(chooseLanguage([], shipped), 'en')
  })

  it('has the texts of the language that it is over, and its own where they differ', async () => {
    const [spanish, latinAmerican] = [await catalogueOf('es'), await catalogueOf('es-419')]
    assert.deepEqual(Object.keys(latinAmerican.texts).sort(), Object.keys(spanish.texts).sort())
    assert.deepEqual([spanish.texts['common.live'], latinAmerican.texts['common.live']], ['En directo', 'En vivo'])
    assert.equal(latinAmerican.texts['common.cancel'], spanish.texts['common.cancel'])
  })

  it('reads what a browser says by weight, and nothing that is no language', () => {
    assert.deepEqual(readAcceptLanguage('en;q=0.5, de-AT, tr;q=0.9, *;q=0.1, "><b>, fr;q=0'), ['de-AT', 'tr', 'en'])
    assert.deepEqual(readAcceptLanguage(undefined), [])
  })
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { checkCatalogue, checkRepeats, type Listing, missingKeys } from '../../../scripts/check-catalogue.ts'
import { definingFiles, englishOnly } from '../../../scripts/collect-messages.ts'
import type { Catalogue, MessageText } from '../../../src/kernel/text/message.ts'
import { root } from '../../structure/import-graph.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'
import { listMessages, messagesFile } from './listing.ts'

const messages = listMessages()
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Catalogue

describe('the messages', () => {
  it('are collected from everything that people read', () => {
    const areas = new Set([...messages.keys()].map((key) => key.split('.')[0]))
    const expected = [
      'panel',
      'overlay',
      'deckPage',
      'extension',
      'sandbox',
      'errors',
      'settings',
      'steps',
      'events',
      'pages',
      'songCard',
      'liveEvents',
    ]
    assert.deepEqual(
      expected.filter((area) => !areas.has(area)),
      [],
    )
    assert.equal(messages.get('settings.language.title'), 'Language of the channel')
  })

  it('stay English only where a reason is written down', () => {
    const defining = new Set(definingFiles())
    assert.deepEqual(
      Object.keys(englishOnly).filter((file) => !defining.has(file)),
      [],
    )
  })
})

describe('the catalogues', () => {
  const folder = createTemporaryFolder()
  after(folder.remove)

  type Texts = Record<string, MessageText>

  /** What the check says of the catalogues after this change of the German one, or of the one over Spanish. */
  function checkWith(change: (german: Texts, latinAmerican: Texts) => void, ...options: string[]) {
    const catalogues = join(folder.path, 'catalogues')
    cpSync(join(root, 'catalogues'), catalogues, { recursive: true })
    const files = ['de.json', 'es-419.json'].map((name) => join(catalogues, name))
    const [german, latin] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))
    change(german.texts, latin.texts)
    for (const [index, catalogue] of [german, latin].entries())
      writeFileSync(files[index] ?? '', JSON.stringify(catalogue))
    const args = [join(root, 'scripts/check-translations.ts'), '--catalogues', catalogues, ...options]
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    return { status, printed: stdout }
  }

  /** To collect the messages takes longer than to check them; the first test does so. */
  const known = ['--messages', messagesFile()]

  it('have files for the languages of the list, texts for known messages, and their placeholders and plural forms', () => {
    const { status, printed } = checkWith(() => {})
    assert.equal(status, 0, printed)
  })

  it('may lack texts until there is a release: the checks list them, within bounds, and the release fails', () => {
    const lacksAll = (texts: Record<string, MessageText>) => {
      for (const key of Object.keys(texts)) delete texts[key]
    }
    const checked = checkWith(lacksAll, ...known)
    assert.match(
      checked.printed,
      new RegExp(`^de: ${messages.size} of ${messages.size} texts are not translated$`, 'm'),
    )
    assert.match(checked.printed, /^ {2}actors\.\w+$/m)
    assert.match(checked.printed, /^ {2}and \d+ more: node scripts\/list-messages\.ts --missing de$/m)
    assert.ok(checked.printed.split('\n').length < 200)
    assert.equal(checked.status, 0)
    const released = checkWith(lacksAll, ...known, '--release')
    assert.match(released.printed, /^de is marked complete, so there is no release/m)
    assert.equal(released.status, 1)
  })

  it('have only what differs in a language over another one', () => {
    const own = read('catalogues/es-419.json').texts
    const spanish = read('catalogues/es.json').texts
    assert.ok(Object.keys(own).length < Object.keys(spanish).length / 10)
    const { status, printed } = checkWith(
      (_german, latin) => {
        latin['common.cancel'] = spanish['common.cancel'] ?? ''
      },
      ...known,
    )
    assert.match(printed, /^es-419\.json: common\.cancel: is the same as in es\.json, so leave it out$/m)
    assert.equal(status, 1)
  })

  it('fail the checks for a key that no message has', () => {
    const { status, printed } = checkWith(
      (texts) => {
        texts['zzz.unknown'] = 'Nichts'
      },
      ...known,
    )
    assert.match(printed, /^de\.json: zzz\.unknown: there is no such message$/m)
    assert.equal(status, 1)
  })
})

/** What each language writes otherwise, as a pattern that its texts must not match. */
const foreignPunctuation: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  fr: {
    'a space that may break the line before ? ! ; : or »': / [?!;:»](?=\s|$)/,
    'a space that may break the line after «': /« /,
    'a straight apostrophe': /\p{L}'\p{L}/u,
  },
  es: { '? without ¿': /(?<!¿[^?]*)\?/, 'quotes of another language': /[«»„]/ },
  'es-419': { 'a word of Spain': /\b(?:en directo|añad\p{L}*|vídeo)/iu },
  de: { 'quotes of another language': /[”«»]/, 'a closing quote without an opening one': /(?<!„[^“]*)“/ },
  'pt-BR': { 'quotes of another language': /[«»„]/ },
  tr: { 'quotes of another language': /[«»„]/ },
  ja: {
    'half-width punctuation': /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}][!?,;](?!\w)/u,
    'quotes of another language': /[“”«»]/,
  },
  ar: {
    'a Latin comma, question mark or semicolon': /\p{sc=Arab}[,?;]/u,
    'quotes of another language': /[“”„]/,
    'the other spelling of the ending -an': /ًا/,
  },
}

describe('the punctuation of a catalogue', () => {
  it('is that of its language', () => {
    const faults = Object.entries(foreignPunctuation).flatMap(([language, rules]) =>
      Object.entries(read(`catalogues/${language}.json`).texts).flatMap(([key, text]) => {
        const written = typeof text === 'string' ? [text] : Object.values(text)
        return Object.entries(rules)
          .filter(([, rule]) => written.some((one) => rule.test(one)))
          .map(([fault]) => `${language}: ${key}: ${fault}`)
      }),
    )
    assert.deepEqual(faults, [])
  })
})

describe('the check of catalogues', () => {
  const listing: Listing = new Map<string, MessageText>([
    ['a.bye', '{name} leaves at {at:time}.'],
    ['a.count', { plural: 'count', one: '{count:number} viewer of {all}', other: '{count:number} viewers of {all}' }],
    ['a.step', 'Ban {user}[: {reason}]'],
    ['b.text', '$(user), $(points $(touser)): $(pick yes no)'],
    ['c.markup', '**Most points**: type `{command}`.'],
  ])
  const check = (locale: string, texts: Catalogue['texts']) => checkCatalogue(listing, { locale, texts }, 'x.json')

  it('accepts what is right in each language', () => {
    const count = { plural: 'count', one: 'Ein Zuschauer von {all}', other: '{count:number} Zuschauer von {all}' }
    assert.deepEqual(check('de', { 'a.bye': 'Um {at:time} geht {name}.', 'a.count': count }), [])
    assert.deepEqual(check('ja', { 'a.count': '{all}人中{count:number}人' }), [])
    assert.deepEqual(check('de', { 'a.step': '{user} bannen[: {reason}]' }), [])
    assert.deepEqual(check('de', { 'b.text': '$(points $(touser)) $(pick ja nein vielleicht) $(user)' }), [])
  })

  it('names the file and the key of an unknown message, a wrong placeholder, plural form or markup', () => {
    assert.deepEqual(check('de', { 'a.no': 'Nein' }), ['x.json: a.no: there is no such message'])
    assert.deepEqual(check('de', { 'a.bye': '{nam} geht um {at}.' }), [
      'x.json: a.bye: {name} is missing',
      'x.json: a.bye: {at:time} is missing',
      'x.json: a.bye: {nam} is not in the English text',
      'x.json: a.bye: {at} is not in the English text',
    ])
    assert.deepEqual(check('de', { 'a.count': '{count:number} von {all}' }), [
      'x.json: a.count: needs the plural forms one, other',
    ])
    const french = { plural: 'count', other: '{count:number} sur {all}', few: '{all}' }
    assert.deepEqual(check('fr', { 'a.count': french }), [
      'x.json: a.count: the plural form one is missing',
      'x.json: a.count: fr has no plural form few',
    ])
    assert.deepEqual(check('de', { 'a.step': '{user} bannen: {reason}' }), [
      'x.json: a.step: has other parts in brackets than the English text',
    ])
    assert.deepEqual(check('de', { 'b.text': '$(user), $(points $(user)): $(pick ja nein)' }), [
      'x.json: b.text: has $(pick …) $(points $(user)) $(user), not $(pick …) $(points $(touser)) $(user)',
    ])
    assert.deepEqual(check('de', { 'c.markup': '*Meiste Punkte**: `{command}` eingeben.' }), [
      'x.json: c.markup: has other markup than the English text',
    ])
    assert.deepEqual(check('de', { 'a.step': 'Ban {user}[: {reason}]', 'a.bye': '{name} {at:time}' }), [
      'x.json: a.bye: stands after a.step; keys are sorted',
    ])
  })

  it('names the common message that a new one repeats', () => {
    const repeating: Listing = new Map([
      ['common.save', 'Save'],
      ['common.labels.name', 'Name'],
      ['keys.name', 'Name'],
      ['keys.save', 'Save'],
      ['keys.title', 'Keys'],
    ])
    assert.deepEqual(checkRepeats(repeating, ['keys.name']), [
      'keys.save: has the text of common.save; use that message',
    ])
    assert.deepEqual(checkRepeats(repeating, ['keys.name', 'keys.save', 'keys.title']), [
      'keys.title: repeats no common text, so it need not be listed as separate',
    ])
  })

  it('lists the keys that a language does not have yet', () => {
    assert.deepEqual(missingKeys(listing, { locale: 'de', texts: { 'a.bye': '{name} {at:time}' } }), [
      'a.count',
      'a.step',
      'b.text',
      'c.markup',
    ])
  })
})

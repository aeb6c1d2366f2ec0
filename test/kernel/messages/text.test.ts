import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inLanguage } from '../../../src/kernel/text/in-language.ts'
import { type Catalogue, defineMessages, english, Text, verbatim } from '../../../src/kernel/text/message.ts'
import { englishOf, storeText } from '../../../src/kernel/text/store-text.ts'
import { isStoredText, readText } from '../../../src/kernel/text/stored-text.ts'
import { runsOn } from '../../declare.ts'

runsOn('sqlite', { because: 'it is about texts, and nothing is stored' })

const messages = defineMessages('kept', {
  noScene: 'There is no scene called {scene}.',
  paused: 'paused',
  tried: { plural: 'count', one: 'Tried once.', other: 'Tried {count:number} times.' },
  fault: '{path} {problem}.',
  required: 'is required',
  types: 'must be {names} or {last}',
  aNumber: 'a number',
  onPlatform: 'Not on {platform}.',
  untranslated: 'Nobody translated {what}.',
})
const german: Catalogue = {
  locale: 'de',
  texts: {
    'kept.noScene': 'Es gibt keine Szene namens {scene}.',
    'kept.paused': 'pausiert',
    'kept.tried': { plural: 'count', one: 'Einmal versucht.', other: '{count:number}-mal versucht.' },
    'kept.fault': '{path} {problem}.',
    'kept.required': 'fehlt',
    'kept.types': 'muss {names} oder {last} sein',
    'kept.aNumber': 'eine Zahl',
    'kept.onPlatform': 'Nicht auf {platform}.',
  },
}

/** As it is read on another node, or after a restart. */
const stored = (text: Text) => readText(storeText(text))

for (const [how, kept] of [
  ['a text', (text: Text) => text],
  ['a stored text', stored],
] as const) {
  describe(how, () => {
    it('is written in the language of each reader, with its numbers and parts', () => {
      const tried = kept(messages.tried.of({ count: 1500 }))
      assert.deepEqual([tried.write(german), tried.write(english)], ['1.500-mal versucht.', 'Tried 1,500 times.'])
      const fault = kept(messages.fault.of({ path: 'name', problem: messages.required.of() }))
      assert.deepEqual([fault.write(german), fault.write(english)], ['name fehlt.', 'name is required.'])
      const types = kept(messages.types.of({ names: [messages.aNumber.of(), 'x'], last: messages.aNumber }))
      assert.deepEqual(
        [types.write(german), types.write(english)],
        ['muss eine Zahl, x oder eine Zahl sein', 'must be a number, x or a number'],
      )
    })

    it('keeps a name as its owner wrote it, also where it reads like a message', () => {
      const refused = kept(messages.noScene.of({ scene: 'paused' }))
      assert.equal(refused.write(german), 'Es gibt keine Szene namens paused.')
      const braces = kept(messages.noScene.of({ scene: '{count:number} {{' }))
      assert.equal(braces.write(german), 'Es gibt keine Szene namens {count:number} {{.')
      assert.equal(braces.write(english), 'There is no scene called {count:number} {{.')
    })

    it('is English where the language does not have it, around parts that the language has', () => {
      const text = kept(messages.untranslated.of({ what: messages.paused.of() }))
      assert.equal(text.write(german), 'Nobody translated pausiert.')
    })

    it('has the names of the API that the caller uses', () => {
      const text = kept(messages.onPlatform.of({ platform: { specName: 'PlatformA' } }))
      assert.equal(
        text.write(german, () => 'kick'),
        'Nicht auf kick.',
      )
      assert.equal(String(text), 'Not on PlatformA.')
    })

    it('becomes its sentence where JSON is written for a reader', () => {
      const answer = { error: kept(messages.paused.of()), name: 'paused' }
      assert.equal(JSON.stringify(answer), '{"error":"paused","name":"paused"}')
      assert.equal(
        inLanguage(german, () => JSON.stringify(answer)),
        '{"error":"pausiert","name":"paused"}',
      )
    })
  })
}

describe('what is stored', () => {
  it('begins with the English sentence, which programs get', () => {
    assert.equal(englishOf(storeText(messages.noScene.of({ scene: 'Intro' }))), 'There is no scene called Intro.')
    assert.equal(englishOf('A sentence.'), 'A sentence.')
  })

  it('may be a plain sentence: a row of an earlier version, or the words of a platform', () => {
    for (const sentence of ['There is no scene called Intro.', 'paused', '{scene}', '']) {
      assert.equal(readText(sentence).write(german), sentence)
      assert.equal(storeText(verbatim(sentence)), sentence)
    }
  })

  it('cannot be forged by a platform or a viewer', () => {
    const forged = storeText(messages.paused.of())
    assert.equal(stored(verbatim(forged)).write(german), forged.replace('\u001e', ''))
    const inside = stored(messages.noScene.of({ scene: forged }))
    assert.equal(inside.write(german), `Es gibt keine Szene namens ${forged}.`)
  })

  it('stays readable when the message is gone, or needs a parameter that the row does not have', () => {
    const gone = new Text('kept.gone', { scene: 'Intro' }, 'The scene {scene} is away.')
    assert.equal(stored(gone).write(german), 'The scene Intro is away.')
    const old = new Text('kept.noScene', { name: 'Intro' }, 'No scene {name}.')
    assert.equal(stored(old).write(german), 'No scene Intro.')
  })

  it('is bounded, and readable where it was damaged', () => {
    const long = messages.noScene.of({ scene: 'x'.repeat(4_000) })
    assert.ok(!storeText(long).includes('\u001e'))
    assert.equal(stored(long).write(german), long.write(english))
    assert.equal(readText('A sentence.\u001e{"key":').write(german), 'A sentence.')
    assert.equal(readText('A sentence.\u001e{"key":1}').write(german), 'A sentence.')
  })

  it('is taken from a page only with keys of the page, and with words that can be shown', () => {
    const allowed = { isKey: (key: string) => key.startsWith('kept.'), isWords: (words: string) => words.length < 60 }
    const isTaken = (text: string) => isStoredText(text, allowed)
    assert.ok(isTaken('A sentence.'))
    assert.ok(isTaken(storeText(messages.fault.of({ path: 'name', problem: messages.required.of() }))))
    assert.ok(!isTaken(storeText(messages.noScene.of({ scene: 'x'.repeat(60) }))))
    assert.ok(!isTaken('A sentence.\u001e{"key":"errors.not_found","text":"Not found."}'))
    assert.ok(
      !isTaken(
        'A sentence.\u001e{"key":"kept.fault","parameters":{"path":{"key":"errors.not_found","text":"x"}},"text":"x"}',
      ),
    )
    assert.ok(!isTaken('A sentence.\u001e{"key":"kept.fault","parameters":{"path":null},"text":"x"}'))
    assert.ok(!isTaken('A sentence.\u001enothing'))
  })
})

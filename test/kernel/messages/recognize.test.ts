import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Catalogue, defineMessages } from '../../../src/kernel/text/message.ts'
import { fieldsInReadersLanguage, inReadersLanguage } from '../../../src/kernel/text/recognize.ts'

defineMessages('recognized', {
  lost: 'The connection to {service} was lost.',
  again: 'Trying again in {seconds:number} s.',
  tried: { plural: 'count', one: 'Tried once.', other: 'Tried {count:number} times.' },
  notLoaded: 'the {media} could not be loaded: {reason}',
  image: 'image',
  tooSlow: 'it took too long',
  fault: '{path} {problem}.',
  required: 'is required here',
  untranslated: 'Nobody has translated this.',
})
const turkish: Catalogue = {
  locale: 'tr',
  texts: {
    'recognized.lost': '{service} bağlantısı koptu.',
    'recognized.again': '{seconds:number} saniye sonra yeniden denenecek.',
    'recognized.tried': { plural: 'count', one: 'Bir kez denendi.', other: '{count:number} kez denendi.' },
    'recognized.notLoaded': '{media} yüklenemedi: {reason}',
    'recognized.image': 'görsel',
    'recognized.tooSlow': 'çok uzun sürdü',
    'recognized.fault': '{path}: {problem}.',
    'recognized.required': 'burada gerekli',
  },
}
const read = (text: string) => inReadersLanguage(text, turkish)

describe('a sentence that was kept in English', () => {
  it('is written in the language of its reader, with its names, numbers and parts', () => {
    assert.equal(read('The connection to Twitch was lost.'), 'Twitch bağlantısı koptu.')
    assert.equal(read('Trying again in 1,500 s.'), '1.500 saniye sonra yeniden denenecek.')
    assert.equal(read('Tried once.'), 'Bir kez denendi.')
    assert.equal(read('Tried 12 times.'), '12 kez denendi.')
    assert.equal(read('the image could not be loaded: it took too long'), 'görsel yüklenemedi: çok uzun sürdü')
    assert.equal(read('steps[0].text is required here.'), 'steps[0].text: burada gerekli.')
  })

  it('may be several sentences', () => {
    const both = 'The connection to Kick was lost. Trying again in 5 s.'
    assert.equal(read(both), 'Kick bağlantısı koptu. 5 saniye sonra yeniden denenecek.')
    assert.equal(read('Kick says no. Trying again in 5 s.'), 'Kick says no. 5 saniye sonra yeniden denenecek.')
  })

  it('stays as it is for an English reader, and where it is not one of ours', () => {
    assert.equal(inReadersLanguage('Tried once.', { locale: 'en', texts: {} }), 'Tried once.')
    for (const text of ['image', 'follow', 'A platform says this.', 'Nobody has translated this.', '']) {
      assert.equal(read(text), text)
    }
  })

  it('costs a bounded number of comparisons, whatever a platform or a page has written', () => {
    // Every two words fit `{path} {problem}.`, and so do its parts.
    const hostile = ['a ', 'A. ', 'is required '].map((part) => `${part.repeat(900 / part.length)}here.`)
    for (const text of hostile) {
      const work = { comparisons: 1 }
      assert.equal(inReadersLanguage(text, turkish, work), text)
      assert.equal(work.comparisons, 0, 'it ends where the comparisons do')
    }
    const long = { comparisons: 5 }
    inReadersLanguage('is required here. '.repeat(1_000), turkish, long)
    assert.equal(long.comparisons, 5, 'a text that is longer than any of ours is not compared')
    // In a process of other tests there are thousands of messages, as in a server.
    const work = { comparisons: 6_000 }
    inReadersLanguage('steps[0].text is required here.', turkish, work)
    assert.ok(work.comparisons > 3_000, 'a sentence of ours needs much less than it may')
  })

  it('is found in the named fields of an answer and nowhere else', () => {
    const answer = { title: 'Tried once.', rows: [{ error: 'Tried once.', count: 3 }], missing: ['Tried once.', 'x y'] }
    assert.deepEqual(fieldsInReadersLanguage(answer, new Set(['error', 'missing']), turkish), {
      title: 'Tried once.',
      rows: [{ error: 'Bir kez denendi.', count: 3 }],
      missing: ['Bir kez denendi.', 'x y'],
    })
  })
})

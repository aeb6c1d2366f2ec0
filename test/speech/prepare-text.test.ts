import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { prepareName, prepareText } from '../../src/capabilities/speech/prepare-text.ts'
import { createWordFilter, type WordFilter } from '../../src/capabilities/speech/word-filter.ts'

/** What was written, what is said and, where it differs, what is shown. */
const table: readonly (readonly [written: string, spoken: string | undefined, shown?: string])[] = [
  // Links.
  ['look at https://example.com/x?y=1, now!', 'look at link, now!', 'look at link, now!'],
  ['go to example.com.', 'go to link.', 'go to link.'],
  ['(twitch.tv/abc) and youtu.be/xyz', '(link) and link', '(link) and link'],
  ['join discord.gg/abc or www.foo.bar!', 'join link or link!', 'join link or link!'],
  ['steam://run/440 ftp://x.y', 'link link', 'link link'],
  ['mail me@example.org please', 'mail link please', 'mail link please'],
  ['пример.рф тут', 'link тут', 'link тут'],
  ['play.example.co.uk:25565', 'link', 'link'],
  ['well.it is late.So go', 'well.it is late.So go'],
  ['version 1.2.3 costs 3.50 e.g. now', 'version 1.2.3 costs 3.50 e.g. now'],
  ['open main.ts at 12.30', 'open main.ts at 12.30'],
  // Emoji and emotes.
  ['well done 😀😀😀😀😀😀 again', 'well done again', 'well done 😀😀😀 again'],
  ['👨‍👩‍👧‍👦 family 🇹🇷 flag 1️⃣ key', 'family flag key'],
  ['hi :wave: at 12:30:45 :30:', 'hi at 12:30:45 :30:'],
  ['[emote:37226:KEKW] lol', 'lol', 'KEKW lol'],
  ['I <3 this', 'I this'],
  // Repetition.
  ['soooooooooo goooood', 'soo good', 'sooooo goooood'],
  ['AAA batteries, Rocky III, www', 'AAA batteries, Rocky III, www'],
  ['hahahahahahaha', 'hahaha'],
  ['no no No NO no, no', 'no no'],
  ['buy now buy now buy now buy now', 'buy now buy now'],
  ['5 5 5 5 and 1000000', '5 5 5 5 and 1000000'],
  ['what???!!! ok......... ==== done', 'what? ok... done', 'what???!!! ok..... ==== done'],
  // Mentions, numbers, abbreviations.
  ['@cool_guy hello @bob', 'cool guy hello bob'],
  ['Mr. Smith, Dr. No, 3.5%, U.S.A., $5.99', 'Mr. Smith, Dr. No, 3.5%, U.S.A., $5.99'],
  // What a voice would take for a command.
  ['say [[fVk]] <b>x</b> `id`', 'say fVk b x /b id'],
  // Characters that are not there.
  ['a\u202eb\u0000c\nd\u200be', 'abc de', 'abc de'],
  ['Z̸̡̢̛̛̺̦̲a', 'Z̸̡̢a', 'Z̸̡̢a'],
  // Nothing left.
  ['', undefined],
  ['   ', undefined, ''],
  ['....', undefined],
  ['😀'.repeat(500), undefined, '😀😀😀'],
]

describe('text for screen and voice', () => {
  for (const [written, spoken, shown = written] of table) {
    it(`turns ${JSON.stringify(written.slice(0, 40))} into ${JSON.stringify(spoken)}`, () => {
      assert.deepEqual(prepareText(written), { shown, spoken })
    })
  }

  it('leaves out emotes where the platform says they are', () => {
    const emotes = [
      { start: 0, end: 5 },
      { start: 12, end: 17 },
    ]
    assert.deepEqual(prepareText('Kappa hello Kappa', { emotes }), { shown: 'Kappa hello Kappa', spoken: 'hello' })
    const wrong = [
      { start: -3, end: 2 },
      { start: 4, end: 1 },
      { start: 90, end: 99 },
    ]
    assert.equal(prepareText('hello you', { emotes: wrong }).spoken, 'hello you')
  })

  it('shows links when asked to, and still does not read them out', () => {
    const { shown, spoken } = prepareText('see example.com', { showLinks: true })
    assert.deepEqual([shown, spoken], ['see example.com', 'see link'])
  })

  it('cuts at a word, and between characters where there are no words', () => {
    assert.deepEqual(prepareText('the quick brown fox jumps', { maxLength: 17 }), {
      shown: 'the quick brown…',
      spoken: 'the quick brown',
    })
    assert.equal(prepareText('你好世界你好世界', { maxLength: 5 }).spoken, '你好世界你')
    assert.equal(prepareText('👨‍👩‍👧‍👦👩‍🚀👨‍👩‍👧‍👦👩‍🚀', { maxLength: 3 }).shown, '👨‍👩‍👧‍👦👩‍🚀…')
  })

  it('shortens a word without end', () => {
    const { spoken } = prepareText(`start ${'abcdefghij'.repeat(50)} end`)
    assert.equal(spoken, `start ${'abcdefghij'.repeat(50).slice(0, 45)} end`)
  })

  it('is quick with texts that are made to be slow', () => {
    const hostile = ['a.', 'a', 'ab', '@', 'a.a', 'ha ', '[emote:', 'a ', '-', 'a-', '1', 'абв.', ':a', 'www.', '<3']
    for (const piece of hostile) {
      // What reads the rest again for each piece would take hours.
      assert.ok(prepareText(piece.repeat(200_000)).shown.length <= 2000, JSON.stringify(piece))
    }
  })

  it('says a name in words', () => {
    assert.deepEqual(prepareName('xX_Max_99'), { shown: 'xX_Max_99', spoken: 'xX Max 99' })
    assert.deepEqual(prepareName('___'), { shown: '___', spoken: undefined })
  })
})

describe('the word filter', () => {
  let own: WordFilter
  let both: WordFilter
  before(async () => {
    own = await createWordFilter({
      words: ['kötü', 'дурак', '笨蛋', 'a.*b', '(', 'spoiler alert', 'ISTANBUL', ' ', 'straße'],
    })
    both = await createWordFilter({ words: ['pineapple'], builtIn: true })
  })

  const cases: readonly (readonly [written: string, shown: string, spoken: string])[] = [
    ['çok KÖTÜ ama kötüler iyi', 'çok **** ama kötüler iyi', 'çok beep ama kötüler iyi'],
    ['Он ДУРАК!', 'Он *****!', 'Он beep!'],
    ['你是笨蛋吗', '你是**吗', '你是beep吗'],
    ['a.*b but not axxb', '**** but not axxb', 'beep but not axxb'],
    ['Spoiler   ALERT he lives', '******* ***** he lives', 'beep he lives'],
    ['istanbul, İstanbul, Istanbuls', '********, ********, Istanbuls', 'beep, beep, Istanbuls'],
    ['STRASSE', '*******', 'beep'],
    ['ko\u0308tu\u0308 and k\u200dötü', '**** and *****', 'beep and beep'],
  ]
  for (const [written, shown, spoken] of cases) {
    it(`hides the operator's words in ${JSON.stringify(written)}`, () => {
      assert.deepEqual(prepareText(written, { filter: own }), { shown, spoken })
    })
  }

  for (const bad of ['fuck', 'FUUUUCK', 'sh1t', 'a$$', 'f u c k', 'f.u.c.k', '𝓯𝓾𝓬𝓴', 'f\u200duck', 'b1tches', 'fück']) {
    it(`sees through the disguise of ${JSON.stringify(bad)}`, () => {
      const { shown, spoken } = prepareText(`you ${bad} pineapple`, { filter: both })
      assert.match(shown, /^you [* ]+ \*{9}$/)
      assert.equal(spoken, 'you beep beep')
    })
  }

  const innocent = `cockpit|shiitake mushrooms|Dick Van Dyke|Scunthorpe|pissed off|Arsenal|therapist|assassin class|Moby Dick|
    Riddick|kanal|sanal market|455 points and 45s|assorted cumin|Uranus|Montenegro|analysis|Essex|Hancock|Fu Xuan|Fukushima|
    rapeseed|tit for tat|title|cocktail|grape|night|Nigeria|document|peacock|fire retardant|U S A|Penistone|shih tzu`
  for (const phrase of innocent.split('|').map((text) => text.trim())) {
    it(`leaves ${JSON.stringify(phrase)} alone`, () => {
      assert.deepEqual(prepareText(phrase, { filter: both }), { shown: phrase, spoken: phrase })
    })
  }

  it('hides nothing when it is off', async () => {
    const off = await createWordFilter({})
    assert.equal(prepareText('fuck this', { filter: off }).spoken, 'fuck this')
  })

  it('hides words in names', () => {
    assert.deepEqual(prepareName('fuck_face', { filter: both }), { shown: '*********', spoken: 'beep face' })
  })

  it('hides the whole word around a hit', () => {
    assert.equal(prepareText('unfuckingbelievable!', { filter: both }).shown, '*******************!')
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutLinks } from '../../src/capabilities/moderation/without-links.ts'
import { runsOn } from '../declare.ts'

runsOn('sqlite', { because: 'it is about texts and stores nothing' })

const allowed = ['allowed.example']

describe('a text without links', () => {
  for (const [link, words] of [
    ['https://evil.example/x', 'evil example x'],
    ['evil.example', 'evil example'],
    ['(evil.example).', '(evil example).'],
    ['hxxp://evil.example/x', 'evil example x'],
    ['http:/evil', 'evil'],
    ['http:\\\\evil\\x', 'evil x'],
    ['steam://run/1', 'run 1'],
    ['1.2.3.4/x', '1 2 3 4/x'],
    ['8.8.8.8:53', '8 8 8 8:53'],
    ['１．２．３．４', '1 2 3 4'],
    ['http://2130706433/', '2130706433 '],
    ['[2001:db8::1]/x', ' 2001 db8 1 /x'],
    ['2001:db8::1', '2001 db8 1'],
    ['http://[::1]/x', ' 1 x'],
    ['evil。com/x', 'evil com/x'],
    ['evil｡com', 'evil com'],
    ['evil．example', 'evil example'],
    ['evil․com', 'evil com'],
    ['evil﹒com', 'evil com'],
    ['ｅｖｉｌ．ｃｏｍ', 'evil com'],
    ['例子。中国', '例子。 中国'],
    ['ev\u200dil.com', 'evil com'],
    ['evil\u200d.com', 'evil com'],
    ['💩.la', '💩 la'],
    ['example.xn--p1ai', 'example xn--p1ai'],
    ['उदाहरण.भारत', 'उदाहरण भारत'],
    ['https://allowed.example@evil.example/', 'allowed example evil example '],
    ['user:pw@evil.example/x', 'user:pw@evil example/x'],
    ['mailto:a@evil.example', 'mailto a evil example'],
    ['javascript:alert(1)', 'javascript alert(1)'],
  ] as const) {
    it(`has ${JSON.stringify(link)} as words`, () => assert.equal(withoutLinks(link, allowed), words))
  }

  for (const text of [
    'https://allowed.example/faq',
    'sub.allowed.example',
    'It is 12:30:45 now, 3:2 for us.',
    'Version 1.2.3 is out. 3.5 points, e.g. this one...',
    'これは例です。次に行きます。',
    'Write to evil dot com',
    'std::vector lol:/ ok',
    '👩‍💻 writes code',
    '“Ｈｅｌｌｏ！”',
  ]) {
    it(`keeps ${JSON.stringify(text)}`, () => assert.equal(withoutLinks(text, allowed), text))
  }
})

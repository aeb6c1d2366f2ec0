import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codePointPositions } from '../../src/platforms/emotes/code-points.ts'
import { type KnownEmote, withThirdPartyEmotes } from '../../src/platforms/emotes/find-emotes.ts'
import { emoteSources } from '../../src/platforms/emotes/services.external.ts'
import { badgesIn, plainTextIn } from '../../src/platforms/kick/chat.external.ts'
import { chatPartsIn as tiktokPartsIn } from '../../src/platforms/tiktok/chat-parts.external.ts'
import { chatPartsIn as twitchPartsIn } from '../../src/platforms/twitch/chat.external.ts'
import { fragmentsOf } from '../fakes/twitch-support-events.ts'

const cut = (text: string, { begin, end }: { begin: number; end: number }) => [...text].slice(begin, end).join('')

describe('positions in a message', () => {
  it('are code points, whatever is before them', () => {
    for (const text of ['', 'plain', '😀', 'a😀b👩‍👩‍👧c', '\u{1f600}'.repeat(3)]) {
      const positionOf = codePointPositions(text)
      for (let at = 0; at <= text.length; at++) {
        // In the middle of a character, its beginning.
        const before = [...text.slice(0, at)].filter((one) => !/^[\ud800-\udbff]$/.test(one))
        assert.equal(positionOf(at), before.length, `${JSON.stringify(text)} ${at}`)
      }
    }
  })
})

describe('emotes of Kick', () => {
  it('are names in the text, with their places', () => {
    const { text, emotes } = plainTextIn('😀 [emote:37226:KEKW][emote:1:a] end [emote:x:no] [emote:2:]')
    assert.equal(text, '😀 KEKWa end [emote:x:no] ')
    assert.deepEqual(
      emotes.map((one) => [one.id, cut(text, one), one.image]),
      [
        ['37226', 'KEKW', 'https://files.kick.com/emotes/37226/fullsize'],
        ['1', 'a', 'https://files.kick.com/emotes/1/fullsize'],
        ['2', '', 'https://files.kick.com/emotes/2/fullsize'],
      ],
    )
  })

  it('come with badges that have no image, and a color that is one', () => {
    const identity = {
      username_color: '#FF5733',
      badges: [{ text: 'Sub Gifter', type: 'sub_gifter', count: 5 }, { type: 'og' }, { text: 'x' }],
    }
    assert.deepEqual(badgesIn({ identity }), {
      badges: [
        { id: 'sub_gifter/5', title: 'Sub Gifter', image: null },
        { id: 'og', title: 'og', image: null },
      ],
      color: '#ff5733',
    })
    assert.deepEqual(badgesIn({ identity: { username_color: 'red;background:url(x)' } }), { badges: [] })
  })
})

describe('emotes of Twitch', () => {
  it('are found by the fragments of the message', () => {
    const message = fragmentsOf('👋 hello ', { id: '25', text: 'Kappa' }, ' ', { id: 'emotesv2_ab', text: 'xyzHi' })
    const { emotes, badges, color } = twitchPartsIn({
      message,
      color: '#00FF7F',
      badges: [{ set_id: 'subscriber', id: '12', info: '14' }],
    })
    assert.deepEqual(
      emotes.map((one) => [one.id, one.name, cut(message.text, one)]),
      [
        ['25', 'Kappa', 'Kappa'],
        ['emotesv2_ab', 'xyzHi', 'xyzHi'],
      ],
    )
    assert.equal(emotes[0]?.image, 'https://static-cdn.jtvnw.net/emoticons/v2/25/default/dark/2.0')
    assert.deepEqual([badges, color], [[{ id: 'subscriber/12', title: 'subscriber', image: null }], '#00ff7f'])
  })

  it('with an id that is part of an address are left out', () => {
    const message = fragmentsOf({ id: '../../x', text: 'Kappa' })
    assert.deepEqual(twitchPartsIn({ message, badges: [] }).emotes, [])
  })
})

describe('emotes of TikTok', () => {
  it('are at their place, in the older and the newer names', () => {
    const image = { urlList: ['https://p16-webcast.tiktokcdn.com/e.webp'] }
    for (const row of [
      { placeInComment: 3, emote: { emoteId: '71', image } },
      { index: 3, emote: { emoteId: '71', image: { imageUrl: 'https://p16-webcast.tiktokcdn.com/e.webp' } } },
    ]) {
      const { emotes } = tiktokPartsIn({ emotes: [row], user: {} }, '😀 * !')
      const place = { begin: 2, end: 3 }
      const rest = { id: '71', name: '*', image: 'https://p16-webcast.tiktokcdn.com/e.webp', source: 'platform' }
      assert.deepEqual(emotes, [{ ...rest, ...place }])
    }
  })

  it('and badges show images of TikTok over HTTPS only', () => {
    const badge = (url: string) => ({ badgeSceneType: 8, combine: { icon: { urlList: [url] }, str: 'Lv. 12' } })
    const refused = [
      'javascript:alert(1)',
      'http://p16-webcast.tiktokcdn.com/b.png',
      'https://elsewhere.example/b.png',
      'https://p16-webcast.tiktokcdn.com.elsewhere.example/b.png',
      'https://nottiktokcdn.com/b.png',
      'https://p16-webcast.tiktokcdn.com:8443/b.png',
    ]
    const user = { badges: ['https://p16-webcast.tiktokcdn.com/b.png', ...refused].map(badge) }
    assert.deepEqual(
      tiktokPartsIn({ user }, 'x').badges.map(({ title, image }) => [title, image]),
      [['Lv. 12', 'https://p16-webcast.tiktokcdn.com/b.png'], ...refused.map(() => ['Lv. 12', null])],
    )
  })
})

describe('emotes of other services', () => {
  const known = (name: string): [string, KnownEmote] => [name, { id: name, name, image: 'x', source: '7tv' }]

  it('are whole words, and do not replace those of the platform', () => {
    const text = 'catJam catJams 😀 catJam KEKW'
    const own = [{ id: '1', name: 'KEKW', image: null, source: 'platform' as const, begin: 24, end: 28 }]
    const found = withThirdPartyEmotes(text, own, new Map([known('catJam'), known('KEKW')]))
    assert.deepEqual(
      found.map((one) => [one.source, cut(text, one)]),
      [
        ['7tv', 'catJam'],
        ['7tv', 'catJam'],
        ['platform', 'KEKW'],
      ],
    )
  })

  it('are bounded in number', () => {
    assert.equal(withThirdPartyEmotes('a '.repeat(250), [], new Map([known('a')])).length, 100)
  })

  it('have addresses of known hosts, made of ids that are plain words', () => {
    const hosts = [
      'https://cdn.7tv.app/emote/',
      'https://cdn.betterttv.net/emote/',
      'https://cdn.frankerfacez.com/emote/',
    ]
    const answers = [
      emoteSources['7tv'].read({
        emote_set: {
          emotes: [
            { id: '01F6MZGCNG000255K4X1K7M1A3', name: 'ok' },
            { id: '../x', name: 'bad' },
          ],
        },
      }),
      emoteSources.bttv.read({
        channelEmotes: [{ id: '54fa8f1401e468494b85b537', code: ':tf:' }],
        sharedEmotes: [{ id: 'x/y', code: 'bad' }],
      }),
      emoteSources.ffz.read({
        sets: {
          3: {
            emoticons: [
              { id: 28136, name: 'LilZ', urls: { 1: '//evil', 2: '//evil' } },
              { id: 1, name: 'a b' },
            ],
          },
        },
      }),
    ]
    for (const [index, emotes] of answers.entries()) {
      assert.equal(emotes.length, 1)
      assert.ok(emotes[0]?.image.startsWith(hosts[index] ?? '-'), emotes[0]?.image)
    }
  })

  it('of a channel without any are none', () => {
    assert.deepEqual(emoteSources['7tv'].read({ emote_set: null }), [])
    assert.deepEqual(emoteSources['7tv'].read({ emote_set: { emotes: null } }), [])
    assert.deepEqual(emoteSources.bttv.read([]), [])
    assert.deepEqual(emoteSources.ffz.read({ sets: {} }), [])
    assert.equal(emoteSources.ffz.channelPath('kick', '1'), undefined)
    assert.equal(emoteSources.bttv.channelPath('twitch', '../admin'), undefined)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineMessages, message, useCatalogue } from '../../../src/kernel/text/message.ts'

const messages = defineMessages('viewers', {
  title: 'Viewers',
  linked: '{first} and {second} are now linked.',
  total: { plural: 'count', one: '{count:number} viewer', other: '{count:number} viewers' },
  share: '{share:percent} of {{all}',
})

describe('a message', () => {
  it('is its English text with the parameters in place', () => {
    assert.equal(messages.title(), 'Viewers')
    assert.equal(messages.linked({ first: 'alice', second: 'bob' }), 'alice and bob are now linked.')
    assert.equal(messages.share({ share: 0.25 }), '25% of {all}')
  })

  it('chooses the plural and writes numbers as the language does', () => {
    assert.equal(messages.total({ count: 1 }), '1 viewer')
    assert.equal(messages.total({ count: 12_345 }), '12,345 viewers')
  })

  it('never reads a parameter as a placeholder', () => {
    assert.equal(messages.linked({ first: '{second}', second: '$&' }), '{second} and $& are now linked.')
  })

  it('may contain another one, which is written in the same language', () => {
    const roles = defineMessages('parts', { moderator: 'moderator' })
    const needed = message('parts.needed', 'This needs the role {role}.')
    const german = { locale: 'de', texts: { 'parts.needed': 'Nötig: {role}.', 'parts.moderator': 'Moderator' } }
    assert.equal(needed({ role: roles.moderator }), 'This needs the role moderator.')
    assert.equal(needed({ role: roles.moderator }, german), 'Nötig: Moderator.')
  })

  it('carries its key, by which a catalogue of another language finds it', () => {
    assert.equal(messages.linked.key, 'viewers.linked')
    const polish = {
      locale: 'pl',
      texts: {
        'viewers.total': { plural: 'count', one: '{count} widz', few: '{count} widzów', other: '{count} widza' },
      },
    }
    assert.equal(messages.total({ count: 3 }, polish), '3 widzów')
    assert.equal(messages.title(undefined, polish), 'Viewers')
  })

  it('is English where the language lacks it, and keeps its direction on a page that runs from right to left', () => {
    const arabic = { locale: 'ar', texts: { 'viewers.title': 'المشاهدون' }, isolates: true }
    assert.equal(messages.title(undefined, arabic), 'المشاهدون')
    assert.equal(messages.total({ count: 2 }, arabic), '\u20662 viewers\u2069')
    assert.equal(messages.total({ count: 2 }, { ...arabic, isolates: false }), '2 viewers', 'chat has no such marks')
    const pair = message('pair', '{first} · {second}')
    assert.equal(pair({ first: 'ا', second: 'ب' }, arabic), 'ا · ب', 'marks alone run in the direction of the page')
  })

  it('follows the language that the page chose', () => {
    useCatalogue({ locale: 'de', texts: { 'viewers.total': '{count:number} Zuschauer' } })
    assert.equal(messages.total({ count: 12_345 }), '12.345 Zuschauer')
    useCatalogue({ locale: 'en', texts: {} })
    assert.equal(messages.total({ count: 2 }), '2 viewers')
  })

  it('has typed parameters', () => {
    // @ts-expect-error a parameter is missing
    messages.linked({ first: 'alice' })
    // @ts-expect-error a number is formatted, a text is not one
    messages.total({ count: 'three' })
    // @ts-expect-error it takes none
    messages.title({ count: 3 })
    assert.equal(message('single', 'One {thing}')({ thing: 'text' }), 'One text')
  })
})

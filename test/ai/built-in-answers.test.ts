import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { builtInAnswer } from '../../src/capabilities/ai/built-in-answers.ts'
import { builtInTexts } from '../../src/capabilities/ai/messages.ts'
import type { Catalogue } from '../../src/kernel/text/message.ts'

function catalogueOf(language: string): Catalogue {
  return JSON.parse(readFileSync(new URL(`../../catalogues/${language}.json`, import.meta.url), 'utf8'))
}

/** As viewers write: without question marks, in any case, with endings. */
const questions = {
  de: {
    points: 'Wie viele Punkte habe ich?',
    live: 'seit wann bist du LIVE',
    game: 'welches Spiel spielst du',
    time: 'Wie spät ist es?',
  },
  fr: { points: "j'ai combien de points ?", song: 'c’est quoi cette chanson', viewers: 'combien de personnes sont là' },
  es: { points: '¿cuántos puntos tengo?', song: 'qué canción es', lastFollower: 'quién es el último seguidor' },
  'pt-BR': { points: 'quantos pontos eu tenho', commands: 'quais são os comandos?', time: 'que horas são aí' },
  ja: { points: '私のポイントはいくつですか', song: 'この曲は何ですか', live: 'いつから配信していますか' },
  tr: { points: 'kaç puanım var', song: 'bu şarkının adı ne', game: 'hangi oyunu oynuyorsun' },
  ar: { points: 'كم نقاطي؟', song: 'ما هذه الأغنية', followers: 'كم متابعين لديك' },
} as const

describe('the built-in responder', () => {
  for (const [language, asked] of Object.entries(questions)) {
    it(`understands questions of viewers in ${language}, and in English beside it`, () => {
      const catalogue = catalogueOf(language)
      for (const [subject, question] of Object.entries(asked)) {
        const answer = builtInAnswer(question, [], catalogue)
        const wanted = builtInTexts[subject as keyof typeof builtInTexts]
        assert.deepEqual(answer, { kind: 'template', template: wanted }, question)
      }
      assert.deepEqual(builtInAnswer('What is my balance?', [], catalogue), {
        kind: 'template',
        template: builtInTexts.points,
      })
    })
  }

  it('finds a known question by the words that matter in the language of the channel', () => {
    const known = [{ question: 'Wann ist der nächste Stream?', answer: 'Am Freitag.' }]
    const answer = builtInAnswer('wann kommt der nächste stream', known, catalogueOf('de'))
    assert.deepEqual(answer, { kind: 'text', text: 'Am Freitag.' })
    assert.equal(builtInAnswer('wann ist das so', known, catalogueOf('de')).kind, 'unknown')
  })
})

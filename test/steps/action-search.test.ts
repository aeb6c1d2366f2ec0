import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, describe, it } from 'node:test'
import { pickableTriggers } from '../../panel/src/pages/automations/pickable-triggers.ts'
import { actionEntries } from '../../panel/src/picker/action-entries.ts'
import type { Pickable } from '../../panel/src/picker/pickable.ts'
import { search } from '../../panel/src/picker/search.ts'
import type { StepParts } from '../../panel/src/steps/channel-choices.ts'
import { type Catalogue, english, useCatalogue } from '../../src/kernel/text/message.ts'
import { runsOn } from '../declare.ts'

runsOn('sqlite', { because: 'it reads definitions and stores nothing' })

/** What streamers type when they look for an action. */
const actions: Readonly<Record<string, string>> = {
  timer: 'wait',
  delay: 'wait',
  pause: 'wait',
  sleep: 'wait',
  sound: 'audio_alert',
  sfx: 'audio_alert',
  soundboard: 'audio_alert',
  mp3: 'audio_alert',
  'play sound': 'audio_alert',
  scene: 'obs_scene',
  'obs scene': 'obs_scene',
  'switch scene': 'obs_scene',
  brb: 'obs_scene',
  image: 'show_alert',
  picture: 'show_alert',
  gif: 'show_alert',
  video: 'obs_media',
  popup: 'show_alert',
  counter: 'value',
  deaths: 'value',
  countdown: 'value',
  goal: 'value',
  variable: 'value',
  stopwatch: 'value',
  subathon: 'value',
  raffle: 'open_round',
  giveaway: 'open_round',
  lottery: 'open_round',
  trivia: 'open_round',
  quiz: 'open_round',
  winner: 'draw_round',
  'pick winner': 'draw_round',
  poll: 'create_poll',
  vote: 'create_poll',
  survey: 'create_poll',
  bet: 'create_prediction',
  prediction: 'create_prediction',
  gamble: 'create_prediction',
  clip: 'clip',
  'clip that': 'clip',
  raid: 'raid',
  host: 'raid',
  so: 'shoutout',
  'shout out': 'shoutout',
  tts: 'tts',
  speak: 'tts',
  'read aloud': 'tts',
  voice: 'tts',
  'voice changer': 'voice_effect',
  confetti: 'effect',
  fireworks: 'effect',
  animation: 'effect',
  volume: 'obs_audio',
  mute: 'obs_audio',
  mic: 'obs_audio',
  microphone: 'obs_audio',
  source: 'obs_source',
  camera: 'obs_source',
  webcam: 'obs_source',
  hide: 'obs_source',
  blur: 'obs_filter',
  'green screen': 'obs_filter',
  record: 'obs_output',
  'go live': 'obs_output',
  'replay buffer': 'obs_output',
  'instant replay': 'obs_replay',
  vtuber: 'vts_hotkey',
  avatar: 'vts_hotkey',
  message: 'say',
  chat: 'say',
  thank: 'say',
  write: 'say',
  answer: 'reply',
  announcement: 'announce',
  pin: 'pin_message',
  ban: 'ban',
  block: 'ban',
  timeout: 'timeout',
  'time out': 'timeout',
  unban: 'unban',
  'delete message': 'delete_message',
  'slow mode': 'set_chat_mode',
  'sub only': 'set_chat_mode',
  'emote only': 'set_chat_mode',
  ads: 'start_commercial',
  commercial: 'start_commercial',
  marker: 'create_marker',
  title: 'title',
  game: 'game',
  category: 'game',
  points: 'points',
  currency: 'points',
  'channel points': 'create_reward',
  refund: 'update_redemption',
  music: 'song',
  'next song': 'song',
  spotify: 'song',
  'song request': 'request_song',
  sr: 'request_song',
  'skip song': 'song',
  discord: 'discord_send_message',
  webhook: 'http_request',
  chatgpt: 'ask_ai',
  ai: 'ask_ai',
  recap: 'summarise',
  random: 'choose',
  dice: 'choose',
  condition: 'if',
  loop: 'repeat',
  'next cue': 'go_cue',
}

/** The same for what starts an automation. */
const triggers: Readonly<Record<string, string>> = {
  timer: 'schedule.every',
  interval: 'schedule.every',
  daily: 'schedule.at',
  sub: 'event:subscription',
  resub: 'event:subscription',
  prime: 'event:subscription',
  membership: 'event:subscription',
  bomb: 'event:subscription.gifts',
  'gift sub': 'event:subscription.gifts',
  tip: 'event:donation',
  donation: 'event:donation',
  'ko-fi': 'event:donation',
  cheer: 'event:bits',
  bits: 'event:bits',
  raid: 'event:raid',
  host: 'event:raid',
  follow: 'event:follow',
  keyword: 'command',
  'first time chatter': 'event:chat.first-message',
  'go live': 'event:stream.online',
  redeem: 'event:redemption.added',
  'channel points': 'reward',
  'hype train': 'event:hype-train.begin',
  ads: 'event:ad.soon',
  giveaway: 'round',
  counter: 'value',
  hotkey: 'manual',
}

/** Some words of each of the other languages. */
const otherLanguages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { Verzögerung: 'wait', Ton: 'audio_alert', Szene: 'obs_scene', Verlosung: 'open_round', Zähler: 'value' },
  es: {
    temporizador: 'wait',
    sonido: 'audio_alert',
    escena: 'obs_scene',
    sorteo: 'open_round',
    encuesta: 'create_poll',
  },
  fr: { délai: 'wait', bruitage: 'audio_alert', scène: 'obs_scene', concours: 'open_round', compteur: 'value' },
  'pt-BR': { atraso: 'wait', som: 'audio_alert', cena: 'obs_scene', sorteio: 'open_round', enquete: 'create_poll' },
  tr: { gecikme: 'wait', ses: 'audio_alert', sahne: 'obs_scene', çekiliş: 'open_round', sayaç: 'value' },
  ja: { タイマー: 'wait', 効果音: 'audio_alert', シーン: 'obs_scene', 抽選: 'open_round', カウンター: 'value' },
  ar: { مؤقت: 'wait', صوت: 'audio_alert', مشهد: 'obs_scene', سحب: 'open_round', عداد: 'value' },
}

const firstOf = (entries: readonly Pickable[], typed: string) => search(entries, typed).map(({ key }) => key)

describe('the search for actions and triggers', () => {
  afterEach(() => useCatalogue(english))

  it('finds what a streamer means by 120 words among the first three', () => {
    const asked = [
      ...Object.entries(actions).map(([word, wanted]) => ({
        word,
        wanted,
        found: firstOf(actionEntries(undefined), word),
      })),
      ...Object.entries(triggers).map(([word, wanted]) => ({ word, wanted, found: firstOf(pickableTriggers(), word) })),
    ]
    assert.ok(asked.length >= 120, `${asked.length} words`)
    const missed = asked.filter(({ wanted, found }) => !found.slice(0, 3).includes(wanted))
    assert.deepEqual(
      missed.map(({ word, wanted, found }) => `${word}: ${wanted} is not among ${found.slice(0, 3)}`),
      [],
    )
  })

  it('lists the subscription first for “sub”, and the incoming raid first for “raid”', () => {
    assert.equal(firstOf(pickableTriggers(), 'sub')[0], 'event:subscription')
    assert.equal(firstOf(pickableTriggers(), 'raid')[0], 'event:raid')
  })

  for (const [language, words] of Object.entries(otherLanguages)) {
    it(`understands words of ${language}, and the English ones as well`, () => {
      const file = new URL(`../../catalogues/${language}.json`, import.meta.url)
      useCatalogue(JSON.parse(readFileSync(file, 'utf8')) as Catalogue)
      const missed = Object.entries({ ...words, raffle: 'open_round', delay: 'wait', 'obs scene': 'obs_scene' }).filter(
        ([word, wanted]) => !firstOf(actionEntries(undefined), word).slice(0, 3).includes(wanted),
      )
      assert.deepEqual(missed, [])
    })
  }

  it('offers what the channel has by its own name, complete, and only to who searches for it', () => {
    const parts = {
      ...{ prefix: '!', voice_effects: [], vts_hotkeys: [], commands: ['hello'], automations: [], shows: [] },
      alerts: [{ id: 1, name: 'Tada' }],
      effects: [{ overlay_id: 'snow', name: 'Snowfall' }],
    } as unknown as StepParts
    const entries = actionEntries(parts)
    assert.deepEqual(search(entries, 'snowfall')[0]?.step, { type: 'effect', overlay_id: 'snow' })
    assert.deepEqual(search(entries, 'tada')[0]?.step, { type: 'audio_alert', name: 'Tada' })
    assert.equal(search(entries, 'alert')[0]?.isNamed, undefined)
    assert.ok(entries.filter(({ isNamed }) => isNamed).length > 0)
  })

  it('ignores capitals, accents and dots', () => {
    const entry = { title: 'Décompte', words: ['ÇEKİLİŞ, Würfel'] }
    for (const typed of ['decompte', 'cekilis', 'wurfel', 'WÜR']) assert.equal(search([entry], typed).length, 1, typed)
    assert.equal(search([entry], 'raid').length, 0)
  })
})

// The overlay without a server: a frame in the panel that shows sample items with the settings that are being edited,
// and plays effects before they are saved. It is silent and reports to the surrounding page only.

import type { Cue, ShownKind } from '../src/contract/overlay-messages.ts'
import { makeCard, makeSongCard } from './cards.ts'
import { createEffects } from './effects.ts'
import { readSettings } from './settings.ts'
import { createSound } from './sound.ts'
import { applyTheme } from './theme.ts'
import { createTimers } from './timers.ts'
import { recordOf, textOf } from './values.ts'

const timers = createTimers()
const sound = createSound({ timers, isSilent: true, onBlocked() {} })
const ownSheet = new CSSStyleSheet()
document.adoptedStyleSheets = [ownSheet]
let settings = readSettings(undefined)
let played = 0
const shownCards: Record<string, string> = {}

const effects = createEffects({
  place: place('effects'),
  report: ({ id, ...rest }) => send({ report: rest.type, id, reason: 'reason' in rest ? rest.reason : '' }),
  warn: (id, reason) => send({ report: 'warning', id, reason }),
  settings: () => settings,
  sound,
  timers,
})

addEventListener('message', ({ source, origin, data }) => {
  if (source === parent && origin === location.origin) receive(recordOf(data))
})
addEventListener('effect-console', (event) => {
  const { level, text } = recordOf('detail' in event ? event.detail : undefined)
  send({ console: textOf(level), text: textOf(text) })
})
send({ report: 'ready', id: '', reason: '' })

function receive({ type, ...rest }: Record<string, unknown>) {
  if (type === 'settings') use(rest)
  else if (type === 'effect') play(rest)
  else if (type === 'stop') effects.stopAll()
}

function use({ settings: given, css, kinds, style }: Record<string, unknown>) {
  settings = readSettings(recordOf(given))
  applyTheme(settings)
  ownSheet.replaceSync(textOf(css))
  const wanted = Array.isArray(kinds) ? kinds.map(textOf) : []
  for (const kind of ['tts', 'audio-alert', 'donation', 'effect', 'song'] as const) {
    show(kind, wanted.includes(kind), textOf(style))
  }
}

function show(kind: ShownKind, isWanted: boolean, style: string) {
  const room = place(kind === 'song' ? 'song' : kind === 'effect' ? 'effects' : 'cards')
  const old = room.querySelector(`[data-id="sample_${kind}"]`)
  const state = isWanted
    ? JSON.stringify([settings.positions[kind], settings.points_name, settings.show_price, settings.locale, style])
    : ''
  if (shownCards[kind] === state) return
  shownCards[kind] = state
  old?.remove()
  if (!isWanted) return
  const card = kind === 'song' ? makeSongCard(sampleSong) : makeCard(samples[kind], settings)
  card.dataset.id = `sample_${kind}`
  card.dataset.position = settings.positions[kind]
  card.dataset.style = kind === 'donation' ? style : 'plain'
  if (kind === 'song') room.dataset.position = settings.positions.song
  room.append(card)
}

function play({ id, effect_type, effect_settings, data }: Record<string, unknown>) {
  effects.stopAll()
  const own = recordOf(effect_settings)
  const payload = {
    action: 'trigger',
    overlay_id: 'preview',
    effect_type: textOf(effect_type),
    effect_settings: { ...own, forwardsConsole: true },
    data: { userstate: sampleUser, ...recordOf(data) },
  }
  const name = textOf(id) === '' ? `preview_${++played}` : textOf(id)
  effects.run({ kind: 'effect', id: name, seq: 0, payload, expiresAt: Number.MAX_SAFE_INTEGER })
}

function send(message: { report?: string; console?: string; id?: string; reason?: string; text?: string }) {
  parent.postMessage(message, location.origin)
}

const sampleUser = {
  platform: 'Kick',
  user_id: '10001',
  username: 'alice',
  displayname: 'Alice',
  roles: ['subscriber'],
  is_broadcaster: false,
  is_api: false,
}
const sampleSong = { id: 0, title: 'In the Wings', artist: 'Showcaller', source: '', seconds: 120 }

const samples: Record<Exclude<ShownKind, 'song'>, Cue> = {
  tts: sample('tts', { username: 'Alice', text: 'Good evening, everyone.' }),
  'audio-alert': sample('audio-alert', { alert: 1, name: 'Airhorn', username: 'Bob', points: 100 }),
  donation: sample('donation', { amount: 25, currency: 'USD', displayname: 'Carol', message: 'For the show.' }),
  effect: sample('effect', {
    overlay_id: 'confetti',
    effect_type: 'confetti',
    data: { message: 'starts the party', userstate: { displayname: 'Dave' } },
  }),
}

function sample(kind: Cue['kind'], payload: Cue['payload']): Cue {
  return { kind, id: `sample_${kind}`, seq: 0, payload, expiresAt: Number.MAX_SAFE_INTEGER }
}

function place(id: string) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`the page has no #${id}`)
  return element
}

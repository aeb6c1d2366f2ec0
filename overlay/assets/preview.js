// @ts-check
// The overlay without a server: a frame in the panel that shows samples as the overlay would, in the look that is being
// chosen, and plays effects before they are saved. It makes no sound and tells nobody but the page around it.
import { makeCard, makeSongCard } from './cards.js'
import { createEffects } from './effects.js'
import { dress } from './look.js'
import { readSettings } from './settings.js'
import { createSound } from './sound.js'
import { createTimers } from './timers.js'
import { recordOf, textOf } from './values.js'

/** @import { Cue, Report, ShownKind } from '../../src/contract/overlay-messages.ts' */

const timers = createTimers()
const sound = createSound({ timers, isSilent: true, onBlocked() {} })
const ownSheet = new CSSStyleSheet()
document.adoptedStyleSheets = [ownSheet]
let settings = readSettings(undefined)
let played = 0
/** @type {Record<string, string>} */
const shownCards = {}

const effects = createEffects({
  place: place('effects'),
  report: ({ id, ...rest }) => tell({ report: rest.type, id, reason: 'reason' in rest ? rest.reason : '' }),
  trouble: (id, reason) => tell({ report: 'trouble', id, reason }),
  settings: () => settings,
  sound,
  timers,
})

addEventListener('message', ({ source, origin, data }) => {
  if (source === parent && origin === location.origin) hear(recordOf(data))
})
addEventListener('effect-console', (event) => {
  const { level, text } = recordOf('detail' in event ? event.detail : undefined)
  tell({ console: textOf(level), text: textOf(text) })
})
tell({ report: 'ready', id: '', reason: '' })

/** @param {Record<string, unknown>} message */
function hear({ type, ...rest }) {
  if (type === 'look') look(rest)
  else if (type === 'effect') play(rest)
  else if (type === 'stop') effects.stopAll()
}

/** @param {Record<string, unknown>} message */
function look({ settings: given, css, kinds, style }) {
  settings = readSettings(recordOf(given))
  dress(settings)
  ownSheet.replaceSync(textOf(css))
  const wanted = Array.isArray(kinds) ? kinds.map(textOf) : []
  for (const kind of /** @type {const} */ (['tts', 'audio-alert', 'donation', 'effect', 'song'])) {
    show(kind, wanted.includes(kind), textOf(style))
  }
}

/** @param {ShownKind} kind @param {boolean} isWanted @param {string} style */
function show(kind, isWanted, style) {
  const room = place(kind === 'song' ? 'song' : kind === 'effect' ? 'effects' : 'cards')
  const old = room.querySelector(`[data-id="sample_${kind}"]`)
  const state = isWanted ? JSON.stringify([settings.positions[kind], settings.pointsName, settings.locale, style]) : ''
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

/** @param {Record<string, unknown>} message */
function play({ id, effect_type, effect_settings, data }) {
  effects.stopAll()
  const own = recordOf(effect_settings)
  const payload = {
    action: 'trigger',
    overlay_id: 'preview',
    effect_type: textOf(effect_type),
    effect_settings: { ...own, tells: true },
    data: { userstate: sampleUser, ...recordOf(data) },
  }
  const name = textOf(id) === '' ? `preview_${++played}` : textOf(id)
  effects.run({ kind: 'effect', id: name, seq: 0, payload, expiresAt: Number.MAX_SAFE_INTEGER })
}

/** @param {{ report?: string, console?: string, id?: string, reason?: string, text?: string }} message */
function tell(message) {
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

/** @type {Record<Exclude<ShownKind, 'song'>, Cue>} */
const samples = {
  tts: sample('tts', { username: 'Alice', text: 'Good evening, everyone.' }),
  'audio-alert': sample('audio-alert', { alert: 1, name: 'Airhorn', username: 'Bob', points: 100 }),
  donation: sample('donation', { amount: 25, currency: 'USD', displayname: 'Carol', message: 'For the show.' }),
  effect: sample('effect', {
    overlay_id: 'confetti',
    effect_type: 'confetti',
    data: { message: 'starts the party', userstate: { displayname: 'Dave' } },
  }),
}

/** @param {Cue['kind']} kind @param {Cue['payload']} payload @returns {Cue} */
function sample(kind, payload) {
  return { kind, id: `sample_${kind}`, seq: 0, payload, expiresAt: Number.MAX_SAFE_INTEGER }
}

/** @param {string} id */
function place(id) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`the page has no #${id}`)
  return element
}

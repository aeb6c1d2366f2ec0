// @ts-check
import { connect } from './connection.js'
import { createEffects } from './effects.js'
import { showHint } from './hint.js'
import { readLink } from './link.js'
import { dress, mendFaces } from './look.js'
import { createMemory } from './memory.js'
import { createMusic } from './music.js'
import { readSettings } from './settings.js'
import { createSound } from './sound.js'
import { createStage } from './stage.js'
import { createTimers } from './timers.js'

/** @import { Cue, OverlaySettings, ServerMessage, StageState } from '../../src/contract/overlay-messages.ts' */
/** @import { Link } from './link.js' */

/** What came in time and waited when the page was reloaded is shown for this much longer. */
const keptMs = 10 * 60_000

const link = readLink(location)
// Another link in the same window is another page.
addEventListener('hashchange', () => location.reload())

if (link === undefined) showHint('link', 'This page needs the whole overlay link, with everything after the # sign.')
else start(link)

/** @param {Link} link */
function start(link) {
  const memory = createMemory(link)
  const timers = createTimers()
  let settings = readSettings(undefined)
  let serverAheadMs = 0
  let isFirstWelcome = true
  /** @type {StageState['voice']} */
  let voice = null

  const connection = connect({
    url: new URL('overlay/socket', location.href),
    hello: () => ({
      type: 'hello',
      token: link.token,
      page: memory.page,
      ...(link.only === undefined ? {} : { only: link.only }),
      ...(memory.last === undefined ? {} : { last: memory.last }),
    }),
    hear,
    timers,
    onConnected(connected) {
      document.body.dataset.connected = String(connected)
    },
  })
  const { report, trouble } = connection
  const sound = createSound({
    timers,
    isSilent: link.silent,
    onBlocked(isBlocked) {
      showHint('sound', isBlocked ? 'This browser wants a click before it lets the page sound.' : '')
      if (!isBlocked) music.again()
    },
  })
  const shared = { report, trouble, sound, timers, settings: () => settings }
  const effects = createEffects({ ...shared, place: place('effects') })
  const music = createMusic({ ...shared, place: place('song') })
  const stage = createStage({
    ...shared,
    place: place('cards'),
    effects,
    memory,
    voice: () => (voice != null && voice.endsAt > Date.now() + serverAheadMs ? voice.effect : undefined),
  })
  use(undefined)

  /** @param {ServerMessage} message */
  function hear(message) {
    switch (message.type) {
      case 'welcome':
        welcome(message)
        break
      case 'cue':
        take(message)
        break
      case 'cancel':
        stage.cancel(message.id)
        break
      case 'player':
        music.follow(message.state)
        break
      case 'settings':
        use(message.settings)
        break
      case 'control':
        control(message)
        break
      case 'voice-effect':
        voice = message.voice
        break
      case 'bye':
        if (message.reason === 'replaced') memory.renew()
        if (message.reason === 'link_rolled' || message.reason === 'invalid_link') {
          showHint('link', 'This overlay link is no longer valid. Copy the new one from the panel.')
        }
        break
    }
  }

  /** @param {Extract<ServerMessage, { type: 'welcome' }>} message */
  function welcome({ now, last, settings: given, paused = false, voice: spoken = null, takenBack = [] }) {
    serverAheadMs = now - Date.now()
    memory.moveTo(last)
    mendFaces()
    showHint('link', '')
    if (given !== undefined) use(given)
    voice = spoken
    stage.pause(paused)
    for (const id of takenBack) stage.cancel(id)
    if (isFirstWelcome) for (const cue of memory.listWaiting()) showInTime(cue, keptMs)
    isFirstWelcome = false
  }

  /** @param {OverlaySettings | undefined} given */
  function use(given) {
    settings = readSettings(given)
    dress(settings)
    sound.use(settings.volumes)
    place('song').dataset.position = settings.positions.song
  }

  /** @param {Extract<ServerMessage, { type: 'cue' }>} cue */
  function take(cue) {
    const isNew = memory.note(cue)
    report({ type: 'received', id: cue.id })
    if (isNew) showInTime(cue)
  }

  /** @param {Cue} cue @param {number} graceMs */
  function showInTime(cue, graceMs = 0) {
    if (cue.expiresAt + graceMs >= Date.now() + serverAheadMs) return stage.show(cue)
    memory.dropWaiting(cue.id)
    report({ type: 'failed', id: cue.id, reason: 'expired' })
  }

  /** @param {Extract<ServerMessage, { type: 'control' }>} message */
  function control({ action, id }) {
    if (action === 'skip') stage.skip(id)
    else if (action === 'clear') stage.clear()
    else stage.pause(action === 'pause')
  }
}

/** @param {string} id */
function place(id) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`the page has no #${id}`)
  return element
}

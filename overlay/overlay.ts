import type { Cue } from '../src/capabilities/overlay/contract/cues.ts'
import { messages } from '../src/capabilities/overlay/contract/overlay-texts.ts'
import { type Catalogue, currentCatalogue, useCatalogue } from '../src/kernel/text/message.ts'
import type { OverlaySettings, ServerMessage, StageState } from '../src/registry/overlay-messages.ts'
import { createCardQueue } from './card-queue.ts'
import { prepareNumbers } from './cards.ts'
import { connect } from './connection.ts'
import { showHint } from './hint.ts'
import { createLaterEffects } from './later-effects.ts'
import { createLaterMusic } from './later-music.ts'
import { createLaterWidgets } from './later-widgets.ts'
import type { Link } from './link.ts'
import { readLink } from './link.ts'
import { createMemory } from './memory.ts'
import { setPosition } from './position.ts'
import { readSettings } from './settings.ts'
import { createSound } from './sound.ts'
import { applyTheme, reloadFonts } from './theme.ts'
import { createTimers } from './timers.ts'

/** Cues that were queued when the page was reloaded expire this much later. */
const keptMs = 10 * 60_000

const link = readLink(location)
// Another link in the same window needs a new page.
addEventListener('hashchange', () => location.reload())

// Without a link there is no channel, so the server wrote the hint in the language of whoever opened the page.
if (link === undefined) showHint(document.body.dataset.incompleteLink ?? messages.incompleteLink())
else start(link)

function start(link: Link) {
  const memory = createMemory(link)
  const timers = createTimers()
  let settings = readSettings(undefined)
  let serverAheadMs = 0
  let isFirstWelcome = true
  let voice: StageState['voice'] = null

  const { report, warn } = connect({
    url: new URL('overlay/socket', location.href),
    hello: () => ({
      type: 'hello',
      token: link.token,
      page: memory.page,
      ...(link.only === undefined ? {} : { only: link.only }),
      ...(memory.last === undefined ? {} : { last: memory.last }),
      ...widgets.seen(),
    }),
    onMessage: receive,
    timers,
    onConnected(connected) {
      document.body.dataset.connected = String(connected)
    },
  })
  // Only a page inside OBS can act there.
  let follow: ((message: ServerMessage) => void) | undefined
  if ('obsstudio' in window)
    void import('./obs-studio.ts').then(({ followObs }) => {
      follow = followObs(report, memory)
    })
  const sound = createSound({
    timers,
    isSilent: link.silent,
    onBlocked(isBlocked) {
      showHint(isBlocked ? messages.clickForSound() : '')
      if (!isBlocked) music.again()
    },
  })
  const shared = { report, warn, sound, timers, settings: () => settings }
  const effects = createLaterEffects({ ...shared, place: place('effects') })
  const music = createLaterMusic({ ...shared, place: place('song') })
  const cards = createCardQueue({
    ...shared,
    place: place('cards'),
    effects,
    memory,
    voice: () => (voice != null && voice.endsAt > Date.now() + serverAheadMs ? voice.effect : undefined),
  })
  const widgets = createLaterWidgets({ ...shared, place: place('widgets'), now: () => Date.now() + serverAheadMs })
  use(undefined)

  function receive(message: ServerMessage) {
    follow?.(message)
    switch (message.type) {
      case 'welcome':
        welcome(message)
        break
      case 'cue':
        take(message)
        break
      case 'cancel':
        cards.cancel(message.id)
        break
      case 'player':
        music.follow(message.state)
        break
      case 'settings':
        use(message.settings)
        break
      case 'texts':
        speak(message.texts)
        break
      case 'control':
        control(message)
        break
      case 'voice-effect':
        voice = message.voice
        break
      case 'sounds':
        preload(message.sounds)
        break
      case 'widgets':
      case 'source':
      case 'source-patch':
        widgets.receive(message)
        break
      case 'bye':
        if (message.reason === 'replaced') memory.renew()
        if (['link_rolled', 'invalid_link'].includes(message.reason)) goSilent()
        break
    }
  }

  function welcome({
    now,
    last,
    settings: given,
    paused = false,
    voice: spoken = null,
    takenBack = [],
    sounds = [],
    texts,
  }: Extract<ServerMessage, { type: 'welcome' }>) {
    serverAheadMs = now - Date.now()
    memory.moveTo(last)
    reloadFonts()
    speak(texts)
    if (given !== undefined) use(given)
    voice = spoken
    cards.pause(paused)
    for (const id of takenBack) cards.cancel(id)
    cards.reportShown()
    if (isFirstWelcome) for (const cue of memory.listWaiting()) showInTime(cue, keptMs)
    isFirstWelcome = false
    preload(sounds)
    prepareNumbers(settings)
  }

  /** The link was reset: viewers see and hear nothing more of this page, not even a message. */
  function goSilent() {
    cards.clear()
    music.follow({ playing: false, positionMs: 0, song: null })
    widgets.receive({ type: 'widgets', widgets: [] })
  }

  /** A page that shows speech or songs alone plays none of them. */
  function preload(sounds: readonly string[]) {
    if (!/^(tts|song)(,(tts|song))*$/.test(link.only ?? '')) void sound.preload(sounds)
  }

  /** Widgets that are on the page already are drawn again in the new language. */
  function speak(texts: Catalogue = { locale: 'en', texts: {} }) {
    const isOther = texts.locale !== currentCatalogue().locale
    useCatalogue(texts)
    if (isOther) widgets.again()
  }

  function use(given: OverlaySettings | undefined) {
    const { locale } = settings
    settings = readSettings(given)
    if (settings.locale !== locale) widgets.again()
    applyTheme(settings)
    sound.use(settings.volumes)
    setPosition(place('song'), 'song', settings)
    widgets.restyle()
  }

  function take(cue: Extract<ServerMessage, { type: 'cue' }>) {
    const isNew = memory.note(cue)
    report({ type: 'received', id: cue.id })
    if (isNew) showInTime(cue)
  }

  function showInTime(cue: Cue, graceMs: number = 0) {
    if (cue.expiresAt + graceMs >= Date.now() + serverAheadMs) return cards.show(cue)
    memory.dropWaiting(cue.id)
    report({ type: 'failed', id: cue.id, reason: 'expired' })
  }

  function control({ action, id }: Extract<ServerMessage, { type: 'control' }>) {
    if (action === 'skip') cards.skip(id)
    else if (action === 'clear') cards.clear()
    else cards.pause(action === 'pause')
  }
}

function place(id: string) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`the page has no #${id}`)
  return element
}

import { messages } from '../src/capabilities/overlay/contract/overlay-texts.ts'
import { type Catalogue, currentCatalogue, useCatalogue } from '../src/kernel/text/message.ts'
import type { OverlaySettings, ServerMessage, StageState } from '../src/registry/overlay-messages.ts'
import { createCardQueue } from './cards/card-queue.ts'
import { prepareNumbers } from './cards/cards.ts'
import { connect } from './connection.ts'
import { createCueIntake } from './cue-intake.ts'
import { showHint } from './hint.ts'
import { createLaterEffects } from './later-effects.ts'
import { createLaterMusic } from './later-music.ts'
import { createLaterWidgets } from './later-widgets.ts'
import type { Link } from './link.ts'
import { readLink } from './link.ts'
import { createMemory, type Memory } from './memory.ts'
import { setPosition } from './position.ts'
import { readSettings } from './settings.ts'
import { createSound } from './sound.ts'
import { applyTheme, reloadFonts } from './theme.ts'
import { createTimers } from './timers.ts'

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
    hello: () => ({ ...helloOf(link, memory), ...widgets.seen() }),
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
  const now = () => Date.now() + serverAheadMs
  const shared = { report, warn, sound, timers, settings: () => settings }
  const effects = createLaterEffects({ ...shared, place: place('effects') })
  const music = createLaterMusic({ ...shared, place: place('song') })
  const cards = createCardQueue({
    ...shared,
    place: place('cards'),
    effects,
    memory,
    voice: () => (voice != null && voice.endsAt > now() ? voice.effect : undefined),
  })
  const intake = createCueIntake({ memory, report, show: cards.show, now })
  const widgets = createLaterWidgets({ ...shared, place: place('widgets'), now })
  use(undefined)

  function receive(message: ServerMessage) {
    follow?.(message)
    switch (message.type) {
      case 'welcome':
        welcome(message)
        break
      case 'cue':
        intake.take(message)
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
    if (isFirstWelcome) intake.showKept()
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

  function control({ action, id }: Extract<ServerMessage, { type: 'control' }>) {
    if (action === 'skip') cards.skip(id)
    else if (action === 'clear') cards.clear()
    else cards.pause(action === 'pause')
  }
}

function helloOf({ token, only }: Link, { page, last }: Memory) {
  return {
    type: 'hello' as const,
    token,
    page,
    ...(only === undefined ? {} : { only }),
    ...(last === undefined ? {} : { last }),
  }
}

function place(id: string) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`the page has no #${id}`)
  return element
}

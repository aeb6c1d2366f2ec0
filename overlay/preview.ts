import { sentReason } from '../src/registry/page-reasons.ts'
// The overlay without a server: a frame in the panel that shows sample items with the settings that are being edited,
// and plays effects before they are saved. It is silent and reports to the surrounding page only.

import { donationStyles } from '../src/capabilities/donations/contract/donation-variants.ts'
import { type Cue, cueKinds, type ShownKind, shownKinds } from '../src/capabilities/overlay/contract/cues.ts'
import { type Catalogue, currentCatalogue, type Text, useCatalogue } from '../src/kernel/text/message.ts'
import type { Report, StageWidget } from '../src/registry/overlay-messages.ts'
import { createCardQueue } from './cards/card-queue.ts'
import { makeCard, makeSongCard, shapeCard } from './cards/cards.ts'
import { createEffects } from './effects.ts'
import { createLaterWidgets } from './later-widgets.ts'
import { setPosition } from './position.ts'
import { sampleTexts } from './sample-texts.ts'
import { readSettings } from './settings.ts'
import { createSound } from './sound.ts'
import { applyTheme } from './theme.ts'
import { createTimers } from './timers.ts'
import { oneOf, recordOf, textOf } from './values.ts'

const timers = createTimers()
const sound = createSound({ timers, isSilent: true, onBlocked() {} })
/** Items that are tried are heard, as on stream; a preview while somebody types is not. */
const queues: { audible?: CardQueue; silent?: CardQueue } = {}
const ownSheet = new CSSStyleSheet()
document.adoptedStyleSheets = [ownSheet]
let settings = readSettings(undefined)
let latestSettings: Record<string, unknown> | undefined
let played = 0
type CardQueue = ReturnType<typeof createCardQueue>
const shownCards: Record<string, string> = {}

const report = ({ id, ...rest }: Report) => {
  const isOver = rest.type === 'finished' || rest.type === 'failed'
  if (isOver && id === `tried_${played}`) document.body.classList.remove('trying')
  send({ report: rest.type, id, reason: 'reason' in rest ? rest.reason : '' })
}
const warn = (id: string, reason: Text) => send({ report: 'warning', id, reason: sentReason(reason) })
const effects = createEffects({ place: place('effects'), report, warn, settings: () => settings, sound, timers })

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
  else if (type === 'texts') speak(rest.texts as Catalogue)
  else if (type === 'effect') play(rest)
  else if (type === 'cue') showCue(rest)
  else if (type === 'widgets') showWidgets(rest)
  else if (type === 'stop') stop()
}

/** What viewers read is drawn in the language of the channel, as on the stream. */
function speak(texts: Catalogue) {
  useCatalogue(texts)
  if (latestSettings !== undefined) use(latestSettings)
  widgetStage.again()
}

function stop() {
  effects.stopAll()
  queues.audible?.clear()
  queues.silent?.clear()
}

const widgetStage = createLaterWidgets({
  ...{ place: place('widgets'), settings: () => settings, warn, sound, timers, now: () => Date.now() },
  report() {},
})
let sampleSeq = 0

/** Widgets with sample data in place of that of a server. */
function showWidgets({ widgets }: Record<string, unknown>) {
  const all = (Array.isArray(widgets) ? widgets : []) as readonly SampledWidget[]
  widgetStage.receive({ type: 'widgets', widgets: all.map(({ widget }) => widget) })
  for (const { widget, data } of all) {
    for (const { source, key } of widget.sources) {
      const sample = data[source]
      if (sample !== undefined) widgetStage.receive({ type: 'source', key, seq: ++sampleSeq, data: sample })
    }
  }
}

interface SampledWidget {
  readonly widget: StageWidget
  readonly data: Readonly<Record<string, object>>
}

/** One item as a page of the overlay would show it. It replaces the one before. */
function showCue({ cue, isAudible }: Record<string, unknown>) {
  const { kind, payload } = recordOf(cue)
  const known = cueKinds.find((one) => one === kind)
  if (known === undefined) return
  stop()
  const name = isAudible === true ? 'audible' : 'silent'
  const queue = queues[name] ?? createQueue(isAudible === true)
  queues[name] = queue
  // The sample items make room.
  document.body.classList.add('trying')
  queue.show({
    ...{ kind: known, id: `tried_${++played}`, seq: 0, expiresAt: Number.MAX_SAFE_INTEGER },
    payload: recordOf(payload),
  })
}

function createQueue(isAudible: boolean): CardQueue {
  const own = isAudible ? createSound({ timers, isSilent: false, onBlocked() {} }) : sound
  own.use(settings.volumes)
  const shared = { report, warn, settings: () => settings, sound: own, timers }
  return createCardQueue({
    ...shared,
    place: place('cards'),
    effects: isAudible ? createEffects({ ...shared, place: place('effects') }) : effects,
    memory: { putWaiting() {}, dropWaiting() {} },
    voice: () => undefined,
  })
}

function use(given: Record<string, unknown>) {
  latestSettings = given
  const { settings: own, css, kinds, style } = given
  settings = readSettings(recordOf(own))
  applyTheme(settings)
  ownSheet.replaceSync(textOf(css))
  widgetStage.restyle()
  const wanted = Array.isArray(kinds) ? kinds.map(textOf) : []
  for (const kind of shownKinds) {
    show(kind, wanted.includes(kind), textOf(style))
  }
  measureSoon()
}

/** Says where the sample items stand, in percent of the page, so that the panel can draw frames around them. */
function measure() {
  const boxes: Record<string, { x: number; y: number; width: number; height: number }> = {}
  for (const kind of shownKinds) {
    const item = document.querySelector(`[data-id="sample_${kind}"]`)
    const card = kind === 'effect' ? item?.querySelector('.caption') : item
    if (!(card instanceof HTMLElement)) continue
    const { left, top, width, height } = card.getBoundingClientRect()
    const scale = settings.positions[kind] === 'free' ? settings.places[kind].scale : 1
    boxes[kind] = {
      x: ((left + width / 2) / innerWidth) * 100,
      y: ((top + height / 2) / innerHeight) * 100,
      // Those of the upright item: the frame is rotated like it.
      width: ((card.offsetWidth * scale) / innerWidth) * 100,
      height: ((card.offsetHeight * scale) / innerHeight) * 100,
    }
  }
  send({ boxes })
}

/** At once, and again when items have come in and their font is there. */
function measureSoon() {
  measure()
  timers.after(300, measure)
  void document.fonts.ready.then(measure)
}
addEventListener('resize', measureSoon)

function show(kind: ShownKind, isWanted: boolean, style: string) {
  const room = place(kind === 'song' ? 'song' : kind === 'effect' ? 'effects' : 'cards')
  const old = room.querySelector(`[data-id="sample_${kind}"]`)
  const { locale: spoken } = currentCatalogue()
  const state = isWanted
    ? JSON.stringify([settings.points_name, settings.show_price, settings.locale, spoken, style])
    : ''
  if (shownCards[kind] === state) {
    // While it is dragged it moves, and does not come in again.
    if (old instanceof HTMLElement) setPosition(old, kind, settings)
    if (kind === 'song') setPosition(room, kind, settings)
    return
  }
  shownCards[kind] = state
  old?.remove()
  if (!isWanted) return
  const cue = kind === 'song' ? undefined : samples[kind]()
  const card = cue === undefined ? makeSongCard(sampleSong) : makeCard(cue, settings)
  card.dataset.id = `sample_${kind}`
  setPosition(card, kind, settings)
  if (cue !== undefined) shapeCard(card, cue, kind === 'donation' ? oneOf(style, donationStyles, 'plain') : 'plain')
  if (kind === 'song') setPosition(room, kind, settings)
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

function send(message: {
  report?: string
  console?: string
  id?: string
  reason?: string
  text?: string
  boxes?: Record<string, unknown>
}) {
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

/** In the language of the channel, which may change while the preview is open. */
const samples: Record<Exclude<ShownKind, 'song'>, () => Cue> = {
  tts: () => sample('tts', { username: 'Alice', text: sampleTexts.speech() }),
  'audio-alert': () => sample('audio-alert', { alert: 1, name: 'Airhorn', username: 'Bob', points: 100 }),
  'event-alert': () =>
    sample('event-alert', {
      ...{ text: sampleTexts.follow({ name: 'Erin' }), username: 'Erin', message: '', emblem: 'heart' },
    }),
  donation: () =>
    sample('donation', { amount: 25, currency: 'USD', displayname: 'Carol', message: sampleTexts.donation() }),
  effect: () =>
    sample('effect', {
      overlay_id: 'confetti',
      effect_type: 'confetti',
      data: { message: sampleTexts.effect(), userstate: { displayname: 'Dave' } },
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

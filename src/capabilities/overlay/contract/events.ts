import { commonEventLabels } from '../../../definitions/common-event-labels.ts'
import { commonWords } from '../../../definitions/common-words.ts'
import { defineEvent } from '../../../definitions/define-event.ts'
import { nameOf, withDetail } from '../../../definitions/event-sentences.ts'
import { anyObject, integer, number, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { type CueKind, cueKinds } from './cues.ts'

const messages = defineMessages('events.overlay', {
  speech: commonWords.speech,
  audioAlert: commonWords.audioAlert,
  audioAlertNamed: 'Audio alert {name}',
  eventAlert: commonWords.eventAlert,
  donationAlert: commonEventLabels.donationAlert,
  donationAlertFor: 'Donation alert for {name}',
  effect: commonWords.effect,
  effectNamed: 'Effect {name}',
  paused: 'Overlay queue paused',
  resumed: 'Overlay queue resumed',
  skipped: 'Overlay item skipped',
  removed: 'Overlay item removed from the queue',
  cleared: 'Overlay queue cleared',
  clearedCount: {
    plural: 'count',
    one: 'Overlay queue cleared: {count:number} item',
    other: 'Overlay queue cleared: {count:number} items',
  },
  linkReset: 'Overlay link reset',
  triedTitle: 'Test without an overlay',
  tried: 'Test without an overlay: {title}',
})

const readers = { role: 'viewer', scope: 'activity:read' } as const
const panelReaders = { role: 'viewer', scope: null } as const

/** The payload of a cue belongs to the overlay page: it may hold more than a sentence needs. */
const payload = anyObject({ description: 'The payload of the cue, as the overlay page gets it.' })
const textIn = (data: Readonly<Record<string, unknown>>, name: string): string => {
  const value = data[name]
  return typeof value === 'string' ? value : ''
}

export const speechCue = defineEvent({
  kind: 'cue.tts',
  group: 'overlay',
  icon: 'overlay',
  title: messages.speech,
  data: payload,
  readableBy: readers,
  replayable: true,
  published: {
    type: 'overlay.speech',
    data: object({ username: optional(text()), text: optional(text()) }),
    example: { ttsId: 'tts_1', username: 'alice', text: 'Hello, stream' },
  },
  sentence: (data) => withDetail(messages.speech(), textIn(data, 'text')),
})

export const audioAlertCue = defineEvent({
  kind: 'cue.audio-alert',
  group: 'overlay',
  icon: 'overlay',
  title: messages.audioAlert,
  data: payload,
  readableBy: readers,
  replayable: true,
  published: {
    type: 'overlay.audio-alert',
    data: object({ name: optional(text()), username: optional(text()) }),
    example: { id: 1, name: 'Horn', username: 'alice' },
  },
  sentence: (data) => messages.audioAlertNamed({ name: textIn(data, 'name') }),
})

export const eventAlertCue = defineEvent({
  kind: 'cue.event-alert',
  group: 'overlay',
  icon: 'overlay',
  title: messages.eventAlert,
  data: payload,
  readableBy: readers,
  replayable: true,
  published: {
    type: 'overlay.event-alert',
    data: object({ text: optional(text()), username: optional(text()), message: optional(text()) }),
    example: { text: 'Alice just followed', username: 'Alice', message: '' },
  },
  sentence: (data) => withDetail(messages.eventAlert(), textIn(data, 'text')),
})

export const donationCue = defineEvent({
  kind: 'cue.donation',
  group: 'overlay',
  icon: 'overlay',
  title: messages.donationAlert,
  data: payload,
  readableBy: readers,
  replayable: true,
  published: {
    type: 'overlay.donation-alert',
    data: object({
      username: optional(text()),
      displayname: optional(text()),
      amount: optional(number()),
      currency: optional(text()),
      message: optional(text()),
    }),
    example: { username: 'alice', displayname: 'Alice', amount: 5, currency: 'EUR', message: 'Great show' },
  },
  sentence: (data) =>
    messages.donationAlertFor({
      name: nameOf({ displayname: textIn(data, 'displayname'), username: textIn(data, 'username') }),
    }),
})

export const effectCue = defineEvent({
  kind: 'cue.effect',
  group: 'overlay',
  icon: 'overlay',
  title: messages.effect,
  data: payload,
  readableBy: readers,
  replayable: true,
  published: {
    type: 'overlay.effect',
    data: object({ overlay_id: optional(text()), effect_type: optional(text()), name: optional(text()) }),
    example: { overlay_id: 'confetti', effect_type: 'confetti', name: 'Confetti' },
  },
  sentence: (data) => messages.effectNamed({ name: textIn(data, 'name') || textIn(data, 'overlay_id') }),
})

export const overlayPaused = defineEvent({
  kind: 'overlay.paused',
  group: 'overlay',
  icon: 'overlay',
  title: messages.paused,
  data: object({}),
  readableBy: panelReaders,
  sentence: () => messages.paused(),
})

export const overlayResumed = defineEvent({
  kind: 'overlay.resumed',
  group: 'overlay',
  icon: 'overlay',
  title: messages.resumed,
  data: object({}),
  readableBy: panelReaders,
  sentence: () => messages.resumed(),
})

export const overlaySkipped = defineEvent({
  kind: 'overlay.skipped',
  group: 'overlay',
  icon: 'overlay',
  title: messages.skipped,
  data: object({ id: optional(text({ description: 'Absent for the item on screen.' })) }),
  readableBy: panelReaders,
  sentence: () => messages.skipped(),
})

export const overlayItemRemoved = defineEvent({
  kind: 'overlay.removed',
  group: 'overlay',
  icon: 'overlay',
  title: messages.removed,
  data: object({ id: text() }),
  readableBy: panelReaders,
  sentence: () => messages.removed(),
})

export const overlayCleared = defineEvent({
  kind: 'overlay.cleared',
  group: 'overlay',
  icon: 'overlay',
  title: messages.cleared,
  data: object({ count: integer() }),
  readableBy: panelReaders,
  sentence: ({ count }) => (count === 0 ? messages.cleared() : messages.clearedCount({ count })),
})

export const overlayLinkReset = defineEvent({
  kind: 'overlay.link-rolled',
  group: 'overlay',
  icon: 'overlay',
  title: messages.linkReset,
  data: object({}),
  readableBy: panelReaders,
  sentence: () => messages.linkReset(),
})

const triedTitles = {
  tts: messages.speech,
  'audio-alert': messages.audioAlert,
  'event-alert': messages.eventAlert,
  donation: messages.donationAlert,
  effect: messages.effect,
} satisfies Readonly<Record<CueKind, () => string>>

/** A test that no overlay page showed. One that a page got is the event of its item. */
export const overlayTried = defineEvent({
  kind: 'overlay.tried',
  group: 'overlay',
  icon: 'overlay',
  title: messages.triedTitle,
  data: object({ kind: oneOf(cueKinds) }),
  readableBy: panelReaders,
  sentence: ({ kind }) => messages.tried({ title: triedTitles[kind]() }),
})

export const overlayEvents = [
  speechCue,
  audioAlertCue,
  eventAlertCue,
  donationCue,
  effectCue,
  overlayPaused,
  overlayResumed,
  overlaySkipped,
  overlayItemRemoved,
  overlayCleared,
  overlayLinkReset,
  overlayTried,
] as const

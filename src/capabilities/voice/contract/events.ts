import { defineEvent } from '../../../definitions/define-event.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import { number, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { voiceEndings, voiceSources, voiceTargets } from './voice.ts'

const messages = defineMessages('events.voice', {
  started: 'Voice effect started',
  startedMicrophone: 'Voice effect of the microphone started',
  ended: 'Voice effect ended',
  endedMicrophone: 'Voice effect of the microphone ended',
})

const shared = {
  group: 'overlay',
  icon: 'effects',
  readableBy: { role: 'viewer', scope: 'activity:read' },
} as const

export const voiceEffectStarted = defineEvent({
  ...shared,
  kind: 'voice-effect.started',
  title: messages.started,
  data: object({
    effect: text(),
    seconds: number(),
    // Absent in events of speech from before microphones.
    name: optional(text()),
    target: optional(oneOf(voiceTargets)),
    source: optional(oneOf(voiceSources)),
  }),
  published: {
    example: { effect: 'robot', seconds: 30, name: 'Robot', target: 'speech', source: 'overlay' },
  },
  sentence: ({ effect, name, target }) =>
    withDetail(target === 'microphone' ? messages.startedMicrophone() : messages.started(), name ?? effect),
})

export const voiceEffectEnded = defineEvent({
  ...shared,
  kind: 'voice-effect.ended',
  title: messages.ended,
  data: object({
    effect: text(),
    name: text(),
    target: oneOf(voiceTargets),
    source: oneOf(voiceSources),
    ending: oneOf(voiceEndings, { description: 'Why it ended.' }),
  }),
  published: {
    example: { effect: 'robot', name: 'Robot', target: 'speech', source: 'overlay', ending: 'time' },
  },
  sentence: ({ name, target }) =>
    withDetail(target === 'microphone' ? messages.endedMicrophone() : messages.ended(), name),
})

export const voiceEvents = [voiceEffectStarted, voiceEffectEnded] as const

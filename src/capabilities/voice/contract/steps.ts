import { defineStep } from '../../../definitions/define-step.ts'
import { integer, object, oneOf, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { maxVoiceSeconds, voiceTargets } from './voice.ts'

const targetTitles = { speech: 'Text to speech', microphone: 'Microphone' } as const

export const voiceSteps = [
  defineStep({
    type: 'voice_effect',
    group: 'overlay',
    icon: 'volume',
    title: 'Voice effect',
    help: 'Changes how all speech sounds, or your own voice, for a while.',
    input: object({
      target: withDefault(oneOf(voiceTargets, { title: 'Voice', titles: targetTitles }), 'speech'),
      effect: text({ title: 'Effect', min: 1, max: 200, cleaning: 'line', control: 'voice_effect' }),
      seconds: integer({ title: 'Seconds', min: 1, max: maxVoiceSeconds }),
    }),
    needs: ['voice:control'],
    example: { type: 'voice_effect', effect: 'robot', seconds: 60 },
    sentence: 'Voice effect {effect} for {seconds} s ({target})',
  }),

  defineStep({
    type: 'stop_voice_effect',
    group: 'overlay',
    icon: 'volume',
    title: 'Stop voice effect',
    help: 'Ends the voice effects before their time.',
    input: object({
      target: optional(
        oneOf(voiceTargets, { title: 'Voice', titles: targetTitles, description: 'Both, unless one is chosen.' }),
      ),
    }),
    needs: ['voice:control'],
    example: { type: 'stop_voice_effect' },
    sentence: 'Stop the voice effect[ ({target})]',
  }),
] as const

import { alertStepFields } from '../alert-fields.ts'
import { maxNameLength } from '../fields.ts'
import { anyObject, integer, list, object, oneOf, optional, text, withDefault } from '../schema.ts'
import { maxVoiceSeconds, voiceTargets } from '../voice.ts'
import { defineStep } from './define-step.ts'
import { nameField, textField, viewerPlatform, waitForOverlay } from './shared-fields.ts'

const targetTitles = { speech: 'Text to speech', microphone: 'Microphone' } as const

export const overlaySteps = [
  defineStep({
    type: 'tts',
    group: 'overlay',
    icon: 'volume',
    title: 'Text to speech',
    help: 'Reads a text aloud on the overlay.',
    // Longer texts are cut when they are spoken: a viewer's message may stand in them.
    input: object({
      text: textField('Text', 5000),
      username: optional(nameField('Shown as')),
      wait_for_overlay: waitForOverlay,
    }),
    needs: ['tts:write'],
    example: { type: 'tts', text: '$(displayname) says hello.' },
    sentence: 'Read “{text}” aloud',
  }),

  defineStep({
    type: 'audio_alert',
    group: 'overlay',
    icon: 'alerts',
    title: 'Play alert',
    help: 'Plays an audio alert, chosen by ID or name.',
    input: object(
      {
        id: optional(integer({ title: 'Alert ID', control: 'hidden' })),
        name: optional(text({ title: 'Alert', max: maxNameLength, cleaning: 'name', control: 'alert' })),
        username: optional(nameField('Shown as')),
        wait_for_overlay: waitForOverlay,
      },
      { needsOne: [['name', 'id']] },
    ),
    needs: ['alerts:trigger'],
    example: { type: 'audio_alert', name: 'Tada' },
    sentence: 'Play the alert {name}[{id}]',
  }),

  defineStep({
    type: 'show_alert',
    group: 'overlay',
    icon: 'alerts',
    title: 'Show alert',
    help: 'Shows what happened as a card on the overlay, with a picture, a sound, an effect and speech.',
    input: object({ ...alertStepFields, wait_for_overlay: waitForOverlay }),
    needs: ['alerts:trigger'],
    example: { type: 'show_alert', text: '$(displayname) just followed' },
    sentence: 'Show the alert “{text}”',
  }),

  defineStep({
    type: 'effect',
    group: 'overlay',
    icon: 'effects',
    title: 'Show effect',
    help: 'Triggers one or more effects; data is passed to them.',
    input: object(
      {
        overlay_id: optional(text({ title: 'Effect', max: maxNameLength, control: 'effect' })),
        overlay_ids: optional(list(text({ max: maxNameLength }), { title: 'Effects', max: 20, control: 'hidden' })),
        data: optional(anyObject({ title: 'Caption', control: 'caption' })),
        platform: viewerPlatform,
        wait_for_overlay: waitForOverlay,
      },
      { needsOne: [['overlay_id', 'overlay_ids']] },
    ),
    needs: ['effects:trigger'],
    example: { type: 'effect', overlay_id: 'confetti', data: { message: '$(args)' } },
    sentence: 'Show the effect {overlay_id}[ {overlay_ids}]',
  }),

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

  defineStep({
    type: 'song',
    group: 'overlay',
    icon: 'music',
    title: 'Music',
    help: 'Starts, pauses or skips the song.',
    input: object({
      action: oneOf(['start', 'stop', 'skip'], {
        title: 'Action',
        titles: { start: 'Start', stop: 'Pause', skip: 'Skip' },
      }),
    }),
    needs: ['music:control'],
    example: { type: 'song', action: 'skip' },
    sentence: '{action} the song',
  }),
] as const

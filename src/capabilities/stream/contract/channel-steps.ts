import { defineStep } from '../../../definitions/define-step.ts'
import { nameField, platform } from '../../../definitions/shared-fields.ts'
import { integer, object, optional, text, withDefault } from '../../../kernel/schema/schema.ts'

export const channelSteps = [
  defineStep({
    type: 'raid',
    group: 'channel',
    icon: 'viewers',
    title: 'Start raid',
    help: 'Sends your viewers to another channel.',
    input: object({ target: nameField('Channel'), platform }),
    needs: ['stream:write'],
    example: { type: 'raid', target: '$(touser)', platform: 'twitch' },
    sentence: 'Raid {target}[ on {platform}]',
  }),

  defineStep({
    type: 'shoutout',
    group: 'channel',
    icon: 'heart',
    title: 'Give shoutout',
    help: 'Recommends another channel to your viewers.',
    input: object({ target: nameField('Channel'), platform }),
    needs: ['chat:write'],
    example: { type: 'shoutout', target: '$(touser)', platform: 'twitch' },
    sentence: 'Give {target} a shoutout[ on {platform}]',
  }),
] as const

/** The longest text that a platform keeps with a marker. */
export const maxMarkerLength = 140

export const markerSteps = [
  defineStep({
    type: 'create_marker',
    group: 'channel',
    icon: 'clock',
    title: 'Create marker',
    help: 'Marks this moment of the stream for its recording.',
    input: object({ text: optional(text({ title: 'Text', max: maxMarkerLength, cleaning: 'line' })) }),
    needs: ['stream:write'],
    isSavedWithScopes: true,
    example: { type: 'create_marker', text: 'First boss' },
    sentence: 'Mark this moment[ as “{text}”]',
  }),
] as const

export const adSteps = [
  defineStep({
    type: 'start_commercial',
    group: 'channel',
    icon: 'clock',
    title: 'Start ad break',
    help: 'Starts an ad break.',
    input: object({ seconds: withDefault(integer({ title: 'Seconds', min: 1, max: 180 }), 30), platform }),
    needs: ['stream:write'],
    example: { type: 'start_commercial', seconds: 60, platform: 'twitch' },
    sentence: 'Start an ad break of {seconds} s[ on {platform}]',
  }),
] as const

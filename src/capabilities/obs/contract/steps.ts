import { defineStep } from '../../../definitions/define-step.ts'
import { textField } from '../../../definitions/shared-fields.ts'
import { literalSet } from '../../../kernel/schema/open-schema.ts'
import {
  anyObject,
  type FieldControl,
  number,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'
import { obsMediaActions, obsOutputActions, obsOutputs } from './obs.ts'

const nameField = (title: string, control?: FieldControl) =>
  text({ title, min: 1, max: 200, cleaning: 'line', ...(control === undefined ? {} : { control }) })
const seconds = optional(number({ title: 'Undo after seconds', min: 0.1, max: 86_400 }))

/** A switch that the form offers as two words, and that may be written as true and false, like in the API. */
function either(title: string, yes: string, no: string) {
  const titles = { yes, no, true: yes, false: no }
  return literalSet<'yes' | 'no' | boolean>(['string', 'boolean'], ['yes', 'no', true, false], { title, titles })
}

const mediaTitles = {
  play: 'Play',
  pause: 'Pause',
  stop: 'Stop',
  restart: 'Restart',
  next: 'Next',
  previous: 'Previous',
} as const
const outputTitles = {
  record: 'recording',
  stream: 'the stream',
  replay_buffer: 'the replay buffer',
  virtual_camera: 'the virtual camera',
} as const
const outputActionTitles = { start: 'Start', stop: 'Stop', toggle: 'Toggle', pause: 'Pause', resume: 'Resume' } as const

export const obsSteps = [
  defineStep({
    type: 'obs_status',
    group: 'obs',
    icon: 'overlay',
    title: 'Read OBS status',
    help: 'Reads the scene and the outputs of OBS, which are recorded with the run.',
    input: object({}),
    needs: ['obs:read'],
    example: { type: 'obs_status' },
    sentence: 'Read the status of OBS',
  }),

  defineStep({
    type: 'obs_list',
    group: 'obs',
    icon: 'overlay',
    title: 'List OBS scenes',
    help: 'Reads the names of the scenes and inputs of OBS, which are recorded with the run.',
    input: object({}),
    needs: ['obs:read'],
    example: { type: 'obs_list' },
    sentence: 'List the scenes of OBS',
  }),

  defineStep({
    type: 'obs_scene',
    group: 'obs',
    icon: 'overlay',
    title: 'Switch OBS scene',
    help: 'Switches the scene that is on air in OBS, and back after some seconds if you like.',
    input: object({ scene: nameField('Scene', 'obs_scene'), seconds }),
    needs: ['obs:control'],
    example: { type: 'obs_scene', scene: 'Break', seconds: 600 },
    sentence: 'Switch OBS to {scene}[ for {seconds} s]',
  }),

  defineStep({
    type: 'obs_source',
    group: 'obs',
    icon: 'overlay',
    title: 'Show or hide OBS source',
    help: 'Shows or hides a source in a scene; without a scene, in the one that is on air.',
    input: object({
      source: nameField('Source', 'obs_source'),
      scene: optional(nameField('Scene', 'obs_scene')),
      visible: either('Visible', 'Show', 'Hide'),
      seconds,
    }),
    needs: ['obs:control'],
    example: { type: 'obs_source', source: 'Camera', visible: 'no' },
    sentence: '{visible} {source}[ in {scene}][ for {seconds} s]',
  }),

  defineStep({
    type: 'obs_filter',
    group: 'obs',
    icon: 'overlay',
    title: 'Turn OBS filter on or off',
    help: 'Turns a filter of a source or a scene on or off.',
    input: object({
      source: nameField('Source', 'obs_source'),
      filter: nameField('Filter'),
      enabled: either('Filter', 'Turn on', 'Turn off'),
      seconds,
    }),
    needs: ['obs:control'],
    example: { type: 'obs_filter', source: 'Camera', filter: 'Blur', enabled: 'yes' },
    sentence: '{enabled} {filter} of {source}[ for {seconds} s]',
  }),

  defineStep({
    type: 'obs_text',
    group: 'obs',
    icon: 'title',
    title: 'Change OBS text',
    help: 'Changes the text of a text source. An empty text shows nothing.',
    input: object({ source: nameField('Text source', 'obs_input'), text: withDefault(textField('Text', 5_000), '') }),
    needs: ['obs:control'],
    example: { type: 'obs_text', source: 'Headline', text: 'Thank you, $(displayname)' },
    sentence: 'Set the text {source} to “{text}”',
  }),

  defineStep({
    type: 'obs_input',
    group: 'obs',
    icon: 'settings',
    title: 'Change OBS input',
    help: 'Changes settings of an input, such as its address, file or colour, by the names that OBS uses.',
    input: object({ input: nameField('Input', 'obs_input'), settings: anyObject({ title: 'Settings' }) }),
    needs: ['obs:control'],
    example: { type: 'obs_input', input: 'Website', settings: { url: 'https://show.example/$(user)' } },
    sentence: 'Change the settings of {input}',
  }),

  defineStep({
    type: 'obs_audio',
    group: 'obs',
    icon: 'volume',
    title: 'Mute or change OBS volume',
    help: 'Mutes or unmutes an input, or changes its volume.',
    input: object(
      {
        input: nameField('Input', 'obs_input'),
        muted: optional(either('Sound', 'Mute', 'Unmute')),
        volume_db: optional(number({ title: 'Volume in dB', min: -100, max: 26 })),
        seconds,
      },
      { needsOne: [['muted', 'volume_db']] },
    ),
    needs: ['obs:control'],
    example: { type: 'obs_audio', input: 'Mic', muted: 'yes' },
    sentence: 'Sound of {input}[: {muted}][, volume {volume_db} dB][, for {seconds} s]',
  }),

  defineStep({
    type: 'obs_media',
    group: 'obs',
    icon: 'play',
    title: 'Control OBS media',
    help: 'Plays, pauses, stops or restarts a media source.',
    input: object({
      input: nameField('Media source', 'obs_input'),
      action: withDefault(oneOf(obsMediaActions, { title: 'Action', titles: mediaTitles }), 'restart'),
    }),
    needs: ['obs:control'],
    example: { type: 'obs_media', input: 'Intro', action: 'restart' },
    sentence: '{action} {input} in OBS',
  }),

  defineStep({
    type: 'obs_output',
    group: 'obs',
    icon: 'clip',
    title: 'Start or stop OBS output',
    help: 'Starts or stops recording, the stream, the replay buffer or the virtual camera of OBS.',
    input: object({
      output: oneOf(obsOutputs, { title: 'Output', titles: outputTitles }),
      action: oneOf(obsOutputActions, { title: 'Action', titles: outputActionTitles }),
    }),
    needs: ['obs:control', 'obs:stream'],
    example: { type: 'obs_output', output: 'record', action: 'start' },
    sentence: '{action} {output} in OBS',
  }),

  defineStep({
    type: 'obs_replay',
    group: 'obs',
    icon: 'replay',
    title: 'Save OBS replay',
    help: 'Saves the replay buffer of OBS to a file. The replay buffer must be on.',
    input: object({}),
    needs: ['obs:control'],
    example: { type: 'obs_replay' },
    sentence: 'Save the replay of OBS',
  }),

  defineStep({
    type: 'obs_request',
    group: 'obs',
    icon: 'code',
    title: 'Send OBS request',
    help: 'Sends any request of the obs-websocket protocol to OBS, for what no other step does.',
    input: object({
      request: text({ title: 'Request type', min: 1, max: 100, cleaning: 'line' }),
      data: optional(anyObject({ title: 'Data' })),
    }),
    needs: ['obs:raw'],
    example: { type: 'obs_request', request: 'TriggerStudioModeTransition' },
    sentence: 'Send {request} to OBS',
  }),
] as const

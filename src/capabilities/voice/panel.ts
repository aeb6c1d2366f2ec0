import { type ShownState, shownStates } from '../../definitions/connection-state.ts'
import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { boolean, integer, list, nullable, object, oneOf, text } from '../../kernel/schema/schema.ts'
import { storedSetting } from '../settings/stored-setting.ts'
import { microphoneSettings } from './contract/settings.ts'
import { targetOfSource, voiceSources, voiceTargets } from './contract/voice.ts'

const exampleMicrophone = { input: 'Mic', filters: [{ filter: 'Pitch down', name: 'Giant' }] }

export const getVoice = definePanelOperation({
  name: 'get-voice',
  summary: 'The voice effects that are on, those that there are, and the state of Voicemod and OBS.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    active: list(
      object({
        effect: text(),
        name: text(),
        target: oneOf(voiceTargets),
        source: oneOf(voiceSources),
        ends_at: integer(),
        ending: boolean({ description: 'Whether its time is over and it waits for OBS or Voicemod.' }),
      }),
    ),
    effects: list(object({ id: text(), name: text(), target: oneOf(voiceTargets), source: oneOf(voiceSources) })),
    microphone: microphoneSettings.schema,
    obs_connected: boolean(),
    voicemod: object({ state: oneOf(shownStates), message: text(), until: nullable(integer()) }),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      active: [
        {
          effect: 'robot',
          name: 'Robot',
          target: 'speech',
          source: 'overlay',
          ends_at: 1_772_395_230_000,
          ending: false,
        },
      ],
      effects: [{ id: 'robot', name: 'Robot', target: 'speech', source: 'overlay' }],
      microphone: exampleMicrophone,
      obs_connected: true,
      voicemod: { state: 'connected', message: 'Voicemod is connected with 80 voices.', until: null },
    },
  },
  async handle({ caller, ctx }) {
    const { channel } = caller
    const [active, effects, { microphone }] = await Promise.all([
      ctx.voice.active(channel.id),
      ctx.voice.list(channel),
      ctx.settings.of(channel.id),
    ])
    const connection = ctx.voicemod.connectionOf(channel.id)
    const state: ShownState = connection?.state ?? 'off'
    return {
      active: active.map(({ effect, name, source, until, isEnding }) => {
        return { effect, name, target: targetOfSource(source), source, ends_at: until, ending: isEnding }
      }),
      effects: effects.map(({ id, name, source }) => ({ id, name, target: targetOfSource(source), source })),
      microphone,
      obs_connected: ctx.obs.snapshotOf(channel.id) !== undefined,
      voicemod: { state, message: connection?.message ?? '', until: connection?.until ?? null },
    }
  },
})

export const listMicrophoneFilters = definePanelOperation({
  name: 'list-microphone-filters',
  summary: 'The inputs of OBS that have sound, each with its filters; none while OBS is not connected.',
  role: 'editor',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ inputs: list(object({ name: text(), filters: list(text()) })) }),
  failures: ['obs_refused'],
  example: { input: {}, output: { inputs: [{ name: 'Mic', filters: ['Pitch down'] }] } },
  async handle({ caller, ctx }) {
    if (ctx.obs.snapshotOf(caller.channel.id) === undefined) return { inputs: [] }
    const { inputs } = await ctx.obs.call(caller, 'audio-filters', {})
    return { inputs: inputs.map(({ name, filters }) => ({ name, filters: [...filters] })) }
  },
})

const saveMicrophoneUnchecked = definePanelOperation({
  name: 'save-microphone',
  summary: 'Chooses the microphone in OBS and those of its filters that are voice effects.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ microphone: microphoneSettings.schema }),
  output: object({}),
  failures: ['invalid_parameter'],
  example: { input: { microphone: exampleMicrophone }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.settings.set(tx, caller, 'microphone', input.microphone)
      return {}
    })
  },
})

export const saveMicrophone = ifUnchanged(saveMicrophoneUnchecked, storedSetting('microphone'))

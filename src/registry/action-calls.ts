import type { StepDefinition, WrittenStep } from '../definitions/define-step.ts'
import { namesPlatform } from '../definitions/shared-fields.ts'
import type { Schema } from '../kernel/schema/schema.ts'
import { platformMeant, wordFor } from '../platforms/contract/platforms.ts'
import { findStep, type StepType } from './steps.ts'

/** A call of an operation, as a button of a deck stores it. */
export interface ActionCall {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The operation that does what a step does, for what is started by a person instead of by a run. */
interface CallOfStep {
  readonly step: StepType
  readonly operation: string
  /** The parameter of each field of the step that the operation has. */
  readonly fields: Readonly<Record<string, string>>
  /** For which steps of this type it is, where several operations do them. */
  readonly where?: Readonly<Record<string, string>>
  /** The field that such a step has, for the same. */
  readonly has?: string
  /** Fields that a run fills in and a call has to name. */
  readonly needs?: readonly string[]
}

const same = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]))
const person = { target: 'username', platform: 'platform' } as const
const message = { text: 'message', platform: 'platform' } as const
const viewerValue = { target: 'username', platform: 'platform', name: 'name' } as const

/** In the names of the specification. A step that only makes sense inside a run is not listed. */
const calls: readonly CallOfStep[] = [
  { step: 'say', operation: 'send-message', fields: message, where: { as: 'broadcaster' } },
  { step: 'say', operation: 'send-bot-message', fields: message, where: { as: 'bot' } },
  { step: 'announce', operation: 'announce', fields: message },
  { step: 'timeout', operation: 'timeout', fields: { ...person, minutes: 'duration', reason: 'reason' } },
  { step: 'ban', operation: 'ban', fields: { ...person, reason: 'reason' } },
  { step: 'unban', operation: 'unban-user', fields: person },
  { step: 'unpin_message', operation: 'unpin-message', fields: same('platform') },
  { step: 'tts', operation: 'tts', fields: same('text', 'username') },
  { step: 'audio_alert', operation: 'trigger-audio-alert', fields: same('id', 'name', 'username') },
  { step: 'effect', operation: 'effect-trigger', fields: same('overlay_id', 'overlay_ids', 'data', 'platform') },
  { step: 'voice_effect', operation: 'voice-effect', fields: same('target', 'effect', 'seconds') },
  { step: 'stop_voice_effect', operation: 'stop-voice-effect', fields: same('target') },
  { step: 'song', operation: 'start-song', fields: {}, where: { action: 'start' } },
  { step: 'song', operation: 'stop-song', fields: {}, where: { action: 'stop' } },
  { step: 'song', operation: 'skip-song', fields: {}, where: { action: 'skip' } },
  {
    step: 'clip',
    operation: 'clip',
    fields: { ...same('title', 'platform'), seconds: 'duration', announce: 'send_chat_message' },
  },
  { step: 'title', operation: 'title', fields: same('title', 'platform') },
  { step: 'game', operation: 'game', fields: same('game', 'platform') },
  { step: 'raid', operation: 'raid', fields: person },
  { step: 'shoutout', operation: 'shoutout', fields: person },
  { step: 'set_chat_mode', operation: 'set-chat-mode', fields: same('mode', 'enabled', 'seconds', 'platform') },
  { step: 'start_commercial', operation: 'start-commercial', fields: same('seconds', 'platform') },
  { step: 'create_marker', operation: 'create-marker', fields: same('text') },
  ...(['add', 'remove', 'set'] as const).map((mode) => ({
    step: 'points' as const,
    operation: `${mode}-points`,
    fields: { ...person, amount: 'amount' },
    where: { mode },
    needs: ['target', 'platform'],
  })),
  {
    step: 'watch_time',
    operation: 'adjust-watch-time',
    fields: { ...person, ...same('mode', 'day'), minutes: 'amount' },
    needs: ['target', 'platform'],
  },
  { step: 'value', operation: 'add-to-value', fields: { ...viewerValue, add: 'amount' }, has: 'add' },
  { step: 'value', operation: 'set-value', fields: { ...viewerValue, set: 'value' }, has: 'set' },
  { step: 'value', operation: 'set-value', fields: { ...viewerValue, action: 'action' }, has: 'action' },
  { step: 'value', operation: 'remove-from-value', fields: { ...viewerValue, remove: 'item' }, has: 'remove' },
  {
    step: 'create_reward',
    operation: 'create-reward',
    fields: same('title', 'cost', 'prompt', 'platform'),
    needs: ['platform'],
  },
  { step: 'create_poll', operation: 'create-poll', fields: same('title', 'options', 'seconds', 'platform') },
  { step: 'end_poll', operation: 'end-poll', fields: same('platform') },
  {
    step: 'create_prediction',
    operation: 'create-prediction',
    fields: same('title', 'options', 'seconds', 'platform'),
  },
  { step: 'end_prediction', operation: 'end-prediction', fields: same('option', 'action', 'platform') },
  {
    step: 'open_round',
    operation: 'open-round',
    fields: same('kind', 'title', 'options', 'seconds', 'winners', 'prize', 'platform'),
  },
  { step: 'close_round', operation: 'close-round', fields: {} },
  { step: 'draw_round', operation: 'draw-round', fields: same('option', 'winners', 'again') },
  { step: 'cancel_round', operation: 'cancel-round', fields: {} },
  { step: 'obs_scene', operation: 'obs-scene', fields: same('scene', 'seconds') },
  { step: 'obs_source', operation: 'obs-source', fields: same('source', 'scene', 'visible', 'seconds') },
  { step: 'obs_filter', operation: 'obs-filter', fields: same('source', 'filter', 'enabled', 'seconds') },
  { step: 'obs_text', operation: 'obs-text', fields: same('source', 'text') },
  { step: 'obs_audio', operation: 'obs-audio', fields: same('input', 'muted', 'volume_db', 'seconds') },
  { step: 'obs_media', operation: 'obs-media', fields: same('input', 'action') },
  { step: 'obs_output', operation: 'obs-output', fields: same('output', 'action') },
  { step: 'obs_replay', operation: 'obs-replay', fields: {} },
  { step: 'vts_hotkey', operation: 'vts-trigger', fields: same('hotkey') },
  { step: 'go_cue', operation: 'go-cue', fields: same('show') },
  { step: 'standby_cue', operation: 'standby-cue', fields: same('number', 'show') },
  { step: 'hold_cues', operation: 'hold-cues', fields: same('show') },
  { step: 'stop_cues', operation: 'stop-cues', fields: same('show') },
  {
    step: 'discord_send_message',
    operation: 'discord-send-message',
    fields: same('message', 'embed_title', 'embed_description', 'embed_color', 'channel_id'),
  },
  { step: 'discord_voice_mute_all', operation: 'discord-voice-mute-all', fields: same('channel_id') },
  { step: 'discord_voice_unmute_all', operation: 'discord-voice-unmute-all', fields: same('channel_id') },
  { step: 'discord_voice_pull_all', operation: 'discord-voice-pull-all', fields: same('target_channel_id') },
  { step: 'toggle_command', operation: 'toggle-command', fields: same('id', 'command', 'active') },
  { step: 'run_command', operation: 'run-command', fields: { ...same('id', 'command'), args: 'message' } },
  { step: 'run_automation', operation: 'run-automation', fields: same('id', 'name') },
]

/** The types of steps that a call can do. */
export const calledSteps: ReadonlySet<string> = new Set(calls.map(({ step }) => step))

/** The fields of a step that its call has, for the form of one. */
export function calledFields(type: string): ReadonlySet<string> {
  const own = calls.filter(({ step }) => step === type)
  return new Set(own.flatMap(({ fields, where = {} }) => [...Object.keys(fields), ...Object.keys(where)]))
}

/** The fields that a call has to name although a step may leave them to its run. */
export function neededFields(type: string): readonly string[] {
  return calls.find(({ step }) => step === type)?.needs ?? []
}

/** The call that does what a step does. Undefined where none does, or what decides between several is not filled in. */
export function callOfStep(step: WrittenStep): ActionCall | undefined {
  const definition: StepDefinition | undefined = findStep(String(step.type))
  const properties: Readonly<Record<string, Schema>> = definition?.input.properties ?? {}
  const filledIn = (name: string) => step[name] ?? properties[name]?.default
  const found = calls.find(
    ({ step: type, where = {}, has }) =>
      type === step.type &&
      Object.entries(where).every(([name, value]) => filledIn(name) === value) &&
      (has === undefined || step[has] !== undefined),
  )
  if (found === undefined) return undefined
  const input = Object.entries(found.fields).flatMap(([name, parameter]) => {
    const value = filledIn(name)
    return value === undefined || value === '' ? [] : [[parameter, sentValue(properties[name], value)]]
  })
  return { operation: found.operation, input: Object.fromEntries(input) }
}

/** The step that does the same as a call. Undefined for an operation, or with a parameter, that no step has. */
export function stepOfCall({ operation, input }: ActionCall): WrittenStep | undefined {
  const found = calls.find(
    ({ operation: name, fields, has }) =>
      name === operation &&
      Object.keys(input).every((parameter) => Object.values(fields).includes(parameter)) &&
      (has === undefined || input[fields[has] ?? ''] !== undefined),
  )
  if (found === undefined) return undefined
  const definition: StepDefinition | undefined = findStep(found.step)
  const values = Object.entries(found.fields)
    .filter(([, parameter]) => input[parameter] !== undefined)
    .map(([name, parameter]) => [name, writtenValue(definition?.input.properties[name], input[parameter])])
  return { type: found.step, ...found.where, ...Object.fromEntries(values) }
}

/** Steps name platforms as people do, and a switch by a word; requests use the names of the specification. */
function sentValue(schema: Schema | undefined, value: unknown): unknown {
  if (namesPlatform(schema) || schema?.enum?.includes('twitch')) {
    const platform = platformMeant(value)
    return platform === undefined ? value : wordFor(platform)
  }
  if (switchOf(schema) === undefined) return value
  return value === 'yes' || value === 'on' || value === true
}

function writtenValue(schema: Schema | undefined, value: unknown): unknown {
  if (namesPlatform(schema) || schema?.enum?.includes('twitch')) return platformMeant(value) ?? value
  const words = switchOf(schema)
  return words === undefined || typeof value !== 'boolean' ? value : value ? words[0] : words[1]
}

/** The two words of a field that is a switch. */
function switchOf(schema: Schema | undefined): readonly [string, string] | undefined {
  const words = schema?.enum?.filter((one) => typeof one === 'string') ?? []
  if (words.length !== 2) return undefined
  return words.includes('yes') ? ['yes', 'no'] : words.includes('on') ? ['on', 'off'] : undefined
}

import { type StepDefinition, stepGroups, type WrittenStep } from '../../../src/definitions/define-step.ts'
import { newStep } from '../../../src/definitions/new-step.ts'
import { control } from '../../../src/kernel/schema/schema.ts'
import { type StepType, steps } from '../../../src/registry/steps.ts'
import { channelChoices, type StepParts, suggestions } from '../steps/channel-choices.ts'
import { wordsOfAction } from './action-words.ts'
import type { Pickable } from './pickable.ts'

/** An action to choose, and the step it becomes. */
export interface ActionEntry extends Pickable {
  readonly step: WrittenStep
}

/** Steps that do one thing with one thing of the channel, which is then offered by its own name: the alert `Tada`. */
const namedBy: { readonly [T in StepType]?: string } = {
  audio_alert: 'name',
  effect: 'overlay_id',
  obs_scene: 'scene',
  run_command: 'command',
  run_automation: 'name',
  vts_hotkey: 'hotkey',
}

/** For programs rather than for people. */
const rare: ReadonlySet<StepType> = new Set([
  'obs_status',
  'obs_list',
  'obs_request',
  'obs_input',
  'discord_status',
  'discord_voice_members',
  'http_request',
])

/** Every action that steps can do, in the words of streamers; with what the channel has, each of it by name too. */
export function actionEntries(parts: StepParts | undefined): ActionEntry[] {
  const entries = steps.map((definition: StepDefinition & { readonly type: StepType }) => entryOf(definition))
  return [...entries, ...entries.flatMap((entry) => namedEntries(entry, parts))]
}

function entryOf(definition: StepDefinition & { readonly type: StepType }): ActionEntry {
  const { type, title, help, icon, group } = definition
  return {
    key: type,
    title: title(),
    help: help(),
    icon,
    group: stepGroups[group](),
    // Also in English, which many streamers use for the things of a stream.
    words: [...wordsOfAction(type), title.text],
    isRare: rare.has(type),
    step: newStep(definition),
  }
}

function namedEntries(entry: ActionEntry, parts: StepParts | undefined): ActionEntry[] {
  const field = namedBy[entry.key as StepType]
  const schema = steps.find(({ type }) => type === entry.key)?.input.properties as
    | Readonly<Record<string, StepDefinition['input']['properties'][string]>>
    | undefined
  const shownAs = field === undefined ? undefined : schema?.[field]?.[control]
  const choices = shownAs === undefined ? undefined : (channelChoices[shownAs] ?? suggestions[shownAs])
  if (field === undefined || choices === undefined) return []
  return choices(parts).map(({ value, title }) => ({
    ...entry,
    key: `${entry.key} ${value}`,
    title,
    help: entry.title,
    words: [entry.title],
    isNamed: true,
    step: { ...entry.step, [field]: value },
  }))
}

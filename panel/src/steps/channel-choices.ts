import type { FieldControl } from '../../../src/kernel/schema/schema.ts'
import type { Answer } from '../api.ts'

/** What the fields of steps choose from: alerts, effects, commands, automations and shows of the channel. */
export type StepParts = Answer<'get-command-parts'>

export interface Choice {
  readonly value: string
  readonly title: string
}

type Choices = { readonly [C in FieldControl]?: (parts: StepParts | undefined) => Choice[] }

/** What the channel has, by the control that offers it. */
export const channelChoices: Choices = {
  alert: (parts) => (parts?.alerts ?? []).map(({ name }) => ({ value: name, title: name })),
  automation: (parts) => named(parts?.automations),
  show: (parts) => named(parts?.shows),
  effect: (parts) => (parts?.effects ?? []).map((effect) => ({ value: effect.overlay_id, title: effect.name })),
  obs_scene: (parts) => named(parts?.obs_scenes),
  obs_source: (parts) => named(parts?.obs_sources),
  obs_input: (parts) => named(parts?.obs_inputs),
}

/** What the channel has, for a field that takes any text. */
export const suggestions: Choices = {
  command: (parts) => named(parts?.commands),
  value: (parts) => named(parts?.values),
  voice_effect: (parts) => (parts?.voice_effects ?? []).map(({ id, name }) => ({ value: id, title: name })),
  vts_hotkey: (parts) => (parts?.vts_hotkeys ?? []).map(({ id, name }) => ({ value: id, title: name })),
}

/** What another program has: known only while it is connected. Until then any text can be typed. */
export const isElsewhere: ReadonlySet<FieldControl> = new Set(['obs_scene', 'obs_source', 'obs_input'])

function named(names: readonly string[] = []): Choice[] {
  return names.map((name) => ({ value: name, title: name }))
}

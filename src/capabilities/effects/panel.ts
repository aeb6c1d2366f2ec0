import { maxNameLength } from '../../definitions/fields.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import {
  anyObject,
  boolean,
  integer,
  list,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../kernel/schema/schema.ts'
import { exampleCue, triedCue } from '../overlay/tried-cue.ts'
import { type EffectType, effectTypes } from './contract/effects.ts'
import type { EffectDraft, StoredEffect } from './effect-content.ts'
import { maxEffects } from './effect-rows.ts'
import { anyEffectSettings } from './effect-settings.ts'

export const overlayIdField = text({ min: 1, max: maxNameLength, description: 'The effect overlay.' })

const isEnabled = boolean({ description: 'Whether effect-trigger may trigger it.' })

const effectInput = {
  name: text({ min: 1, max: maxNameLength, cleaning: 'line', description: 'The name.' }),
  effect_type: oneOf(effectTypes, { description: 'The type of the effect.' }),
  effect_settings: withDefault(anyEffectSettings(), {}),
}

export const effectFields = object({
  overlay_id: text(),
  name: text(),
  effect_type: text(),
  effect_settings: anyObject(),
  trigger_enabled: boolean(),
  connected: boolean({ description: 'Whether an overlay page that shows it is connected.' }),
})

export const effectExample = {
  overlay_id: 'confetti',
  name: 'Confetti',
  effect_type: 'confetti',
  effect_settings: { pieces: 150 },
  trigger_enabled: true,
  connected: true,
}

function toEffectDraft(input: {
  readonly name: string
  readonly effect_type: EffectType
  readonly effect_settings: Readonly<Record<string, unknown>>
}): Omit<EffectDraft, 'isTriggerEnabled'> {
  return { name: input.name.trim(), effectType: input.effect_type, effectSettings: input.effect_settings }
}

export function toEffectFields({ overlays }: Pick<Context, 'overlays'>, channelId: number, effect: StoredEffect) {
  return {
    overlay_id: effect.overlayId,
    name: effect.name,
    effect_type: effect.effectType,
    effect_settings: effect.effectSettings,
    trigger_enabled: effect.isTriggerEnabled,
    connected: overlays.isConnected(channelId, { kind: 'effect', overlayId: effect.overlayId }),
  }
}

export const listEffectSettings = definePanelOperation({
  name: 'list-effect-settings',
  summary: 'Lists the effect overlays with all their settings, in the order set by the broadcaster.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ effects: list(effectFields), max: integer({ description: 'The maximum number.' }) }),
  failures: [],
  example: { input: {}, output: { effects: [effectExample], max: maxEffects } },
  async handle({ caller, ctx }) {
    const effects = await ctx.effectContent.list(caller.channel.id)
    return { effects: effects.map((effect) => toEffectFields(ctx, caller.channel.id, effect)), max: maxEffects }
  },
})

export const createEffect = definePanelOperation({
  name: 'create-effect',
  summary: 'Creates an effect overlay.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    overlay_id: optional(
      text({ max: 60, cleaning: 'name', description: 'Its id; left out, it is derived from the name.' }),
    ),
    ...effectInput,
    trigger_enabled: withDefault(isEnabled, true),
  }),
  output: object({ effect: effectFields }),
  failures: ['invalid_parameter'],
  example: {
    input: { name: 'Big hearts', effect_type: 'hearts', effect_settings: { pieces: 90 } },
    output: { effect: { ...effectExample, overlay_id: 'big-hearts', name: 'Big hearts', effect_type: 'hearts' } },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const draft = { ...toEffectDraft(input), isTriggerEnabled: input.trigger_enabled }
      const effect = await ctx.effectContent.create(tx, caller, input.overlay_id, draft)
      return { effect: toEffectFields(ctx, caller.channel.id, effect) }
    })
  },
})

const editEffectUnchecked = definePanelOperation({
  name: 'edit-effect',
  summary: 'Replaces all settings of an effect overlay. Its id stays, and its switch if it is left out.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ overlay_id: overlayIdField, ...effectInput, trigger_enabled: optional(isEnabled) }),
  output: object({ effect: effectFields }),
  failures: ['overlay_not_found', 'invalid_parameter'],
  example: {
    input: { overlay_id: 'confetti', name: 'Confetti', effect_type: 'confetti', effect_settings: { pieces: 150 } },
    output: { effect: effectExample },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const draft = { ...toEffectDraft(input), isTriggerEnabled: input.trigger_enabled }
      const effect = await ctx.effectContent.edit(tx, caller, input.overlay_id, draft)
      return { effect: toEffectFields(ctx, caller.channel.id, effect) }
    })
  },
})

export const editEffect = ifUnchanged(editEffectUnchecked, async ({ overlay_id }, { reader, caller, ctx }) => {
  const { name, effectSettings } = await ctx.effectContent.get(reader, caller.channel.id, overlay_id)
  return { name, settings: effectSettings }
})

/** Names nothing but the switch, so that it overwrites no change that is saved at the same moment. */
export const toggleEffect = definePanelOperation({
  name: 'toggle-effect',
  summary: 'Enables or disables triggers of an effect overlay, and leaves everything else as it is.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ overlay_id: overlayIdField, trigger_enabled: isEnabled }),
  output: object({ effect: effectFields }),
  failures: ['overlay_not_found'],
  example: { input: { overlay_id: 'confetti', trigger_enabled: true }, output: { effect: effectExample } },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const effect = await ctx.effectContent.toggle(tx, caller, input.overlay_id, input.trigger_enabled)
      return { effect: toEffectFields(ctx, caller.channel.id, effect) }
    })
  },
})

export const duplicateEffect = definePanelOperation({
  name: 'duplicate-effect',
  summary: 'Copies an effect overlay.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ overlay_id: overlayIdField }),
  output: object({ effect: effectFields }),
  failures: ['overlay_not_found', 'invalid_parameter'],
  example: {
    input: { overlay_id: 'confetti' },
    output: { effect: { ...effectExample, overlay_id: 'confetti-copy', name: 'Confetti copy' } },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const effect = await ctx.effectContent.duplicate(tx, caller, input.overlay_id)
      return { effect: toEffectFields(ctx, caller.channel.id, effect) }
    })
  },
})

export const deleteEffect = definePanelOperation({
  name: 'delete-effect',
  summary: 'Deletes an effect overlay.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ overlay_id: overlayIdField }),
  output: object({}),
  failures: ['overlay_not_found'],
  example: { input: { overlay_id: 'rain' }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.effectContent.remove(tx, caller, input.overlay_id)
      return {}
    })
  },
})

export const orderEffects = definePanelOperation({
  name: 'order-effects',
  summary: 'Reorders the effect overlays.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    overlay_ids: list(overlayIdField, { max: maxEffects, description: 'All effects in the new order.' }),
  }),
  output: object({}),
  failures: ['invalid_parameter'],
  example: { input: { overlay_ids: ['snow', 'confetti'] }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.effectContent.order(tx, caller, input.overlay_ids)
      return {}
    })
  },
})

export const testEffect = definePanelOperation({
  name: 'test-effect',
  summary:
    'Shows an effect on the overlay if one is connected, enabled for triggers or not, and returns it for a preview.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'outside',
  input: object({
    overlay_id: overlayIdField,
    data: withDefault(anyObject({ description: 'Passed to the effect.' }), {}),
  }),
  output: triedCue,
  failures: ['overlay_not_found'],
  example: {
    input: { overlay_id: 'confetti' },
    output: exampleCue('effect_1', 'effect', { overlay_id: 'confetti', effect_type: 'confetti' }),
  },
  handle({ input, caller, ctx }) {
    return ctx.effects.test(caller, input.overlay_id, input.data)
  },
})

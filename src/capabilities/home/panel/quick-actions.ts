import type { PanelCaller } from '../../../kernel/operation/caller.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { ifUnchanged } from '../../../kernel/operation/if-unchanged.ts'
import { definePanelOperation } from '../../../kernel/operation/operation.ts'
import { list, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { maxAlerts } from '../../alerts/alert-content.ts'
import { storedSetting } from '../../settings/stored-setting.ts'
import { type QuickAction, quickActionKinds } from '../contract/quick-actions.ts'
import { quickButtonSettings } from '../contract/settings.ts'

const action = object({ kind: oneOf(quickActionKinds), id: text(), title: text() })
const button = object({ kind: oneOf(quickActionKinds), id: text() })

export const listQuickActions = definePanelOperation({
  name: 'list-quick-actions',
  summary: 'Lists what can be triggered by one press, and which of it has a button on Home.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    actions: list(action, { description: 'Only what works now: active alerts, the scenes of a connected OBS.' }),
    buttons: list(button, { description: 'The buttons that somebody chose; empty until then.' }),
  }),
  failures: [],
  example: {
    input: {},
    output: { actions: [{ kind: 'alert', id: '1', title: 'Airhorn' }], buttons: [{ kind: 'alert', id: '1' }] },
  },
  async handle({ caller, ctx }) {
    const [actions, settings] = await Promise.all([actionsOf(ctx, caller), ctx.settings.of(caller.channel.id)])
    return { actions, buttons: settings.quick_buttons.buttons.map((one) => ({ ...one })) }
  },
})

async function actionsOf(ctx: Context, caller: PanelCaller): Promise<QuickAction[]> {
  const { channel } = caller
  const [alerts, effects, commands, automations, scenes] = await Promise.all([
    ctx.alerts.list(channel, { status: 'active', limit: maxAlerts, offset: 0 }),
    ctx.effects.list(channel),
    ctx.commands.list(channel),
    ctx.automationParts.automations.listNames(channel.id),
    scenesOf(ctx, caller),
  ])
  return [
    ...alerts.items.map(({ id, name }) => ({ kind: 'alert' as const, id: String(id), title: name })),
    ...effects.items
      .filter(({ isTriggerEnabled }) => isTriggerEnabled)
      .map(({ overlayId, name }) => ({ kind: 'effect' as const, id: overlayId, title: name })),
    ...commands.items
      .filter(({ active, apiEnabled }) => active && apiEnabled)
      .map(({ id, command }) => ({ kind: 'command' as const, id: String(id), title: command })),
    ...automations
      .filter(({ active }) => active)
      .map(({ id, name }) => ({ kind: 'automation' as const, id: String(id), title: name })),
    ...scenes.map((name) => ({ kind: 'scene' as const, id: name, title: name })),
    { kind: 'clip', id: '', title: '' },
  ]
}

async function scenesOf(ctx: Context, caller: PanelCaller): Promise<string[]> {
  // An overlay page inside OBS can switch scenes, but does not list them.
  if (ctx.obs.snapshotOf(caller.channel.id) === undefined) return []
  try {
    return (await ctx.obs.call(caller, 'list', {})).scenes.map(({ name }) => name)
  } catch (error) {
    if (error instanceof Failure) return []
    throw error
  }
}

const saveQuickButtonsUnchecked = definePanelOperation({
  name: 'save-quick-buttons',
  summary: 'Chooses the buttons on Home, in their order.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: quickButtonSettings.schema,
  output: object({}),
  failures: ['invalid_parameter'],
  example: { input: { buttons: [{ kind: 'alert', id: '1' }] }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.settings.set(tx, caller, 'quick_buttons', input)
      return {}
    })
  },
})

export const saveQuickButtons = ifUnchanged(saveQuickButtonsUnchecked, storedSetting('quick_buttons'))

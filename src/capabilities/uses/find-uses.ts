import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { platforms } from '../../platforms/contract/platforms.ts'
import { stepOfCall } from '../../registry/action-calls.ts'
import type { Automation } from '../automations/automation.ts'
import type { DeckButton } from '../decks/contract/decks.ts'
import { findWidgetDefinition } from '../widgets/contract/widgets.ts'
import { isMeant, settingsMention, stepMentions, stepsMention, textsMention, type Used } from './mentions.ts'

export const userKinds = ['command', 'automation', 'show', 'deck', 'widget', 'reward', 'home'] as const

/** Something that uses what is asked about. */
export interface User {
  readonly kind: (typeof userKinds)[number]
  /** Empty where it has none that is known here. */
  readonly name: string
}

const maxRead = 10_000

/** Everything of the channel that names the thing. Reads all of it: for a person who asks, not for what happens on stream. */
export async function findUses(ctx: Context, channel: Channel, used: Used): Promise<User[]> {
  const found = await Promise.all([
    commandsWith(ctx, channel, used),
    automationsWith(ctx, channel, used),
    showsWith(ctx, channel, used),
    decksWith(ctx, channel, used),
    widgetsWith(ctx, channel, used),
    rewardsWith(ctx, channel, used),
    quickButtonsWith(ctx, channel, used),
  ])
  return found.flat()
}

async function commandsWith(ctx: Context, channel: Channel, used: Used): Promise<User[]> {
  const { items } = await ctx.commands.list(channel, { limit: maxRead, offset: 0 })
  return items
    .filter(({ id }) => used.kind !== 'command' || String(id) !== used.id)
    .filter(({ actions, message }) => stepsMention(stepsIn(actions), used) || textsMention(message, used))
    .map(({ command }) => ({ kind: 'command', name: command }))
}

/** What is not stored as steps names nothing. */
function stepsIn(actions: unknown): unknown {
  return (actions as { readonly steps?: unknown } | null)?.steps
}

async function automationsWith(ctx: Context, { id: channel }: Channel, used: Used): Promise<User[]> {
  const { items } = await ctx.automationParts.automations.list(channel, { limit: maxRead, offset: 0 })
  return items
    .filter(({ id }) => used.kind !== 'automation' || String(id) !== used.id)
    .filter((one) => triggerMentions(one, used) || textsMention(one.conditions, used) || stepsMention(one.steps, used))
    .map(({ name }) => ({ kind: 'automation', name }))
}

function triggerMentions({ trigger }: Automation, used: Used): boolean {
  if (used.kind === 'value') return trigger.type === 'value' && isMeant(trigger.name, used)
  return used.kind === 'automation' && trigger.type === 'automation' && isMeant(trigger.automation, used)
}

async function showsWith(ctx: Context, channel: Channel, used: Used): Promise<User[]> {
  const users: User[] = []
  for (const { id } of await ctx.shows.list(channel)) {
    const show = await ctx.shows.find(ctx.db, channel.id, id)
    if (show?.cues.some(({ steps }) => stepsMention(steps, used)) === true)
      users.push({ kind: 'show', name: show.name })
  }
  return users
}

async function decksWith(ctx: Context, { id: channel }: Channel, used: Used): Promise<User[]> {
  const decks = await ctx.decks.list(channel)
  return decks
    .filter(({ pages }) => pages.some(({ buttons }) => buttons.some((button) => buttonMentions(button, used))))
    .map(({ name }) => ({ kind: 'deck', name }))
}

function buttonMentions({ action, action_when_on, state }: DeckButton, used: Used): boolean {
  const isShown =
    (used.kind === 'value' && state?.type === 'value' && isMeant(state.value, used)) ||
    (used.kind === 'show' && state?.show !== undefined && isMeant(state.show, used))
  return isShown || [action, action_when_on].some((call) => call !== undefined && callMentions(call, used))
}

/** A call of which a step has not every parameter is still about what the others name. */
function callMentions(call: NonNullable<DeckButton['action']>, used: Used): boolean {
  const step = stepOfCall(call)
  return step !== undefined && stepMentions(step, used)
}

async function widgetsWith(ctx: Context, { id: channel }: Channel, used: Used): Promise<User[]> {
  return (await ctx.widgets.list(channel))
    .filter(({ type, settings }) => {
      const definition = findWidgetDefinition(type)
      return definition !== undefined && settingsMention(definition.settings, settings, used)
    })
    .map(({ name }) => ({ kind: 'widget', name }))
}

async function rewardsWith(ctx: Context, { id: channel }: Channel, used: Used): Promise<User[]> {
  if (used.kind !== 'command') return []
  const links = await Promise.all(platforms.map((platform) => ctx.rewardLinks.list(ctx.db, channel, platform)))
  return links
    .flatMap((ofPlatform) => [...ofPlatform.values()])
    .filter(({ commandId }) => String(commandId) === used.id)
    .map(() => ({ kind: 'reward', name: '' }))
}

async function quickButtonsWith(ctx: Context, { id: channel }: Channel, used: Used): Promise<User[]> {
  const { quick_buttons } = await ctx.settings.of(channel)
  const isOn = quick_buttons.buttons.some(({ kind, id }) => kind === used.kind && id === used.id)
  return isOn ? [{ kind: 'home', name: '' }] : []
}

import type { PanelCaller } from '../../kernel/operation/caller.ts'
import type { Context } from '../../kernel/operation/context.ts'
import type { PanelRole } from '../../kernel/operation/contract/panel-roles.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import { contentOf } from './change-log.ts'
import type { ChangeRow } from './change-rows.ts'
import type { ThingKind } from './contract/things.ts'
import type { KeptContent } from './kept-rows.ts'

type Restore = (ctx: Context, tx: Writer, caller: PanelCaller, content: KeptContent) => Promise<void>

/** How each kind comes back: its own rules decide whether there is room for it. */
const restorers: Readonly<Record<ThingKind, Restore>> = {
  command: (ctx, ...args) => ctx.commands.restore(...args),
  automation: (ctx, ...args) => ctx.automationParts.automations.restore(...args),
  show: (ctx, ...args) => ctx.shows.restore(...args),
  deck: (ctx, ...args) => ctx.decks.restore(...args),
  widget: (ctx, ...args) => ctx.widgets.restore(...args),
  effect: (ctx, ...args) => ctx.effectContent.restore(...args),
  alert: (ctx, ...args) => ctx.alertContent.restore(...args),
  value: (ctx, ...args) => ctx.values.restore(...args),
  upload: (ctx, ...args) => ctx.uploads.restore(...args),
}

/** Who may delete a thing of that kind, and so see and restore it. */
export const rolesOfKinds: Readonly<Record<ThingKind, PanelRole>> = {
  command: 'editor',
  automation: 'editor',
  show: 'editor',
  deck: 'owner',
  widget: 'editor',
  effect: 'editor',
  alert: 'editor',
  value: 'editor',
  upload: 'editor',
}

export async function restoreDeleted(ctx: Context, tx: Writer, caller: PanelCaller, deleted: ChangeRow): Promise<void> {
  const { id, kind, name, content } = deleted
  // First, so that the file of an upload does not count twice.
  await ctx.changeLog.leaveTrash(tx, caller.channel.id, id)
  await restorers[kind](ctx, tx, caller, contentOf(content))
  await ctx.events.appendNew(tx, caller, { kind: 'trash.restored', data: { type: kind, name } })
}

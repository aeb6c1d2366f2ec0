import type { PanelCaller } from '../../kernel/operation/caller.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { list, object, oneOf, text } from '../../kernel/schema/schema.ts'
import { findUses, userKinds } from './find-uses.ts'
import { type UsedKind, usedKinds } from './mentions.ts'

const maxNamed = 1000

export const listUses = definePanelOperation({
  name: 'list-uses',
  summary: 'Lists what uses something, which stops working when it is deleted.',
  role: 'editor',
  grants: 'nothing',
  effect: 'none',
  input: object({
    kind: oneOf(usedKinds, { description: 'What it is.' }),
    thing: text({ min: 1, max: 100, description: 'Its id; of a value, its name.' }),
  }),
  output: object({
    uses: list(
      object({
        kind: oneOf(userKinds),
        name: text({ description: 'Empty for a reward and for a button on Home.' }),
      }),
    ),
  }),
  failures: [],
  example: {
    input: { kind: 'effect', thing: 'confetti' },
    output: { uses: [{ kind: 'automation', name: 'Thank followers' }] },
  },
  async handle({ input: { kind, thing }, caller, ctx }) {
    const names = await namesOf(ctx, caller, kind, thing)
    if (names === undefined) return { uses: [] }
    return { uses: await findUses(ctx, caller.channel, { kind, id: thing, names }) }
  },
})

/** By what it can be meant; undefined where there is none with this id. */
async function namesOf(
  ctx: Context,
  { channel }: PanelCaller,
  kind: UsedKind,
  thing: string,
): Promise<readonly string[] | undefined> {
  const id = Number(thing)
  switch (kind) {
    case 'value':
      return [thing]
    case 'effect':
      return []
    case 'command': {
      const command = await ctx.commands.find(ctx.db, channel.id, { id })
      return command && [command.command, ...command.aliases]
    }
    case 'automation': {
      const automation = await ctx.automationParts.automations.find(ctx.db, channel.id, { id })
      return automation && [automation.name]
    }
    case 'show': {
      const show = await ctx.shows.find(ctx.db, channel.id, id)
      return show && [show.name]
    }
    case 'alert': {
      const { items } = await ctx.alerts.list(channel, { status: 'all', limit: maxNamed, offset: 0 })
      const alert = items.find((one) => one.id === id)
      return alert && [alert.name]
    }
  }
}

import type { Context } from '../../context.ts'
import { Failure } from '../../contract/failures.ts'
import { createInputReader } from '../../contract/read-input.ts'
import { anyObject, boolean, integer, list, object, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation, type PanelCaller } from '../../operation.ts'
import type { Writer } from '../../storage/database.ts'
import { checkCommand } from './check-command.ts'
import { commandFields, newCommandOf, type WrittenCommand } from './panel-fields.ts'

const read = createInputReader<WrittenCommand>(object(commandFields))

interface Row {
  readonly index: number
  readonly written: WrittenCommand
}

interface Refused {
  readonly index: number
  readonly command: string
  readonly error: string
}

export const importCommands = definePanelOperation({
  name: 'import-commands',
  summary: 'Takes commands from a file, each on its own: what is wrong with one does not hold up the others.',
  role: 'editor',
  effect: 'rows',
  input: object({
    commands: list(anyObject(), { min: 1, max: 500, description: 'As export-commands gave them.' }),
    replace: withDefault(boolean({ description: 'Whether commands that exist are changed; else passed over.' }), false),
  }),
  output: object({
    created: integer(),
    changed: integer(),
    passed_over: integer(),
    failed: list(object({ index: integer(), command: text(), error: text() })),
  }),
  failures: [],
  example: {
    input: { commands: [{ command: 'hello', message: 'Hello $(user)!' }] },
    output: { created: 1, changed: 0, passed_over: 0, failed: [] },
  },
  async handle({ input, caller, ctx, commit }) {
    const { rows, refused } = await readRows(input.commands)
    return commit(async (tx) => {
      const counts = { created: 0, changed: 0, passed_over: 0 }
      const failed = [...refused]
      for (const row of rows) {
        const outcome = await take(ctx, tx, caller, row, input.replace)
        if (typeof outcome === 'string') counts[outcome]++
        else failed.push(outcome)
      }
      failed.sort((a, b) => a.index - b.index)
      return { ...counts, failed }
    })
  },
})

async function readRows(commands: readonly unknown[]): Promise<{ rows: Row[]; refused: Refused[] }> {
  const rows: Row[] = []
  const refused: Refused[] = []
  for (const [index, entry] of commands.entries()) {
    try {
      const written = read(entry)
      await checkCommand(written)
      rows.push({ index, written })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refused.push({ index, command: wordOf(entry), error: error.message })
    }
  }
  return { rows, refused }
}

/** Every word is looked at before anything is written, since one transaction holds all rows. */
async function take(
  ctx: Context,
  tx: Writer,
  caller: PanelCaller,
  { index, written }: Row,
  replace: boolean,
): Promise<'created' | 'changed' | 'passed_over' | Refused> {
  const { command, aliases } = written
  const refuse = (error: string): Refused => ({ index, command, error })
  const known = await ctx.commands.find(tx, caller.channel.id, { command })
  if (known !== undefined && !replace) return 'passed_over'
  const fault = await ctx.commands.findWordFault(tx, caller.channel.id, [command, ...aliases], known?.id)
  if (fault !== undefined) return refuse(fault)
  if (known === undefined) await ctx.commands.add(tx, caller, newCommandOf(written))
  else await ctx.commands.update(tx, caller, known.id, newCommandOf(written))
  return known === undefined ? 'created' : 'changed'
}

function wordOf(entry: unknown): string {
  const { command } = (entry ?? {}) as { command?: unknown }
  return typeof command === 'string' ? command.slice(0, 100) : ''
}

import { Failure } from '../../contract/failures.ts'
import { maxNameLength } from '../../contract/fields.ts'
import { boolean, integer, list, nullable, object, optional, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const tryCommand = definePanelOperation({
  name: 'try-command',
  summary: 'Runs a command for real, as the broadcaster or as somebody named.',
  role: 'moderator',
  effect: 'outside',
  input: object({
    id: integer({ description: 'Which one.' }),
    args: withDefault(text({ max: 500, cleaning: 'line', description: 'What stands after the command.' }), ''),
    username: optional(
      text({ max: maxNameLength, cleaning: 'name', description: 'Who runs it; the broadcaster when left out.' }),
    ),
  }),
  output: object({
    response: text({ description: 'The reply.' }),
    outcomes: list(object({ type: text(), ok: boolean(), message: nullable(text()) })),
  }),
  failures: ['command_not_found', 'command_disabled', 'platform_not_connected', 'platform_unavailable'],
  example: {
    input: { id: 1, username: 'alice' },
    output: { response: 'Hello alice!', outcomes: [{ type: 'reply', ok: true, message: null }] },
  },
  async handle({ input, caller, ctx, commit }) {
    const command = await ctx.commands.get(ctx.db, caller.channel.id, { id: input.id })
    if (!command.active) {
      throw new Failure('command_disabled', { message: `The command ${command.command} is switched off.` })
    }
    const by = input.username === undefined ? 'broadcaster' : { username: input.username }
    const finished = await ctx.commandRunner.run(caller, command, { args: input.args.trim(), by })
    finished.throwIfNothingHappened()
    return commit(async (tx) => {
      await finished.write(tx)
      const outcomes = finished.outcomes.map(({ type, ok, failure }) => ({
        type,
        ok,
        message: failure?.message ?? null,
      }))
      return { response: finished.response, outcomes }
    })
  },
})

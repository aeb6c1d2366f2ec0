import { flag, maxNameLength, platformOf } from '../../../definitions/fields.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { Failure, platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, object, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { platformWords, wordFor } from '../../../platforms/contract/platforms.ts'
import type { Command } from '../command.ts'

const messages = defineMessages('errors.operations', {
  commandOff: 'The command {name} is switched off.',
  commandNotForApi: 'The command {name} cannot be run through the API.',
})

export const runCommand = defineOperation({
  name: 'run-command',
  group: 'Commands',
  summary: 'Runs a chat command, with its reply and its steps.',
  description:
    'By name, alias or id; with both, the id is used. A key acts for the broadcaster, so cooldowns, permissions and costs do not apply. A failed step does not affect the others.',
  scope: 'commands:run',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'outside',
  hints: { isFarReaching: true },
  input: object(
    {
      command: optional(
        text({
          max: maxNameLength,
          cleaning: 'line',
          description: 'The command by name or alias, with or without !; one of command and id is required.',
        }),
      ),
      id: optional(integer({ description: 'The command by id.' })),
      message: withDefault(text({ max: 500, cleaning: 'line', description: 'The arguments of the command.' }), ''),
      username: optional(
        text({
          max: maxNameLength,
          cleaning: 'name',
          description: 'Who runs it; the broadcaster when left out. Need not be a viewer.',
        }),
      ),
    },
    { needsOne: [['command', 'id']] },
  ),
  output: object({
    id: integer(),
    command: text(),
    active: flag('1 when it is switched on.'),
    response: text({ description: 'The reply.' }),
    sent_to: list(platformOf(platformWords), { description: 'The platforms whose chat got the reply.' }),
  }),
  failures: ['command_not_found', 'command_disabled', ...platformFailures],
  example: {
    input: { command: 'hello', username: 'alice' },
    output: { id: 1, command: 'hello', active: 1, response: 'Hello alice!', sent_to: ['PlatformA'] },
  },
  async handle({ input, caller, ctx, commit }) {
    const command = await ctx.commands.get(ctx.db, caller.channel.id, input)
    if (!command.active) {
      throw new Failure('command_disabled', { message: messages.commandOff.of({ name: command.command }) })
    }
    if (!command.apiEnabled) {
      throw new Failure('command_disabled', { message: messages.commandNotForApi.of({ name: command.command }) })
    }
    await requireChat(ctx, caller.channel.id, command)
    const by = input.username === undefined ? 'broadcaster' : { username: input.username }
    const finished = await ctx.commandRunner.run(caller, command, { args: input.message.trim(), by })
    finished.throwIfNothingHappened()
    return commit(async (tx) => {
      await finished.write(tx)
      return {
        id: command.id,
        command: command.command,
        active: 1,
        response: finished.response,
        sent_to: finished.sentTo.map(wordFor),
      }
    })
  },
})

/** The reply has to reach a chat: without any, nothing of the command is done, as with every operation that writes one. */
async function requireChat(ctx: Context, channelId: number, { message, platforms }: Command): Promise<void> {
  if (message === '' || platforms.length === 0) return
  if ((await ctx.platforms.connected(channelId, platforms)).length > 0) return
  throw new Failure('platform_not_connected')
}

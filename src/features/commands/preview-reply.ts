import { maxNameLength } from '../../contract/fields.ts'
import { platforms } from '../../contract/platforms.ts'
import { boolean, integer, list, object, oneOf, optional, text, withDefault } from '../../contract/schema.ts'
import { splitAtWords } from '../../contract/text.ts'
import { definePanelOperation } from '../../operation.ts'
import { type Command, plainCommand } from './command.ts'
import { commandFields } from './panel-fields.ts'
import { maxLineLengths, maxLines } from './speak.ts'

export const previewReply = definePanelOperation({
  name: 'preview-reply',
  summary: 'What a reply would say to a sample viewer. Nothing is sent.',
  role: 'viewer',
  effect: 'none',
  input: object({
    message: commandFields.message,
    id: optional(integer({ description: 'The command it belongs to, for what it counts.' })),
    args: withDefault(text({ max: 500, cleaning: 'line', description: 'What stands after the command.' }), ''),
    username: withDefault(text({ max: maxNameLength, cleaning: 'name', description: 'Who types it.' }), 'alice'),
    platform: withDefault(oneOf(platforms, { description: 'Where it is typed.' }), 'kick'),
  }),
  output: object({
    text: text(),
    lines: list(text(), { description: 'As the platform gets it.' }),
    is_cut: boolean({ description: 'Whether some of it is left out.' }),
  }),
  failures: [],
  example: {
    input: { message: 'Hello $(user)!' },
    output: { text: 'Hello alice!', lines: ['Hello alice!'], is_cut: false },
  },
  async handle({ input, caller, ctx }) {
    const { id, message, args, username, platform } = input
    const kept = id === undefined ? undefined : await ctx.commands.find(ctx.db, caller.channel.id, { id })
    const command: Command = { ...(kept ?? unmade), message }
    const text = await ctx.commandRunner.preview(caller, command, { args: args.trim(), username, platform })
    const all = splitAtWords(text, maxLineLengths[platform], Number.POSITIVE_INFINITY)
    return { text, lines: all.slice(0, maxLines), is_cut: all.length > maxLines }
  },
})

const unmade: Command = {
  ...plainCommand,
  id: 0,
  command: '',
  runCount: 0,
  lastRunAt: null,
  lastGlobalRunAt: null,
  lastUserRuns: {},
  lastAutoAt: { kick: null, twitch: null, youtube: null, tiktok: null },
}

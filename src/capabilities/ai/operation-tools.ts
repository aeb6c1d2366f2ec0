import type { Context } from '../../kernel/operation/context.ts'
import type { Operation } from '../../kernel/operation/operation.ts'
import { prepareOperation, runOperation } from '../../kernel/operation/run-operation.ts'
import { type Platform, wordFor } from '../../platforms/contract/platforms.ts'
import type { Names } from '../../registry/names.ts'
import { getRecentActivity } from '../activity/operations/get-recent-activity.ts'
import { sendBotMessage } from '../chat/operations/send-bot-message.ts'
import { clip } from '../clips/operations/clip.ts'
import type { ChatCommands } from '../commands/chat-commands.ts'
import { listCommands } from '../commands/operations/list-commands.ts'
import { runCommand } from '../commands/operations/run-command.ts'
import { getPoints } from '../points/operations/get-points.ts'
import { tts } from '../speech/operations/tts.ts'
import { getStreamMeta } from '../stream/operations/get-stream-meta.ts'
import { getWatchTime } from '../watch-time/operations/get-watch-time.ts'
import type { readingTools } from './contract/ai.ts'
import type { Asker, ToolHandler, ToolHandlers, ToolUse } from './tools.ts'

type Row = Readonly<Record<string, unknown>>

const notAViewer = { error: 'Who asks is not known as a viewer.' }
const maxRows = 50

/**
 * The tools of the AI bot, made from operations. A model chooses a tool and a few texts; whose points are read, for whom
 * a command runs and in which chat something is said is decided here, by who asks.
 */
export function createAiTools({
  ctx,
  names,
  runCommandFor,
}: {
  ctx: Context
  names: Names
  runCommandFor: ChatCommands['runFor']
}): ToolHandlers {
  /** An operation with the fields that a model may fill. `given` adds the others. */
  function fromOperation<N extends string, I, O>(
    operation: Operation<N, I, O>,
    {
      fields = [],
      given = () => ({}),
      shown = (output) => output,
      texts = [],
    }: {
      readonly fields?: readonly string[]
      readonly given?: (use: ToolUse) => Row | undefined
      readonly shown?: (output: Row) => unknown
      readonly texts?: readonly string[]
    } = {},
  ): ToolHandler {
    const plain: Operation = operation as unknown as Operation
    const prepared = prepareOperation(plain, names)
    const properties = Object.entries(names.schema(plain.input).properties).filter(([name]) => fields.includes(name))
    return {
      description: {
        name: plain.name,
        description: plain.summary,
        parameters: { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false },
      },
      texts,
      async run(use) {
        const more = given(use)
        if (more === undefined) return notAViewer
        const chosen = Object.entries(use.input).filter(([name]) => fields.includes(name))
        const { body } = await runOperation(
          ctx,
          prepared,
          use.caller,
          { ...Object.fromEntries(chosen), ...more },
          undefined,
        )
        const { success: _success, ...output } = JSON.parse(body) as Row
        return shown(output)
      },
    }
  }

  const platformWord = (platform: Platform) => names.word(wordFor(platform))

  function theAsker({ asker }: ToolUse): Row | undefined {
    return asker.viewer && { username: asker.viewer.username, platform: platformWord(asker.platform) }
  }

  /** Operations of two platforms take the asker's, or their default. */
  function onTwoPlatforms({ platform }: Asker): Row {
    return platform === 'kick' || platform === 'twitch' ? { platform: platformWord(platform) } : {}
  }

  const reading: Pick<ToolHandlers, (typeof readingTools)[number]> = {
    'get-stream-meta': fromOperation(getStreamMeta, { given: ({ asker }) => onTwoPlatforms(asker) }),
    'get-points': fromOperation(getPoints, { given: theAsker }),
    'get-watch-time': fromOperation(getWatchTime, { given: theAsker }),
    'list-commands': fromOperation(listCommands, { shown: ({ commands }) => shownCommands(rowsIn(commands)) }),
    'get-recent-activity': fromOperation(getRecentActivity, { shown: shownActivity }),
    'current-song': {
      description: {
        name: 'current-song',
        description: 'Returns the song that is playing.',
        parameters: { type: 'object', properties: {}, additionalProperties: false },
      },
      async run({ caller }) {
        const { song } = await ctx.musicControl.player(caller.channel.id)
        return song === null ? { song: null } : { title: song.title, artist: song.artist }
      },
    },
  }

  return {
    ...reading,
    'run-command': {
      ...fromOperation(runCommand, { fields: ['command', 'message'], texts: ['message'] }),
      /** As if who asks had typed it: with their role, their cooldown and their points. */
      async run({ caller, asker, input }) {
        const { viewer, platform, messageId = '' } = asker
        if (viewer === undefined) return notAViewer
        const [word, message] = [textIn(input.command), textIn(input.message)]
        const line = { channel: caller.channel, platform, viewer, event: { id: messageId } }
        const finished = await runCommandFor(line, word, message)
        return finished === undefined
          ? { error: 'Who asks may not run this command now.' }
          : { response: finished.response }
      },
    },
    'send-bot-message': fromOperation(sendBotMessage, {
      fields: ['message'],
      texts: ['message'],
      given: ({ asker }) => ({ platform: platformWord(asker.platform) }),
      shown: () => ({ sent: true }),
    }),
    tts: fromOperation(tts, {
      fields: ['text'],
      texts: ['text'],
      given: ({ asker }) => ({ username: asker.displayname }),
      shown: () => ({ spoken: true }),
    }),
    clip: fromOperation(clip, {
      fields: ['title'],
      texts: ['title'],
      given: ({ asker }) => onTwoPlatforms(asker),
      shown: () => ({ created: true }),
    }),
  }
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function rowsIn(value: unknown): readonly Row[] {
  return Array.isArray(value) ? (value as readonly Row[]) : []
}

/** What viewers see in the list of commands. */
function shownCommands(commands: readonly Row[]) {
  const listed = commands.filter(({ active, show_in_list: isListed }) => active === 1 && isListed !== 0)
  return { commands: listed.slice(0, maxRows).map(({ command, message }) => ({ command, message })) }
}

/** Names and amounts, without ids, and without who was banned. */
function shownActivity({ latest_banned: _bans, limit: _limit, ...lists }: Row) {
  const entries = Object.entries(lists).map(([name, rows]) => [
    name,
    rowsIn(rows).map(({ displayname, type, amount, currency, tier, months, created_at: at }) => {
      return { displayname, type, amount, currency, tier, months, at }
    }),
  ])
  return Object.fromEntries(entries)
}

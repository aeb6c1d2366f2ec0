import type { ChatRole, PermissionRole } from '../../definitions/roles.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { ToolCall, ToolDescription } from '../../platforms/ai/chat-completions.external.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Setting } from '../../registry/setting-schemas.ts'
import type { Speaker } from '../viewers/speakers.ts'
import type { ActingTool, AiTool } from './contract/ai.ts'
import type { AiState } from './state.ts'

/** Who asks the bot. */
export interface Asker {
  readonly username: string
  readonly displayname: string
  readonly platform: Platform
  /** Undefined if only the name is known. */
  readonly viewer: Speaker | undefined
  readonly roles: ReadonlySet<ChatRole>
  /** The chat message that asks. */
  readonly messageId?: string | undefined
}

export interface ToolUse {
  readonly caller: Caller
  readonly asker: Asker
  /** The arguments of the model: an object, and nothing else is known about it. */
  readonly input: Readonly<Record<string, unknown>>
}

/** An operation as a model may use it. What it says about viewers is said about the asker. */
export interface ToolHandler {
  readonly description: ToolDescription
  /** Arguments with text that people will see or hear, which pass the filter of answers. */
  readonly texts?: readonly string[]
  run(use: ToolUse): Promise<unknown>
}

export type ToolHandlers = { readonly [T in AiTool]: ToolHandler }

/** A result is read by a model that pays for each word. */
const maxResultLength = 2_000

/** One use of a tool, for the log. */
export interface UsedTool {
  readonly name: string
  readonly result: string
}

export type Toolbox = ReturnType<typeof createToolbox>

/**
 * The tools of a question: reading ones that the streamer has left on, and actions that are on for the role of who asks.
 * A model may name any tool with any arguments; what is not offered does nothing.
 */
export function createToolbox(needs: { log: Log; state: AiState; handlers: () => Promise<ToolHandlers> }) {
  const { log, state } = needs

  function actionsFor({ actions }: Setting<'ai'>, caller: Caller, { roles }: Asker) {
    return actions.filter(
      ({ operation, role }) => hasRole(roles, role) && caller.may?.(scopesOfActions[operation]) !== false,
    )
  }

  return {
    async open(
      settings: Setting<'ai'>,
      { caller, asker, mayAct }: { readonly caller: Caller; readonly asker: Asker; readonly mayAct: boolean },
      clean: (text: string) => Promise<string>,
    ) {
      const handlers = await needs.handlers()
      const actions = mayAct ? actionsFor(settings, caller, asker) : []
      const offered = new Set<string>([...settings.reads, ...actions.map(({ operation }) => operation)])

      async function result(call: ToolCall): Promise<unknown> {
        if (!offered.has(call.name)) return { error: 'This tool is not available.' }
        const { texts = [], run } = handlers[call.name as AiTool]
        const input = argumentsIn(call.arguments)
        if (input === undefined) return { error: 'The arguments are not a JSON object.' }
        const cleaned: Record<string, unknown> = { ...input }
        for (const name of texts) {
          if (typeof input[name] === 'string') cleaned[name] = await clean(input[name])
        }
        const action = actions.find(({ operation }) => operation === call.name)
        if (action !== undefined && !(await state.takeAction(caller.channel.id, call.name, action.per_hour))) {
          return { error: 'This was done as often as is allowed in this hour.' }
        }
        return run({ caller, asker, input: cleaned })
      }

      return {
        descriptions: [...offered].map((name) => handlers[name as AiTool].description),

        /** Never throws an expected failure: the model reads it and answers without the tool. */
        async use(call: ToolCall): Promise<UsedTool> {
          let found: unknown
          try {
            found = await result(call)
          } catch (error) {
            if (!(error instanceof Failure)) log.error('a tool of the AI bot failed', { tool: call.name, error })
            found = { error: error instanceof Failure ? error.message : 'This did not work.' }
          }
          const written = JSON.stringify(found) ?? '{}'
          return { name: call.name.slice(0, 100), result: written.slice(0, maxResultLength).toWellFormed() }
        },
      }
    },
  }
}

export const scopesOfActions = {
  'run-command': 'commands:run',
  'send-bot-message': 'chat:bot',
  tts: 'tts:write',
  clip: 'clips:write',
} as const satisfies Readonly<Record<ActingTool, string>>

/** Moderators and the broadcaster have what a lower role has. */
export function hasRole(roles: ReadonlySet<ChatRole>, role: PermissionRole): boolean {
  if (role === 'everyone' || roles.has('broadcaster') || roles.has(role)) return true
  return role !== 'broadcaster' && roles.has('moderator')
}

function argumentsIn(written: string): Record<string, unknown> | undefined {
  if (written.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(written)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined
    return parsed as Record<string, unknown>
  } catch {
    return undefined
  }
}

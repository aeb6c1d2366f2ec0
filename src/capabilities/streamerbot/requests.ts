import { arch, release, platform as system } from 'node:os'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { version } from '../../kernel/version.ts'
import { type Platform, platforms, wordFor } from '../../platforms/contract/platforms.ts'
import type { Names } from '../../registry/names.ts'
import type { Key } from '../keys/keys.ts'
import { actionIdOf, readActionId } from './action-ids.ts'
import { listEvents } from './events.ts'
import { streamerbotMessages as messages } from './messages.ts'
import { RefusedCall } from './refused-call.ts'
import type { Subscriptions } from './subscriptions.ts'

/** The account of the broadcaster on a platform. */
export interface Broadcaster {
  readonly platform: Platform
  readonly accountId: string
  readonly username: string
  readonly displayname: string
}

/** What requests of one client are answered with. */
export interface ClientContext {
  readonly key: Key
  readonly names: Names
  readonly instanceId: string
  /** Calls an operation with the checks, limits and records of any call with the key. Throws a failure. */
  call(operation: string, input: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>
  listBroadcasters(): Promise<readonly Broadcaster[]>
  readonly subscriptions: Subscriptions
}

export type RequestFields = Readonly<Record<string, unknown>>
type Answer = Readonly<Record<string, unknown>>

/** What clients of Streamer.bot ask for, in terms of our operations. */
const handlers: Readonly<Record<string, (fields: RequestFields, context: ClientContext) => Promise<Answer>>> = {
  async GetInfo(_fields, { instanceId }) {
    return { info: infoOf(instanceId) }
  },

  async GetActions(_fields, { call, names }) {
    const { automations = [] } = await call(names.operation('list-automations'), {})
    const actions = (automations as readonly AutomationRecord[]).flatMap(({ source, name, active, steps }) => {
      const id = actionIdOf(source)
      const group = source.startsWith('command:') ? 'Commands' : 'Automations'
      return id === undefined ? [] : { id, name, group, enabled: active === 1, subaction_count: steps.length }
    })
    return { actions, count: actions.length }
  },

  async DoAction({ action, args }, context) {
    const { id, name } = recordOf(action)
    const data = recordOf(args)
    const reference = typeof id === 'string' ? readActionId(id) : undefined
    if (reference === undefined && typeof name !== 'string') {
      throw new Failure('automation_not_found', { message: messages.unknownAction.of() })
    }
    const { call, names } = context
    if (reference?.kind === 'command') {
      await call(names.operation('run-command'), { id: reference.id, ...commandInput(data) })
    } else if (reference !== undefined) await call(names.operation('run-automation'), { id: reference.id, data })
    else await runByName(context, String(name), data)
    return {}
  },

  async GetCommands(_fields, { call, names }) {
    const { commands = [] } = await call(names.operation('list-commands'), {})
    const found = (commands as readonly CommandRecord[]).map(({ id, command, aliases, active }) => ({
      id: actionIdOf(`command:${id}`),
      name: command,
      group: '',
      enabled: active === 1,
      commands: [command, ...aliases].map((word) => `!${word}`),
      caseSensitive: false,
      sources: [],
    }))
    return { commands: found, count: found.length }
  },

  async GetGlobals(_fields, { call, names }) {
    const { values = [] } = await call(names.operation('list-values'), {})
    const variables = (values as readonly ValueRecord[]).map(({ name, value }) => [name, { name, value }] as const)
    return { variables: Object.fromEntries(variables), count: variables.length }
  },

  async GetGlobal({ variable }, { call, names }) {
    const { name, value } = await call(names.operation('get-value'), { name: String(variable ?? '') })
    return { variables: { [String(name)]: { name, value } }, count: 1 }
  },

  async SendMessage({ platform, message, bot, replyId }, { call, names }) {
    const asked = String(platform ?? '').toLowerCase()
    const to = platforms.find((one) => one === asked)
    if (to === undefined) {
      const shown = asked.slice(0, 50)
      throw new Failure('invalid_parameter', { message: messages.unknownPlatform.of({ platform: shown }) })
    }
    const isReply = typeof replyId === 'string' && replyId !== ''
    const operation = `send-${bot === true ? 'bot-' : ''}${isReply ? 'reply' : 'message'}`
    await call(names.operation(operation), {
      message,
      platform: names.word(wordFor(to)),
      ...(isReply && { message_id: replyId }),
    })
    return {}
  },

  async GetBroadcaster(_fields, { key, listBroadcasters }) {
    if (!key.scopes.has('stream:read')) {
      throw new Failure('missing_scope', { message: messages.needsScope.of({ scope: 'stream:read' }) })
    }
    const accounts = await listBroadcasters()
    const connected = accounts.map(({ platform }) => platform)
    return {
      platforms: Object.fromEntries(accounts.map((account) => [account.platform, broadcasterOf(account)])),
      connected,
      disconnected: platforms.filter((platform) => !connected.includes(platform)),
    }
  },

  async GetEvents() {
    return { events: listEvents() }
  },

  async Subscribe({ events }, { subscriptions }) {
    return { events: await subscriptions.add(recordOf(events)) }
  },

  async UnSubscribe({ events }, { subscriptions }) {
    return { events: subscriptions.remove(recordOf(events)) }
  },
}

/** The answer without id and status. Throws a failure with the sentence for the client. */
export async function answerRequest(request: string, fields: RequestFields, context: ClientContext): Promise<Answer> {
  const handle = Object.hasOwn(handlers, request) ? handlers[request] : undefined
  if (handle === undefined) {
    throw new Failure('invalid_request', { message: messages.unknownRequest.of({ request: request.slice(0, 50) }) })
  }
  return handle(fields, context)
}

/** Clients compare the version with that of Streamer.bot, so it is the one whose protocol this is. */
export function infoOf(instanceId: string): Answer {
  return {
    instanceId,
    name: 'Showcaller',
    version: '1.0.4',
    source: 'showcaller',
    sourceVersion: version,
    os: system(),
    osVersion: release(),
    mode: arch(),
  }
}

/** An automation of this name, or else a command. */
async function runByName({ call, names }: ClientContext, name: string, data: RequestFields): Promise<void> {
  try {
    await call(names.operation('run-automation'), { name, data })
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.code !== 'automation_not_found') throw error
    await call(names.operation('run-command'), { command: name, ...commandInput(data) })
  }
}

/** The arguments by which Streamer.bot passes on who wrote what. */
function commandInput({ rawInput, message, user, userName }: RequestFields): RequestFields {
  const text = [rawInput, message].find((value) => typeof value === 'string')
  const username = [userName, user].find((value) => typeof value === 'string' && value !== '')
  return { ...(text !== undefined && { message: text }), ...(username !== undefined && { username }) }
}

function broadcasterOf({ accountId, username, displayname }: Broadcaster): Answer {
  return {
    broadcastUser: displayname,
    broadcastUserName: username,
    broadcastUserId: accountId,
    broadcasterLogin: username,
    broadcasterUserName: displayname,
    broadcasterUserId: accountId,
  }
}

function recordOf(value: unknown): RequestFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RequestFields) : {}
}

interface AutomationRecord {
  readonly source: string
  readonly name: string
  readonly active: number
  readonly steps: readonly unknown[]
}

interface CommandRecord {
  readonly id: number
  readonly command: string
  readonly aliases: readonly string[]
  readonly active: number
}

interface ValueRecord {
  readonly name: string
  readonly value: unknown
}

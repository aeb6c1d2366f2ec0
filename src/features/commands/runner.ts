import type { Clock } from '../../ambient.ts'
import type { Caller } from '../../caller.ts'
import { Failure } from '../../contract/failures.ts'
import type { Platform } from '../../contract/platforms.ts'
import { type ChatRole, chatRoles } from '../../contract/roles.ts'
import { nameKey, toLine } from '../../contract/text.ts'
import type { Log } from '../../log.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Redemption } from '../../platforms/rewards.ts'
import type { Writer } from '../../storage/database.ts'
import type { Channel } from '../channels/channels.ts'
import type { Chat } from '../chat/chat.ts'
import type { Events } from '../events/events.ts'
import type { Command } from './command.ts'
import { isConditionMet } from './conditions.ts'
import { createExecution, type Execution, type Ran } from './execution.ts'
import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'
import {
  conditionOf,
  delaySecondsOf,
  getStep,
  readFields,
  repliesLast,
  stepsOf,
  stopsOnError,
  typeOf,
} from './read-steps.ts'
import type { Run, RunCount, RunUser, StepContext, StepOutcome, StepResult } from './run.ts'
import { createRunUserResolver, type RunBy } from './run-user.ts'
import { sendToChat } from './send-to-chat.ts'
import type { StepHandler, StepServices } from './step-handler.ts'
import { stepHandlers } from './step-handlers.ts'
import { render } from './template.ts'
import { type VariableServices, variablesOf } from './variables.ts'

/** Stops commands that run each other in a loop. */
const maxDepth = 5

export interface RunRequest {
  readonly args: string
  readonly by: RunBy
  /** Where it was typed and gets its reply; without it every platform of the command gets the reply. */
  readonly platform?: Platform
  /** The chat message that ran it. */
  readonly messageId?: string
  /** The redemption that ran it. */
  readonly redemption?: Redemption
  /** The caller has already recorded the run. */
  readonly isRemembered?: boolean
}

export interface FinishedRun {
  readonly response: string
  /** The platforms whose chat got a reply. */
  readonly sentTo: readonly Platform[]
  /** Set if nothing succeeded, or a step with `on_error: stop` failed. */
  readonly failure: Failure | undefined
  /** Whether one of its own steps deleted a message. */
  readonly deletedMessage: boolean
  /** The result of the reply and of each step. */
  readonly outcomes: readonly StepOutcome[]
  /** Records the run in the transaction of the caller. */
  write(tx: Writer): Promise<void>
  throwIfNothingHappened(): void
}

interface Origin {
  readonly by: Caller
  readonly platform: Platform
  readonly typedOn: Platform | undefined
  readonly user: RunUser
  readonly args: string
  readonly depth: number
  readonly messageId: string | undefined
  readonly redemption?: Redemption | undefined
  /** A chat message's run was counted in the transaction that read the command; a preview is not counted at all. */
  readonly isCounted: boolean
}

export type CommandRunner = ReturnType<typeof createCommandRunner>

/**
 * Runs a command: its reply, then its steps, each independently. The caller checks permissions and takes the cost
 * before.
 */
export function createCommandRunner(
  needs: StepServices & VariableServices & { clock: Clock; log: Log; events: Events; platforms: Platforms; chat: Chat },
) {
  const { clock, log, events, platforms, chat, commands } = needs
  const resolveRunUser = createRunUserResolver(needs)

  async function perform(execution: Execution, command: Command, origin: Origin): Promise<Ran> {
    const run = await prepare(command, origin)
    const ran: Ran = { by: origin.by, run, depth: origin.depth, replies: [], sentTo: new Set(), outcomes: [] }
    execution.ran.push(ran)
    const context = contextOf(execution, ran, origin)
    const last = repliesLast(command.actions)
    if (!last) await reply(execution, ran, context, command.message)
    await performSteps(execution, ran, context)
    if (last) await reply(execution, ran, context, command.message)
    return ran
  }

  /** A reply after the steps is the error of the step that stopped them, if one did. */
  async function reply(execution: Execution, ran: Ran, context: StepContext, message: string): Promise<void> {
    const { stoppedBy } = ran
    if (message === '') return
    await attempt(ran, 'reply', async () => {
      const filled = stoppedBy?.message ?? (await execution.inTime(() => render(message, variablesOf(ran.run, needs))))
      const text = toLine(filled).trim()
      return text === '' ? undefined : context.reply(text)
    })
  }

  async function prepare(command: Command, origin: Origin): Promise<Run> {
    const { by, platform, typedOn, user, args, messageId, redemption } = origin
    const { channel, requestId } = by
    const connected = await platforms.connected(channel.id, typedOn === undefined ? command.platforms : [typedOn])
    return {
      caller: { channel, actor: `command:${command.id}`, requestId },
      command,
      platform,
      repliesTo: connected.map(({ account }) => account.platform),
      channelName: (await platforms.find(channel.id, platform))?.account.username ?? channel.name,
      user,
      args,
      words: args.split(/\s+/).filter((word) => word !== ''),
      messageId,
      redemption,
      count: countOf(command, channel.id, origin),
    }
  }

  /** The number is taken from the stored count when it is first shown, so that no other run shows the same. */
  function countOf(command: Command, channelId: number, { isCounted }: Origin): RunCount {
    let taken: Promise<number> | undefined
    return {
      get() {
        if (isCounted) return Promise.resolve(command.runCount + 1)
        taken ??= needs.db.write((tx) => commands.countRun(tx, channelId, command.id))
        return taken
      },
      isStored: () => taken !== undefined,
    }
  }

  function contextOf(execution: Execution, ran: Ran, origin: Origin): StepContext {
    const { run } = ran
    const voice = { chat, execution, caller: run.caller }
    const { platform, messageId } = run
    const typed = messageId === undefined ? undefined : { platform, messageId }
    const say = async (text: string, as: 'broadcaster' | 'bot', to: readonly Platform[], replyTo?: typeof typed) => {
      // A command without platforms sends nothing; one whose platforms have no account is an error.
      if (to.length === 0 && run.command.platforms.length > 0) throw new Failure('platform_not_connected')
      return sendToChat(voice, to, as, text, replyTo)
    }
    return {
      run,
      say,
      async reply(text, { inThread } = { inThread: false }) {
        ran.replies.push(text)
        const result = await say(text, 'bot', run.repliesTo, inThread ? typed : undefined)
        for (const platform of run.repliesTo) if (result.platforms[platform] === 'sent') ran.sentTo.add(platform)
        return result
      },
      async runCommand(reference, args) {
        const depth = origin.depth + 1
        if (depth > maxDepth) {
          throw invalid(commandErrors.tooDeep({ max: maxDepth }))
        }
        const command = await commands.get(needs.db, run.caller.channel.id, reference)
        if (!command.active) throw new Failure('command_disabled')
        await perform(execution, command, { ...origin, by: run.caller, args, depth, isCounted: false })
        return { command: command.command }
      },
    }
  }

  async function performSteps(execution: Execution, ran: Ran, context: StepContext): Promise<void> {
    for (const step of readSteps(ran)) {
      const type = typeOf(step)
      if (ran.stoppedBy !== undefined) ran.outcomes.push({ type, ok: false, detail: { skipped: true } })
      else if (!(await attempt(ran, type, () => performStep(execution, step, context))) && stopsOnError(step)) {
        ran.stoppedBy = ran.outcomes.at(-1)?.failure
      }
    }
  }

  function readSteps(ran: Ran): readonly unknown[] {
    try {
      return stepsOf(ran.run.command.actions)
    } catch (error) {
      ran.outcomes.push({ type: 'action_json', ok: false, failure: asFailure(error) })
      return []
    }
  }

  async function performStep(execution: Execution, step: unknown, context: StepContext): Promise<StepResult> {
    execution.takeStep()
    const definition = getStep(step)
    const lookup = variablesOf(context.run, needs)
    const delayMs = delaySecondsOf(step) * 1000
    if (delayMs > 0) await execution.inTime(() => new Promise((resolve) => setTimeout(resolve, delayMs)))
    const isMet = () => isConditionMet(conditionOf(step), context.run, lookup, execution.takePatternWork)
    if (!(await execution.inTime(isMet))) return { condition: false }
    const fields = await execution.inTime(() => readFields(step, definition, lookup))
    // The compiler knows that every step has a handler for its input, but not that these two belong together.
    const handler = stepHandlers[definition.type] as StepHandler<unknown>
    const work = () => handler(fields, context, needs)
    return handler.limitsItsTime ? work() : execution.inTime(work)
  }

  /** A failure is recorded and does not affect the other steps. */
  async function attempt(ran: Ran, type: string, action: () => Promise<StepResult | undefined>): Promise<boolean> {
    try {
      const detail = await action()
      ran.outcomes.push({ type, ok: true, ...(detail === undefined ? {} : { detail }) })
      return true
    } catch (error) {
      ran.outcomes.push({ type, ok: false, failure: asFailure(error) })
      return false
    }
  }

  function asFailure(error: unknown): Failure {
    if (error instanceof Failure) return error
    log.error('a step of a command failed', { error })
    return new Failure('internal_error', { cause: error })
  }

  async function write(tx: Writer, { ran, sent }: Execution, isRemembered: boolean): Promise<void> {
    for (const { caller, line } of sent) await chat.note(tx, caller, line)
    for (const { by, run, depth, replies, outcomes } of ran) {
      const { command, platform, user, args } = run
      if (depth > 1 || !isRemembered) {
        const { id = nameKey(user.username), viewerId } = user
        await commands.rememberRun(tx, by.channel.id, command.id, { id, viewerId }, run.count.isStored())
      }
      await events.appendNew(tx, by, {
        kind: 'command.ran',
        platform,
        ...(user.viewerId === undefined ? {} : { viewerId: user.viewerId }),
        data: {
          id: command.id,
          command: command.command,
          username: user.username,
          args,
          depth,
          response: replies.join(' '),
          steps: outcomes.map(({ type, ok, detail, failure }) => ({
            type,
            ok,
            ...detail,
            ...(failure === undefined ? {} : { error: failure.code, message: failure.message }),
          })),
        },
      })
    }
  }

  /** A viewer for the preview of a reply. Only our own rows are read, no platform is asked. */
  async function sampleUser(channel: Channel, platform: Platform, username: string): Promise<RunUser> {
    const roles = new Set<ChatRole>(chatRoles)
    const found = await needs.viewers.findKnown(channel, platform, { username })
    if (found === undefined || !('known' in found)) {
      return { username, displayname: username, isBroadcaster: false, roles, id: '10001' }
    }
    const { id: viewerId, userId: id, username: name, displayname } = found.known
    return { username: name, displayname, isBroadcaster: false, roles, id, viewerId }
  }

  return {
    /** The reply of a command. Nothing is sent or recorded. */
    async preview(caller: Caller, command: Command, wanted: { args: string; username: string; platform: Platform }) {
      const { args, username, platform } = wanted
      const execution = createExecution(clock)
      const user = await sampleUser(caller.channel, platform, username)
      const asked = { platform, typedOn: platform, user, args, depth: 1, messageId: undefined, isCounted: true }
      const origin = { by: caller, ...asked }
      const run = await prepare(command, origin)
      return toLine(await execution.inTime(() => render(command.message, variablesOf(run, needs)))).trim()
    },

    async run(caller: Caller, command: Command, request: RunRequest): Promise<FinishedRun> {
      const { channel } = caller
      const execution = createExecution(clock)
      const [home] = await platforms.connected(channel.id, command.platforms)
      const platform = request.platform ?? home?.account.platform ?? 'kick'
      const user = await resolveRunUser(execution, channel, platform, request.by)
      const { args, platform: typedOn, messageId, redemption, isRemembered = false } = request
      const started = { args, depth: 1, messageId, redemption, isCounted: isRemembered }
      const origin = { by: caller, platform, typedOn, user, ...started }
      const ran = await perform(execution, command, origin)
      return {
        response: ran.replies.join(' '),
        sentTo: [...ran.sentTo],
        failure: ran.stoppedBy ?? failureOf(execution, ran),
        deletedMessage: ran.outcomes.some(({ type, ok, detail }) => {
          return type === 'delete_message' && ok && detail?.condition !== false
        }),
        outcomes: ran.outcomes,
        /** A command whose reply was not accepted anywhere and that did nothing else has failed. */
        throwIfNothingHappened: () => throwIfNothingHappened(execution, ran),
        write: (tx) => write(tx, execution, isRemembered),
      }
    },
  }
}

/** The first failure, if nothing succeeded. */
function failureOf({ sent }: Execution, { outcomes }: Ran): Failure | undefined {
  if (sent.length > 0 || outcomes.length === 0 || outcomes.some(({ ok }) => ok)) return undefined
  return outcomes.find(({ failure }) => failure !== undefined)?.failure
}

function throwIfNothingHappened({ sent }: Execution, { outcomes }: Ran): void {
  const [first] = outcomes
  if (first?.type !== 'reply' || first.failure === undefined) return
  if (sent.length > 0 || outcomes.some(({ ok }) => ok)) return
  const { code, sentence: message, cause } = first.failure
  const mayHaveHappened = outcomes.some(({ failure }) => failure?.mayHaveHappened)
  throw new Failure(code, { message, cause, mayHaveHappened })
}

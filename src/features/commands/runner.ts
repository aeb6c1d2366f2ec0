import type { Clock } from '../../ambient.ts'
import type { Caller } from '../../caller.ts'
import { Failure } from '../../contract/failures.ts'
import type { Platform } from '../../contract/platforms.ts'
import { type ChatRole, chatRoles } from '../../contract/roles.ts'
import { nameKey, toLine } from '../../contract/text.ts'
import type { Log } from '../../log.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Writer } from '../../storage/database.ts'
import type { Channel } from '../channels/channels.ts'
import type { Chat } from '../chat/chat.ts'
import type { Events } from '../events/events.ts'
import type { Command } from './command.ts'
import { holds } from './conditions.ts'
import {
  conditionOf,
  delaySecondsOf,
  readFields,
  repliesLast,
  stepsOf,
  stepTypeOf,
  stopsOnError,
  typeOf,
} from './read-steps.ts'
import type { Detail, Outcome, Run, RunUser, Stage } from './run.ts'
import { createSession, type Ran, type Session } from './session.ts'
import { speak } from './speak.ts'
import type { Tools } from './step-type.ts'
import { render } from './template.ts'
import { type Sources, variablesOf } from './variables.ts'
import { createWhoRuns, type RunBy } from './who-runs.ts'

/** Commands that run each other in a circle end here. */
const maxDepth = 5

export interface RunRequest {
  readonly args: string
  readonly by: RunBy
  /** Where it was typed, and so answered; without it every platform it is switched on for gets the reply. */
  readonly platform?: Platform
  /** The chat line that asked for it. */
  readonly messageId?: string
  /** Whoever let it run has written that down already. */
  readonly isRemembered?: boolean
}

export interface FinishedRun {
  readonly response: string
  /** Nothing of it worked, or a step that all depends on did not. */
  readonly failure: Failure | undefined
  /** Whether one of its own steps deleted a message. */
  readonly deletedMessage: boolean
  /** What became of the reply and of each step. */
  readonly outcomes: readonly Outcome[]
  /** The rows that tell of it, for the caller's own transaction. */
  write(tx: Writer): Promise<void>
  throwIfNothingHappened(): void
}

interface Occasion {
  readonly by: Caller
  readonly platform: Platform
  readonly typedOn: Platform | undefined
  readonly user: RunUser
  readonly args: string
  readonly depth: number
  readonly messageId: string | undefined
}

export type CommandRunner = ReturnType<typeof createCommandRunner>

/**
 * Runs a command: its reply, then its steps, each on its own. Whether someone may run it, and what it costs them, is
 * for whoever calls this to settle before.
 */
export function createCommandRunner(
  needs: Tools & Sources & { clock: Clock; log: Log; events: Events; platforms: Platforms; chat: Chat },
) {
  const { clock, log, events, platforms, chat, commands } = needs
  const whoRuns = createWhoRuns(needs)

  async function perform(session: Session, command: Command, occasion: Occasion): Promise<Ran> {
    const run = await prepare(command, occasion)
    const ran: Ran = { by: occasion.by, run, depth: occasion.depth, replies: [], outcomes: [] }
    session.ran.push(ran)
    const stage = stageOf(session, ran, occasion)
    const last = repliesLast(command.actions)
    if (!last) await reply(session, ran, stage, command.message)
    await performSteps(session, ran, stage)
    if (last) await reply(session, ran, stage, command.message)
    return ran
  }

  /** What the steps stopped at is what there is to say, where the reply waited for them. */
  async function reply(session: Session, ran: Ran, stage: Stage, message: string): Promise<void> {
    const { stoppedBy } = ran
    if (message === '') return
    await attempt(ran, 'reply', async () => {
      const filled = stoppedBy?.message ?? (await session.inTime(() => render(message, variablesOf(ran.run, needs))))
      const text = toLine(filled).trim()
      return text === '' ? undefined : stage.reply(text)
    })
  }

  async function prepare(command: Command, { by, platform, typedOn, user, args, messageId }: Occasion): Promise<Run> {
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
    }
  }

  function stageOf(session: Session, ran: Ran, occasion: Occasion): Stage {
    const { run } = ran
    const voice = { chat, session, caller: run.caller }
    const say: Stage['say'] = async (text, as, to) => {
      // Switched on nowhere, it has nothing to say to anyone; switched on where no account is, something is wrong.
      if (to.length === 0 && run.command.platforms.length > 0) throw new Failure('platform_not_connected')
      return speak(voice, to, as, text)
    }
    return {
      run,
      say,
      reply(text) {
        ran.replies.push(text)
        return say(text, 'bot', run.repliesTo)
      },
      async runCommand(reference, args) {
        const depth = occasion.depth + 1
        if (depth > maxDepth) {
          throw new Failure('invalid_parameter', { message: `Commands run each other at most ${maxDepth} deep.` })
        }
        const command = await commands.get(needs.db, run.caller.channel.id, reference)
        if (!command.active) throw new Failure('command_disabled')
        await perform(session, command, { ...occasion, by: run.caller, args, depth })
        return { command: command.command }
      },
    }
  }

  async function performSteps(session: Session, ran: Ran, stage: Stage): Promise<void> {
    for (const step of readSteps(ran)) {
      const type = typeOf(step)
      if (ran.stoppedBy !== undefined) ran.outcomes.push({ type, ok: false, detail: { skipped: true } })
      else if (!(await attempt(ran, type, () => performStep(session, step, stage))) && stopsOnError(step)) {
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

  async function performStep(session: Session, step: unknown, stage: Stage): Promise<Detail> {
    session.takeStep()
    const stepType = stepTypeOf(step)
    const lookup = variablesOf(stage.run, needs)
    const delayMs = delaySecondsOf(step) * 1000
    if (delayMs > 0) await session.inTime(() => new Promise((resolve) => setTimeout(resolve, delayMs)))
    if (!(await session.inTime(() => holds(conditionOf(step), stage.run, lookup)))) return { condition: false }
    const fields = await session.inTime(() => readFields(step, stepType, lookup))
    const work = () => stepType.run(fields, stage, needs)
    return stepType.timesItself ? work() : session.inTime(work)
  }

  /** Whatever goes wrong here goes wrong alone. */
  async function attempt(ran: Ran, type: string, deed: () => Promise<Detail | undefined>): Promise<boolean> {
    try {
      const detail = await deed()
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

  async function write(tx: Writer, { ran, sent }: Session, isRemembered: boolean): Promise<void> {
    for (const { caller, line } of sent) await chat.note(tx, caller, line)
    for (const { by, run, depth, replies, outcomes } of ran) {
      const { command, platform, user, args } = run
      if (depth > 1 || !isRemembered) {
        const { id = nameKey(user.username), viewerId } = user
        await commands.rememberRun(tx, by.channel.id, command.id, id, viewerId)
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

  /** Somebody to try a reply with. Only our own rows are asked: a preview reaches no platform's viewers. */
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
    /** What a command would reply. Nothing is said, and nothing is written down. */
    async preview(caller: Caller, command: Command, asked: { args: string; username: string; platform: Platform }) {
      const { args, username, platform } = asked
      const session = createSession(clock)
      const user = await sampleUser(caller.channel, platform, username)
      const occasion = { by: caller, platform, typedOn: platform, user, args, depth: 1, messageId: undefined }
      const run = await prepare(command, occasion)
      return toLine(await session.inTime(() => render(command.message, variablesOf(run, needs)))).trim()
    },

    async run(caller: Caller, command: Command, request: RunRequest): Promise<FinishedRun> {
      const { channel } = caller
      const session = createSession(clock)
      const [home] = await platforms.connected(channel.id, command.platforms)
      const platform = request.platform ?? home?.account.platform ?? 'kick'
      const user = await whoRuns(session, channel, platform, request.by)
      const { args, platform: typedOn, messageId, isRemembered = false } = request
      const occasion = { by: caller, platform, typedOn, user, args, depth: 1, messageId }
      const ran = await perform(session, command, occasion)
      return {
        response: ran.replies.join(' '),
        failure: ran.stoppedBy ?? failureOf(session, ran),
        deletedMessage: ran.outcomes.some(({ type, ok, detail }) => {
          return type === 'delete_message' && ok && detail?.condition !== false
        }),
        outcomes: ran.outcomes,
        /** A command whose reply nobody took and that did nothing else has failed, and left no trace. */
        throwIfNothingHappened: () => throwIfNothingHappened(session, ran),
        write: (tx) => write(tx, session, isRemembered),
      }
    },
  }
}

/** The first thing that went wrong, when nothing went right. */
function failureOf({ sent }: Session, { outcomes }: Ran): Failure | undefined {
  if (sent.length > 0 || outcomes.length === 0 || outcomes.some(({ ok }) => ok)) return undefined
  return outcomes.find(({ failure }) => failure !== undefined)?.failure
}

function throwIfNothingHappened({ sent }: Session, { outcomes }: Ran): void {
  const [first] = outcomes
  if (first?.type !== 'reply' || first.failure === undefined) return
  if (sent.length > 0 || outcomes.some(({ ok }) => ok)) return
  const { code, message, cause } = first.failure
  const mayHaveHappened = outcomes.some(({ failure }) => failure?.mayHaveHappened)
  throw new Failure(code, { message, cause, mayHaveHappened })
}

import type { Place } from '../../kernel/limits/shares.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { toLine } from '../../kernel/schema/text.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Redemption } from '../../platforms/rewards.ts'
import type { Events } from '../events/events.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import { chatSentence } from '../steps/chat-sentence.ts'
import { commandLimits, createExecution, type Execution, type RanCommand } from '../steps/execution.ts'
import { invalid } from '../steps/invalid.ts'
import { commandErrors } from '../steps/messages.ts'
import { repliesLast, stepsOf } from '../steps/read-steps.ts'
import type { StepOutcome, StepRun } from '../steps/run.ts'
import type { RunBy } from '../steps/run-user.ts'
import { createStepRunner, type StepEngineNeeds } from '../steps/step-runner.ts'
import type { Origin, RunNested } from '../steps/step-source.ts'
import type { StopSignals } from '../steps/stop-signals.ts'
import { render } from '../steps/template.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { Command } from './command.ts'
import { createCommandLog } from './command-log.ts'
import { createCommandSource } from './command-source.ts'
import type { Commands } from './commands.ts'
import type { PaidAlerts } from './paid-alerts.ts'
import { createPreviews } from './previews.ts'

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
  /** The alerts whose prices the viewer has paid. */
  readonly paidAlerts?: PaidAlerts | undefined
  /** The caller shows the reply itself, so no chat gets it. */
  readonly isAnsweredElsewhere?: boolean
  /** Given back while a step only waits. */
  readonly place?: Pick<Place, 'away'> | undefined
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

export type CommandRunner = ReturnType<typeof createCommandRunner>

/**
 * Runs a command: its reply, then its steps, each independently. The caller checks permissions and takes the cost
 * before.
 */
export function createCommandRunner<Services>(
  needs: StepEngineNeeds<Services> & {
    commands: Commands
    settings: Settings
    viewers: Viewers
    events: Events
    stops: StopSignals
    /** Keeps what the run did, for seven days. */
    recordRun: (tx: Writer, ran: RanCommand) => Promise<void>
  },
) {
  const { clock, commands, stops, variablesOf } = needs
  const sourceOf = createCommandSource(needs)
  const writeCommands = createCommandLog(needs)
  const stepRunner = createStepRunner(needs, runNested, (tx, ran) => writeCommands(tx, ran, false))

  /** `isCounted`: a chat message's run was counted in the transaction that read the command. */
  async function perform(
    execution: Execution,
    by: Caller,
    command: Command,
    origin: Origin,
    isCounted: boolean,
  ): Promise<StepRun> {
    const steps = await stepRunner.begin(execution, by, sourceOf(command, by.channel.id, isCounted), origin)
    const startedAt = clock.now()
    const ran: RanCommand = { by, command, depth: origin.depth, steps, startedAt, finishedAt: startedAt }
    execution.records().ran.push(ran)
    const last = repliesLast(command.actions)
    if (!last) await reply(execution, steps, command.message)
    await stepRunner.performSteps(execution, steps, readSteps(command, steps))
    if (last) await reply(execution, steps, command.message)
    ran.finishedAt = clock.now()
    return steps
  }

  /** A reply after the steps is the error of the step that stopped them, if one did. */
  async function reply(execution: Execution, steps: StepRun, message: string): Promise<void> {
    const { stoppedBy, context, run } = steps
    if (message === '') return
    await stepRunner.attempt(steps, 'reply', async () => {
      const filled =
        stoppedBy === undefined
          ? await execution.inTime(() => render(message, variablesOf(run)))
          : inLanguage(await channelCatalogue(needs.settings, run.caller.channel.id), () =>
              chatSentence(stoppedBy, steps.outcomes.find(({ failure }) => failure === stoppedBy)?.type),
            )
      const text = toLine(filled).trim()
      return text === '' ? undefined : context.reply(text)
    })
  }

  function readSteps({ actions }: Command, { outcomes }: StepRun): readonly unknown[] {
    try {
      return stepsOf(actions)
    } catch (error) {
      outcomes.push({ type: 'action_json', ok: false, failure: stepRunner.asFailure(error) })
      return []
    }
  }

  async function runNested(...[execution, by, parent, reference, args]: Parameters<RunNested>) {
    const depth = parent.depth + 1
    if (depth > maxDepth) throw invalid(commandErrors.tooDeep.of({ max: maxDepth }))
    const command = await commands.get(needs.db, by.channel.id, reference)
    if (!command.active) throw new Failure('command_disabled')
    await perform(execution, by, command, { ...parent, args, depth }, false)
    return { command: command.command }
  }

  async function runUntil(
    signal: AbortSignal,
    caller: Caller,
    command: Command,
    request: RunRequest,
  ): Promise<FinishedRun> {
    const execution = createExecution(clock, commandLimits, signal, request.place)
    const { by, args, platform, messageId, redemption, isAnsweredElsewhere, paidAlerts, isRemembered = false } = request
    const asked = {
      by,
      args,
      platform,
      platforms: command.platforms,
      depth: 1,
      messageId,
      redemption,
      isAnsweredElsewhere,
      paidAlerts,
    }
    const origin = await stepRunner.originOf(execution, caller, { ...asked, data: undefined })
    const ran = await perform(execution, caller, command, origin, isRemembered)
    const { sent, ran: commandsRun } = execution.records()
    const wasSilent = sent.length === 0
    return {
      response: ran.replies.join(' '),
      sentTo: [...ran.sentTo],
      failure: ran.stoppedBy ?? failureOf(wasSilent, ran),
      deletedMessage: ran.outcomes.some(({ type, ok, detail }) => {
        return type === 'delete_message' && ok && detail?.condition !== false
      }),
      outcomes: ran.outcomes,
      /** A command whose reply was not accepted anywhere and that did nothing else has failed. */
      throwIfNothingHappened: () => throwIfNothingHappened(wasSilent, ran),
      async write(tx) {
        for (const { caller: by, line } of sent) await needs.chat.note(tx, by, line)
        await writeCommands(tx, commandsRun, isRemembered)
      },
    }
  }

  return {
    ...createPreviews({ ...needs, prepare: stepRunner.prepare, sourceOf }),
    runSteps: stepRunner.runSteps,
    areConditionsMet: stepRunner.areConditionsMet,
    onlyStoreRows: stepRunner.onlyStoreRows,

    async run(caller: Caller, command: Command, request: RunRequest): Promise<FinishedRun> {
      const stop = stops.begin(caller.channel.id)
      try {
        return await runUntil(stop.signal, caller, command, request)
      } finally {
        stop.end()
      }
    },
  }
}

/** The first failure, if nothing succeeded. */
function failureOf(wasSilent: boolean, { outcomes }: StepRun): Failure | undefined {
  if (!wasSilent || outcomes.length === 0 || outcomes.some(({ ok }) => ok)) return undefined
  return outcomes.find(({ failure }) => failure !== undefined)?.failure
}

function throwIfNothingHappened(wasSilent: boolean, { outcomes }: StepRun): void {
  const [first] = outcomes
  const isNowhere = outcomes.every(({ failure }) => failure?.code === 'platform_not_connected')
  if (first?.failure === undefined || !(first.type === 'reply' || isNowhere)) return
  if (!wasSilent || outcomes.some(({ ok }) => ok)) return
  const { code, text: message, cause } = first.failure
  const mayHaveHappened = outcomes.some(({ failure }) => failure?.mayHaveHappened)
  throw new Failure(code, { message, cause, mayHaveHappened })
}

import { platforms as allPlatforms, byPlatform } from '../../contract/platforms.ts'
import type { Database } from '../../storage/database.ts'
import { type Command, defaultCommand } from '../commands/command.ts'
import { stopsOnError } from '../commands/read-steps.ts'
import type { CommandRunner } from '../commands/runner.ts'
import type { RunCueSteps } from './cue-player.ts'
import type { BegunCue } from './show-progress.ts'

/** Runs the steps of a cue as the broadcaster, one after the other, each as a command with this one step. */
export function createCueSteps({ db, commandRunner }: { db: Database; commandRunner: CommandRunner }): RunCueSteps {
  async function runStep({ cue, cause }: BegunCue, step: unknown): Promise<string | null> {
    const command = { ...emptyCommand, command: `cue ${cue.number}`, actions: { version: 1, steps: [step] } }
    const finished = await commandRunner.run(cause, command, { args: '', by: 'broadcaster' })
    await db.write((tx) => finished.write(tx))
    return finished.outcomes.find(({ failure }) => failure !== undefined)?.failure?.message ?? null
  }

  return async (begun, { signal, onStep }) => {
    const stopped = new Promise<'stopped'>((resolve) => signal.addEventListener('abort', () => resolve('stopped')))
    let error: string | null = null
    for (const [index, step] of begun.cue.steps.entries()) {
      if (signal.aborted) break
      const outcome = await Promise.race([runStep(begun, step), stopped])
      if (outcome === 'stopped') break
      error ??= outcome
      onStep(index + 1)
      if (outcome !== null && stopsOnError(step)) break
    }
    return { error }
  }
}

const emptyCommand: Command = {
  ...defaultCommand,
  id: 0,
  command: '',
  platforms: allPlatforms,
  runCount: 0,
  lastRunAt: null,
  lastGlobalRunAt: null,
  lastUserRuns: {},
  lastAutoAt: byPlatform(() => null),
}

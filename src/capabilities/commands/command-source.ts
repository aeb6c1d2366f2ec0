import type { Database } from '../../kernel/storage/database.ts'
import type { RunCount } from '../steps/run.ts'
import type { StepSource } from '../steps/step-source.ts'
import type { Command } from './command.ts'
import type { Commands } from './commands.ts'

/** A command as the source of a run, with the number that its run has. */
export function createCommandSource({ db, commands }: { readonly db: Database; readonly commands: Commands }) {
  /** `isCounted`: the run was counted in the transaction that read the command. */
  function sourceOf(command: Command, channelId: number, isCounted: boolean): StepSource {
    const { id, command: title, platforms } = command
    return { id: `command:${id}`, title, platforms, count: countOf(command, channelId, isCounted) }
  }

  /** The number is taken from the stored count when it is first shown, so that no other run shows the same. */
  function countOf(command: Command, channelId: number, isCounted: boolean): RunCount {
    let taken: Promise<number> | undefined
    return {
      get() {
        if (isCounted) return Promise.resolve(command.runCount + 1)
        taken ??= db.write((tx) => commands.countRun(tx, channelId, command.id))
        return taken
      },
      isStored: () => taken !== undefined,
    }
  }

  return sourceOf
}

import { type ChatRole, chatRoles } from '../../definitions/roles.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { toLine } from '../../kernel/schema/text.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { createExecution } from '../steps/execution.ts'
import type { Run, RunCount, RunUser } from '../steps/run.ts'
import type { Origin, StepSource } from '../steps/step-source.ts'
import { type Lookup, render } from '../steps/template.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { Command } from './command.ts'

const uncounted: RunCount = { get: () => Promise.resolve(0), isStored: () => true }

/** Who and what a preview is for. */
export interface PreviewSample {
  readonly args: string
  readonly username: string
  readonly platform: Platform
  /** What `$(event.<field>)` reads. */
  readonly data: Readonly<Record<string, unknown>>
}

/** Texts as a run would fill them. Nothing is sent or recorded. */
export function createPreviews(needs: {
  readonly clock: Clock
  readonly viewers: Viewers
  readonly variablesOf: (run: Run) => Lookup
  readonly prepare: (by: Caller, source: StepSource, origin: Origin) => Promise<Run>
  readonly sourceOf: (command: Command, channelId: number, isCounted: boolean) => StepSource
}) {
  const { clock, viewers, variablesOf, prepare, sourceOf } = needs

  /** A viewer for the preview of a reply. Only our own rows are read, no platform is asked. */
  async function sampleUser(channel: Channel, platform: Platform, username: string): Promise<RunUser> {
    const roles = new Set<ChatRole>(chatRoles)
    const found = await viewers.findKnown(channel, platform, { username })
    if (found === undefined || !('known' in found)) {
      return { username, displayname: username, isBroadcaster: false, roles, id: '10001' }
    }
    const { id: viewerId, userId: id, username: name, displayname } = found.known
    return { username: name, displayname, isBroadcaster: false, roles, id, viewerId }
  }

  /** Texts as a run of the command would fill them. Nothing is sent or recorded. */
  async function previewTexts(
    caller: Caller,
    command: Command,
    texts: readonly string[],
    { username, ...sample }: PreviewSample,
  ): Promise<string[]> {
    const execution = createExecution(clock)
    const { platform } = sample
    const user = await sampleUser(caller.channel, platform, username)
    const origin = { ...sample, typedOn: platform, user, depth: 1 }
    const run = await prepare(caller, sourceOf(command, caller.channel.id, true), origin)
    const lookup = variablesOf(run)
    const filled: string[] = []
    for (const text of texts) filled.push(toLine(await execution.inTime(() => render(text, lookup))).trim())
    return filled
  }

  return {
    /** The reply of a command. Nothing is sent or recorded. */
    async preview(caller: Caller, command: Command, sample: Omit<PreviewSample, 'data'>): Promise<string> {
      const [text = ''] = await previewTexts(caller, command, [command.message], { ...sample, data: {} })
      return text
    },
    previewTexts,

    /** Texts with the variables of commands, outside of a command. Nothing is sent or recorded. */
    async fillTexts(
      caller: Caller,
      texts: readonly string[],
      { user, platform }: { readonly user: RunUser; readonly platform: Platform },
    ): Promise<string[]> {
      const execution = createExecution(clock)
      const source = { id: caller.actor, title: '', platforms: [platform], count: uncounted }
      const origin = { platform, typedOn: platform, user, args: '', depth: 1 }
      const lookup = variablesOf(await prepare(caller, source, origin))
      return Promise.all(texts.map(async (text) => toLine(await execution.inTime(() => render(text, lookup))).trim()))
    },
  }
}

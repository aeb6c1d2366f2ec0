import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import { chatSentence } from '../steps/chat-sentence.ts'
import type { StepContext } from '../steps/run.ts'
import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { songSteps } from './contract/steps.ts'
import { songReplies } from './request-messages.ts'
import type { SkipVotes } from './skip-votes.ts'
import type { SongRequests } from './song-requests.ts'

/** What these steps use. */
export interface SongStepServices {
  readonly db: Database
  readonly settings: Settings
  readonly skipVotes: SkipVotes
  readonly songRequests: SongRequests
  readonly viewers: Viewers
}

export const songStepHandlers: StepHandlersFor<typeof songSteps, SongStepServices> = {
  async request_song({ song, target, answer }, context, services) {
    const { run } = context
    return answering(context, services, answer, async () => {
      const viewer = await viewerOf(context, services, target)
      const { request, place } = await services.songRequests.request(run.caller, viewer, song, run.user.roles)
      const { id, title, points } = request
      const text = () => (place === 0 ? songReplies.plays({ title }) : songReplies.queued({ title, place }))
      return { text, result: { request_id: id, title, place, points } }
    })
  },

  async remove_song_request({ target, answer }, context, services) {
    const { db, songRequests } = services
    return answering(context, services, answer, async () => {
      const viewer = await viewerOf(context, services, target)
      const removed = await db.write((tx) => songRequests.removeLastOf(tx, context.run.caller, viewer))
      const { request, refunded } = removed
      const { id, title } = request
      const text = () =>
        refunded === 0 ? songReplies.removed({ title }) : songReplies.removedPaid({ title, points: refunded })
      return { text, result: { request_id: id, title, refunded } }
    })
  },

  async vote_skip({ answer }, context, services) {
    return answering(context, services, answer, async () => {
      const viewer = await viewerOf(context, services)
      const { title, votes, needed, isNew, isSkipped } = await services.skipVotes.vote(context.run.caller, viewer)
      const result = { title, votes, needed, skipped: isSkipped }
      if (isSkipped) return { text: () => songReplies.skipped({ title }), result }
      // One line for the first vote: a chat full of votes needs no answer to each.
      return isNew && votes === 1 ? { text: () => songReplies.votes({ title, votes, needed }), result } : { result }
    })
  },
}

async function viewerOf(
  { run }: StepContext,
  { viewers }: SongStepServices,
  username: string = run.user.username,
): Promise<Viewer> {
  return viewers.get(run.caller.channel, run.platform, { username })
}

/** Says in chat, in the language of the channel, what came of it, or why it was refused. A line that cannot be sent changes nothing about the result. */
async function answering(
  { run, reply }: StepContext,
  { settings }: SongStepServices,
  isWanted: boolean,
  work: () => Promise<{ readonly text?: () => string; readonly result: Readonly<Record<string, unknown>> }>,
): Promise<Readonly<Record<string, unknown>>> {
  const say = async (text: () => string) => {
    if (!isWanted) return
    const catalogue = await channelCatalogue(settings, run.caller.channel.id)
    await reply(inLanguage(catalogue, text)).catch(ignoreFailure)
  }
  try {
    const { text, result } = await work()
    if (text !== undefined) await say(text)
    return result
  } catch (error) {
    if (error instanceof Failure) {
      const { username } = run.user
      await say(() => songReplies.refused({ username, reason: chatSentence(error) }))
    }
    throw error
  }
}

function ignoreFailure(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

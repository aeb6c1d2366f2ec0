import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import { platformTitles } from '../../platforms/contract/platforms.ts'
import { platformMessages } from '../../platforms/messages.ts'
import { capability, inTime, type PlatformConnection, type Platforms } from '../../platforms/platforms.ts'
import { sandboxName } from '../../platforms/sandbox/connector.ts'
import type { Chat } from '../chat/chat.ts'
import type { Events } from '../events/events.ts'
import type { OutgoingLine } from '../steps/chat-lines.ts'
import { requireClipLink } from './clip-links.ts'
import { clipErrors } from './messages.ts'

export const clipPlatforms = ['kick', 'twitch'] as const
export type ClipPlatform = (typeof clipPlatforms)[number]

export const clipStatuses = ['created', 'offline', 'not_connected', 'extension_not_connected', 'failed'] as const
export type ClipStatus = (typeof clipStatuses)[number]

export interface WantedClip {
  readonly platforms: readonly ClipPlatform[]
  readonly title: string
  readonly seconds: number
  /** Whether the bot posts the link in the chat of its platform. */
  readonly announce: boolean
}

/** The result of a clip on one platform. */
export type Clip =
  | {
      readonly platform: ClipPlatform
      readonly status: 'created'
      readonly title: string
      readonly url: string
      readonly seconds: number
      /** The chat line with the link, when it was sent. */
      readonly line: (OutgoingLine & { readonly messageId: string }) | undefined
    }
  | {
      readonly platform: ClipPlatform
      readonly status: Exclude<ClipStatus, 'created'>
      readonly failure: Failure
    }

/** The clips on all platforms, and the replay of OBS that was saved where one was not created. */
export interface TakenClips {
  readonly clips: readonly Clip[]
  readonly replayPath: string | undefined
}

/** Undefined if the replay buffer of OBS is off. */
export type SaveReplay = (caller: Caller, onlyWhileStreaming: boolean) => Promise<string | undefined>

export type Clips = ReturnType<typeof createClips>

export function createClips(needs: {
  platforms: Platforms
  chat: Chat
  events: Events
  log: Log
  saveReplay: SaveReplay
}) {
  const { platforms, chat, events, log, saveReplay } = needs

  async function takeOne(caller: Caller, platform: ClipPlatform, wanted: WantedClip): Promise<Clip> {
    try {
      const connection = await platforms.get(caller.channel.id, platform)
      const { url, seconds } = await create(connection, wanted)
      const line = wanted.announce ? await announce(caller, platform, wanted.title, url) : undefined
      return { platform, status: 'created', title: wanted.title, url, seconds, line }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return { platform, status: statusOf(error), failure: error }
    }
  }

  async function create(connection: PlatformConnection, { title, seconds: asked }: WantedClip) {
    const { account, connector } = connection
    const clips = capability(connection, 'clips', 'makeClips')
    const { live } = await inTime(connection, (signal) => connector.readStream(account, signal))
    if (!live) {
      throw new Failure('stream_offline', {
        message: platformMessages.streamOffline.of({ service: platformTitles[account.platform] }),
      })
    }
    if (!clips.isReady(account)) throw new Failure('extension_not_connected')
    const seconds = Math.min(asked, clips.maxSeconds)
    const { url } = await inTime(
      connection,
      (signal) => clips.create(account, { title, seconds }, signal),
      clips.timeoutMs,
    )
    // Clips of the sandbox are pages of this server.
    if (connector.name !== sandboxName) requireClipLink(account.platform, url)
    return { url, seconds }
  }

  /** The clip exists already, so a failure to post its link does not fail the call. */
  async function announce(caller: Caller, platform: ClipPlatform, title: string, url: string) {
    const line = { platform, text: `${title}: ${url}`, as: 'bot' } as const
    try {
      return { ...line, ...(await chat.send(caller, line)) }
    } catch (error) {
      log.warn('the link of a clip was not sent', { platform, requestId: caller.requestId, error })
      return undefined
    }
  }

  return {
    /**
     * Creates clips on all requested platforms at once. What a platform could not clip is kept by the replay buffer of
     * OBS, if that is on. Throws the first failure only if no clip was created.
     */
    async take(caller: Caller, wanted: WantedClip): Promise<TakenClips> {
      const clips = await Promise.all(wanted.platforms.map((platform) => takeOne(caller, platform, wanted)))
      const hasClip = clips.some(({ status }) => status === 'created')
      const hasFailed = clips.some(({ status }) => status === 'failed' || status === 'extension_not_connected')
      const replayPath = hasFailed || !hasClip ? await saveReplay(caller, !hasFailed) : undefined
      if (hasClip) return { clips, replayPath }
      const failures = clips.flatMap((clip) => (clip.status === 'created' ? [] : clip.failure))
      const [first] = failures
      if (first === undefined) return { clips, replayPath }
      throw new Failure(first.code, {
        message: replayPath === undefined ? first.text : clipErrors.replaySaved.of({ reason: first.text }),
        ...(replayPath !== undefined && { fields: { replay_path: replayPath } }),
        cause: first.cause,
        mayHaveHappened: failures.some(({ mayHaveHappened }) => mayHaveHappened),
      })
    },

    /** Records the clips and the chat messages with their links. */
    async note(tx: Writer, caller: Caller, clips: readonly Clip[]): Promise<void> {
      for (const clip of clips) {
        if (clip.status !== 'created') continue
        const { platform, title, url, seconds, line } = clip
        await events.appendNew(tx, caller, { kind: 'clip.created', platform, data: { title, url, seconds } })
        if (line !== undefined) await chat.note(tx, caller, line)
      }
    },
  }
}

function statusOf({ code }: Failure): Exclude<ClipStatus, 'created'> {
  if (code === 'stream_offline') return 'offline'
  if (code === 'platform_not_connected') return 'not_connected'
  return code === 'extension_not_connected' ? code : 'failed'
}

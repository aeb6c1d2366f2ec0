import type { Clock, Ids } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import { type Platform, platformTitles } from '../contract/platforms.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount } from '../platform.ts'
import type { SandboxMemory } from './memory.ts'

interface ClipRow {
  readonly channel_id: number
  readonly platform: Platform
  readonly id: string
  readonly title: string
  readonly seconds: number
  readonly stream_title: string
  readonly at: number
}

const insertClip = sql<{
  channel: number
  platform: string
  id: string
  title: string
  seconds: number
  streamTitle: string
  at: number
}>(
  `INSERT INTO sandbox_clips (channel_id, platform, id, title, seconds, stream_title, at)
   VALUES (:channel, :platform, :id, :title, :seconds, :streamTitle, :at)`,
)
// As on real platforms, the address of a clip does not name its channel.
const findClip = sql<{ id: string }, ClipRow>(
  'SELECT channel_id, platform, id, title, seconds, stream_title, at FROM sandbox_clips WHERE id = :id',
)

export interface SandboxClip {
  readonly id: string
  readonly channelId: number
  readonly platform: Platform
  readonly title: string
  readonly seconds: number
  readonly streamTitle: string
  readonly at: number
}

export type SandboxClips = ReturnType<typeof createSandboxClips>

export function createSandboxClips(needs: { db: Database; clock: Clock; ids: Ids; memory: SandboxMemory }) {
  const { db, clock, ids, memory } = needs
  return {
    async create(account: PlatformAccount, { title, seconds }: { title: string; seconds: number }): Promise<string> {
      const { channelId: channel, platform } = account
      const { live, title: streamTitle } = await memory.stream(account)
      if (live === 0) {
        throw new Failure('stream_offline', {
          message: platformMessages.streamOffline.of({ service: platformTitles[platform] }),
        })
      }
      const id = ids.next('clip')
      const at = clock.now()
      await db.write((tx) => tx.run(insertClip, { channel, platform, id, title, seconds, streamTitle, at }))
      return id
    },

    async find(id: string): Promise<SandboxClip | undefined> {
      const row = await db.get(findClip, { id })
      if (row === undefined) return undefined
      const { channel_id: channelId, stream_title: streamTitle, platform, title, seconds, at } = row
      return { id, channelId, platform, title, seconds, streamTitle, at }
    },
  }
}

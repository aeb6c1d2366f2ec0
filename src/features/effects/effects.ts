import type { Caller } from '../../caller.ts'
import { Failure } from '../../contract/failures.ts'
import type { Platform } from '../../contract/platforms.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Database, Reader } from '../../storage/database.ts'
import type { Channel } from '../channels/channels.ts'
import type { NewCue, Overlays } from '../overlays/overlays.ts'
import type { Media } from '../uploads/media.ts'
import { type EffectRow, findEffect, listEffects, maxEffects } from './effect-rows.ts'

export const triggerErrors = ['overlay_not_found', 'overlay_not_connected', 'effect_not_trigger_enabled'] as const
export type TriggerError = (typeof triggerErrors)[number]

export interface TriggerResult {
  readonly overlayId: string
  readonly success: boolean
  readonly error: TriggerError | null
}

/** An effect belongs to its moment. */
const expiresInMs = 30_000

export type Effects = ReturnType<typeof createEffects>

export function createEffects(needs: {
  db: Database
  overlays: Overlays
  platforms: Platforms
  media: Media
  /** What a platform is called outside. */
  platformWord: (platform: Platform) => string
}) {
  const { db, overlays, platforms, media, platformWord } = needs

  async function cueOf(reader: Reader, channelId: number, effect: EffectRow, data: Readonly<Record<string, unknown>>) {
    const { overlay_id: overlayId, effect_type, effect_settings } = effect
    const settings = JSON.parse(effect_settings) as Record<string, unknown>
    const payload = {
      action: 'trigger',
      overlay_id: overlayId,
      effect_type,
      effect_settings: await withAddresses(reader, channelId, settings),
      data,
    }
    return { kind: 'effect', idPrefix: 'effect', overlayId, payload, expiresInMs } satisfies NewCue
  }

  /** Files by name become files by address. One that is gone is left out. */
  async function withAddresses(reader: Reader, channelId: number, settings: Readonly<Record<string, unknown>>) {
    const resolved = { ...settings }
    if (typeof settings.sound === 'string') {
      const url = await media.urlOf(reader, channelId, settings.sound)
      resolved.sound = url === undefined ? undefined : { url, volume: settings.volume ?? 1 }
      delete resolved.volume
    }
    if (typeof settings.image === 'string') {
      resolved.url = await media.urlOf(reader, channelId, settings.image)
      delete resolved.image
    }
    return resolved
  }

  async function triggerOne(caller: Caller, overlayId: string, data: Readonly<Record<string, unknown>>) {
    const effect = await db.get(findEffect, { channel: caller.channel.id, overlayId })
    if (effect === undefined) return refused(overlayId, 'overlay_not_found')
    if (effect.trigger_enabled !== 1) return refused(overlayId, 'effect_not_trigger_enabled')
    try {
      await overlays.fire(caller, await cueOf(db, caller.channel.id, effect, data))
      return { overlayId, success: true, error: null, isUncertain: false }
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'overlay_not_connected') throw error
      return { ...refused(overlayId, 'overlay_not_connected'), isUncertain: error.mayHaveHappened }
    }
  }

  /** The broadcaster on that platform: whoever holds a key acts for the broadcaster. */
  async function userstateOf(caller: Caller, platform: Platform) {
    const { channel, actor } = caller
    const account = (await platforms.find(channel.id, platform))?.account
    return {
      platform: platformWord(platform),
      user_id: account?.accountId ?? '',
      username: account?.username ?? channel.name,
      displayname: account?.displayname ?? channel.name,
      roles: ['broadcaster'],
      is_broadcaster: true,
      is_api: actor.startsWith('key:'),
    }
  }

  return {
    /** For whoever queues it; undefined when there is no such effect or it may not be triggered. */
    async findCue(
      reader: Reader,
      channelId: number,
      overlayId: string,
      shown: {
        readonly platform: Platform | null
        readonly user: PlatformUser
        readonly data: Readonly<Record<string, unknown>>
      },
    ): Promise<NewCue | undefined> {
      const effect = await reader.get(findEffect, { channel: channelId, overlayId })
      if (effect?.trigger_enabled !== 1) return undefined
      const { id: user_id, username, displayname, roles = [] } = shown.user
      const platform = shown.platform === null ? '' : platformWord(shown.platform)
      const who = { platform, user_id, username, displayname, roles }
      const userstate = { ...who, is_broadcaster: roles.includes('broadcaster'), is_api: false }
      return cueOf(reader, channelId, effect, { ...shown.data, userstate })
    },

    /** Each effect on its own and all at once: one that nobody shows takes no other along. */
    async trigger(
      caller: Caller,
      wanted: {
        readonly overlayIds: readonly string[]
        readonly platform: Platform
        readonly data?: Readonly<Record<string, unknown>> | undefined
      },
    ) {
      const { userstate: own, ...fields } = wanted.data ?? {}
      const userstate = { ...(await userstateOf(caller, wanted.platform)), ...(isRecord(own) ? own : {}) }
      const data = { ...fields, userstate }
      const outcomes = await Promise.all(wanted.overlayIds.map((overlayId) => triggerOne(caller, overlayId, data)))
      const results: TriggerResult[] = outcomes.map(({ overlayId, success, error }) => ({ overlayId, success, error }))
      return {
        results,
        dataKeys: Object.keys(data),
        /** A page may have shown one that nobody confirmed. */
        isUncertain: outcomes.some((outcome) => outcome.isUncertain),
      }
    },

    /** To see it before viewers do, enabled for triggers or not. */
    async test(caller: Caller, overlayId: string, data: Readonly<Record<string, unknown>>): Promise<{ id: string }> {
      const effect = await db.get(findEffect, { channel: caller.channel.id, overlayId })
      if (effect === undefined) {
        throw new Failure('overlay_not_found', { message: `There is no effect overlay ${overlayId}.` })
      }
      const userstate = await userstateOf(caller, 'kick')
      return overlays.fire(caller, await cueOf(db, caller.channel.id, effect, { ...data, userstate }))
    },

    async list(channel: Channel) {
      const rows = await db.all(listEffects, { channel: channel.id, limit: maxEffects })
      const items = rows.map((row) => ({
        overlayId: row.overlay_id,
        name: row.name,
        effectType: row.effect_type,
        isTriggerEnabled: row.trigger_enabled === 1,
        isConnected: overlays.isConnected(channel.id, { kind: 'effect', overlayId: row.overlay_id }),
      }))
      return { total: items.length, items }
    },
  }
}

function refused(overlayId: string, error: TriggerError) {
  return { overlayId, success: false, error, isUncertain: false }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

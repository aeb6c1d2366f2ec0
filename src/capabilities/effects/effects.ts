import type { Caller } from '../../kernel/operation/caller.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import { overlayErrors } from '../overlay/contract/messages.ts'
import type { NewCue, Overlays, TriedCue } from '../overlay/overlays.ts'
import type { Media } from '../uploads/media.ts'
import { findEffectDefinition, mediaOf } from './contract/effects.ts'
import { type EffectRow, findEffect, listEffects, maxEffects } from './effect-rows.ts'

export const triggerErrors = ['overlay_not_found', 'overlay_not_connected', 'effect_not_trigger_enabled'] as const
export type TriggerError = (typeof triggerErrors)[number]

export interface TriggerResult {
  readonly overlayId: string
  readonly success: boolean
  readonly error: TriggerError | null
}

/** An effect expires quickly, since it belongs to the moment it was triggered. */
const expiresInMs = 30_000

export type Effects = ReturnType<typeof createEffects>

export function createEffects(needs: {
  db: Database
  overlays: Overlays
  platforms: Platforms
  media: Media
  /** The platform's name in the public API. */
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
      effect_settings: await withAddresses(reader, channelId, effect_type, settings),
      data,
    }
    return { kind: 'effect', idPrefix: 'effect', overlayId, payload, expiresInMs } satisfies NewCue
  }

  /** Replaces file names by URLs. A file that no longer exists is left out. */
  async function withAddresses(
    reader: Reader,
    channelId: number,
    type: string,
    settings: Readonly<Record<string, unknown>>,
  ) {
    const definition = findEffectDefinition(type)
    const resolved: Record<string, unknown> = { ...settings }
    for (const file of definition === undefined ? [] : mediaOf(definition, settings)) {
      const url = await media.urlOf(reader, channelId, file.source)
      delete resolved[file.name]
      if (file.media !== 'sound') {
        resolved[file.address] = url
      } else {
        delete resolved.volume
        resolved[file.address] = url === undefined ? undefined : { url, volume: settings.volume ?? 1 }
      }
    }
    return resolved
  }

  async function triggerOne(
    caller: Caller,
    overlayId: string,
    data: Readonly<Record<string, unknown>>,
    mayWait: boolean,
  ) {
    const effect = await db.get(findEffect, { channel: caller.channel.id, overlayId })
    if (effect === undefined) return refused(overlayId, 'overlay_not_found')
    if (effect.trigger_enabled !== 1) return refused(overlayId, 'effect_not_trigger_enabled')
    try {
      await overlays.show(caller, await cueOf(db, caller.channel.id, effect, data), { mayWait })
      return { overlayId, success: true, error: null, isUncertain: false }
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'overlay_not_connected') throw error
      return { ...refused(overlayId, 'overlay_not_connected'), isUncertain: error.mayHaveHappened }
    }
  }

  /** The broadcaster's account on that platform, since an API key acts for the broadcaster. */
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
    /** Triggers all effects at once; one that no page shows does not affect the others. */
    async trigger(
      caller: Caller,
      wanted: {
        readonly overlayIds: readonly string[]
        readonly platform: Platform
        readonly data?: Readonly<Record<string, unknown>> | undefined
        readonly mayWait?: boolean
      },
    ) {
      const { userstate: own, ...fields } = wanted.data ?? {}
      const userstate = { ...(await userstateOf(caller, wanted.platform)), ...(isRecord(own) ? own : {}) }
      const data = { ...fields, userstate }
      const { overlayIds, mayWait = false } = wanted
      const outcomes = await Promise.all(overlayIds.map((id) => triggerOne(caller, id, data, mayWait)))
      const results: TriggerResult[] = outcomes.map(({ overlayId, success, error }) => ({ overlayId, success, error }))
      return {
        results,
        dataKeys: Object.keys(data),
        /** An unconfirmed effect may have been shown. */
        isUncertain: outcomes.some((outcome) => outcome.isUncertain),
      }
    },

    /** For a test, whether or not the effect is enabled for triggers. */
    async test(caller: Caller, overlayId: string, data: Readonly<Record<string, unknown>>): Promise<TriedCue> {
      const effect = await db.get(findEffect, { channel: caller.channel.id, overlayId })
      if (effect === undefined) {
        throw new Failure('overlay_not_found', { message: overlayErrors.effectNotFound.of({ id: overlayId }) })
      }
      const userstate = await userstateOf(caller, 'kick')
      return overlays.tryOut(caller, await cueOf(db, caller.channel.id, effect, { ...data, userstate }))
    },

    /** The addresses of the sounds of effects, for pages that load them in advance. */
    async listSounds(channelId: number): Promise<string[]> {
      const rows = await db.all(listEffects, { channel: channelId, limit: maxEffects })
      const sources = rows.flatMap((row) => soundsOf(row))
      const urls = await Promise.all(sources.map((source) => media.urlOf(db, channelId, source)))
      return urls.flatMap((url) => url ?? [])
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

function soundsOf({ effect_type, effect_settings }: EffectRow): string[] {
  const definition = findEffectDefinition(effect_type)
  if (definition === undefined) return []
  const files = mediaOf(definition, JSON.parse(effect_settings) as Record<string, unknown>)
  return files.filter((file) => file.media === 'sound').map((file) => file.source)
}

function refused(overlayId: string, error: TriggerError) {
  return { overlayId, success: false, error, isUncertain: false }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

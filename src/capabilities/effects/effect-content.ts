import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import { type Kept, type KeptContent, keptRowOf, keptTable, putBack } from '../change-log/kept-rows.ts'
import type { Cause, Events } from '../events/events.ts'
import { requireEachOnce } from '../overlay/content-order.ts'
import { overlayErrors } from '../overlay/contract/messages.ts'
import type { Media } from '../uploads/media.ts'
import { type EffectType, findEffectDefinition, mediaOf } from './contract/effects.ts'
import { type EffectRow, findEffect, listEffects, maxEffects } from './effect-rows.ts'
import { checkEffectSettings, type EffectSettings } from './effect-settings.ts'

const maxIdLength = 60
const idShape = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/

export interface EffectDraft {
  readonly name: string
  readonly effectType: EffectType
  readonly effectSettings: EffectSettings
  readonly isTriggerEnabled: boolean
}

export interface StoredEffect extends Omit<EffectDraft, 'effectType'> {
  readonly overlayId: string
  readonly effectType: string
}

const listIds = sql<{ channel: number; limit: number }, { overlay_id: string; position: number }>(
  'SELECT overlay_id, position FROM effects WHERE channel_id = :channel LIMIT :limit',
)
type Written = { channel: number; overlayId: string; name: string; type: string; settings: string; enabled: number }
const insertEffect = sql<Written & { position: number }>(
  `INSERT INTO effects (channel_id, overlay_id, name, effect_type, effect_settings, trigger_enabled, position)
   VALUES (:channel, :overlayId, :name, :type, :settings, :enabled, :position)`,
)
const updateEffect = sql<Written>(
  `UPDATE effects SET name = :name, effect_type = :type, effect_settings = :settings, trigger_enabled = :enabled
   WHERE channel_id = :channel AND overlay_id = :overlayId`,
)
const deleteEffect = sql<{ channel: number; overlayId: string }>(
  'DELETE FROM effects WHERE channel_id = :channel AND overlay_id = :overlayId',
)
const placeEffect = sql<{ channel: number; overlayId: string; position: number }>(
  'UPDATE effects SET position = :position WHERE channel_id = :channel AND overlay_id = :overlayId',
)

const keptEffect: Kept = {
  kind: 'effect',
  tables: [
    keptTable('effects', 'overlay_id', {
      written: ['overlay_id', 'name', 'effect_type', 'effect_settings', 'trigger_enabled'],
      history: ['position'],
    }),
  ],
}

export type EffectContent = ReturnType<typeof createEffectContent>

/** Creates, changes and orders effect overlays. */
export function createEffectContent(needs: { db: Database; events: Events; media: Media; changeLog: ChangeLog }) {
  const { db, events, media, changeLog } = needs

  async function getRow(reader: Reader, channel: number, overlayId: string): Promise<EffectRow> {
    const row = await reader.get(findEffect, { channel, overlayId })
    if (row !== undefined) return row
    throw new Failure('overlay_not_found', { message: overlayErrors.effectNotFound.of({ id: overlayId }) })
  }

  async function check(
    tx: Writer,
    channel: number,
    draft: Pick<EffectDraft, 'effectType' | 'effectSettings'>,
  ): Promise<EffectSettings> {
    const settings = checkEffectSettings(draft.effectType, draft.effectSettings)
    const definition = findEffectDefinition(draft.effectType)
    for (const file of definition === undefined ? [] : mediaOf(definition, settings)) {
      const { name, source, media: kind } = file
      await media.require(tx, channel, { path: `effect_settings.${name}`, source, kinds: [kind] })
    }
    return settings
  }

  /** The ids that are in use. Throws where there is no place for another one. */
  async function listTaken(tx: Writer, channel: number) {
    const taken = await tx.all(listIds, { channel, limit: maxEffects })
    if (taken.length >= maxEffects) throw wrong(overlayErrors.tooManyEffects.of({ max: maxEffects }))
    return taken
  }

  async function insert(
    tx: Writer,
    cause: Cause,
    wantedId: string | undefined,
    stored: Omit<StoredEffect, 'overlayId'>,
  ) {
    const channel = cause.channel.id
    const taken = await listTaken(tx, channel)
    const ids = new Set(taken.map(({ overlay_id }) => overlay_id))
    if (wantedId !== undefined && !idShape.test(wantedId)) {
      throw wrong(overlayErrors.effectIdShape.of())
    }
    if (wantedId !== undefined && ids.has(wantedId)) throw wrong(overlayErrors.effectIdTaken.of({ id: wantedId }))
    const overlayId = wantedId ?? (await freeId(tx, channel, stored.name, ids))
    if (wantedId !== undefined) await tx.next(`effect:${wantedId}`, channel)
    const position = taken.reduce((most, one) => Math.max(most, one.position), 0) + 1
    await tx.run(insertEffect, { ...written(channel, overlayId, stored), position })
    await events.appendNew(tx, cause, { kind: 'effect.created', data: { overlay_id: overlayId, name: stored.name } })
    return { overlayId, ...stored }
  }

  async function change(tx: Writer, cause: Cause, effect: StoredEffect): Promise<StoredEffect> {
    const { overlayId, ...stored } = effect
    await tx.run(updateEffect, written(cause.channel.id, overlayId, stored))
    const data = { overlay_id: overlayId, name: stored.name, effect_type: stored.effectType }
    await events.appendNew(tx, cause, { kind: 'effect.changed', data })
    return effect
  }

  return {
    async list(channelId: number): Promise<StoredEffect[]> {
      return (await db.all(listEffects, { channel: channelId, limit: maxEffects })).map(asEffect)
    },

    async create(tx: Writer, cause: Cause, overlayId: string | undefined, draft: EffectDraft): Promise<StoredEffect> {
      const effectSettings = await check(tx, cause.channel.id, draft)
      return insert(tx, cause, overlayId, { ...draft, effectSettings })
    },

    async get(reader: Reader, channelId: number, overlayId: string): Promise<StoredEffect> {
      return asEffect(await getRow(reader, channelId, overlayId))
    },

    /** Replaces everything; a switch that is not named stays. */
    async edit(
      tx: Writer,
      cause: Cause,
      overlayId: string,
      { isTriggerEnabled, ...draft }: Omit<EffectDraft, 'isTriggerEnabled'> & { isTriggerEnabled: boolean | undefined },
    ): Promise<StoredEffect> {
      const channel = cause.channel.id
      const before = asEffect(await getRow(tx, channel, overlayId))
      return change(tx, cause, {
        ...{ ...before, ...draft, isTriggerEnabled: isTriggerEnabled ?? before.isTriggerEnabled },
        effectSettings: await check(tx, channel, draft),
      })
    },

    async toggle(tx: Writer, cause: Cause, overlayId: string, isTriggerEnabled: boolean): Promise<StoredEffect> {
      return change(tx, cause, { ...asEffect(await getRow(tx, cause.channel.id, overlayId)), isTriggerEnabled })
    },

    async duplicate(tx: Writer, cause: Cause, overlayId: string): Promise<StoredEffect> {
      const { overlayId: _own, ...effect } = asEffect(await getRow(tx, cause.channel.id, overlayId))
      const name = `${[...effect.name].slice(0, 95).join('')} copy`
      return insert(tx, cause, undefined, { ...effect, name })
    },

    async remove(tx: Writer, cause: Cause, overlayId: string): Promise<void> {
      const channel = cause.channel.id
      const { name } = await getRow(tx, channel, overlayId)
      await changeLog.keepDeleted(tx, cause, keptEffect, overlayId, name)
      await tx.run(deleteEffect, { channel, overlayId })
      await events.appendNew(tx, cause, { kind: 'effect.deleted', data: { overlay_id: overlayId, name } })
    },

    /** Puts a deleted effect back. Refused where another one has its id by now. */
    async restore(tx: Writer, cause: Cause, content: KeptContent): Promise<void> {
      const channel = cause.channel.id
      const { overlay_id: id, name } = keptRowOf<EffectRow>(content, 'effects')
      const taken = await listTaken(tx, channel)
      if (taken.some(({ overlay_id: other }) => other === id)) throw wrong(overlayErrors.effectIdTaken.of({ id }))
      await putBack(tx, channel, keptEffect, content)
      await events.appendNew(tx, cause, { kind: 'effect.created', data: { overlay_id: id, name } })
    },

    async order(tx: Writer, cause: Cause, overlayIds: readonly string[]): Promise<void> {
      const channel = cause.channel.id
      const all = (await tx.all(listIds, { channel, limit: maxEffects })).map(({ overlay_id }) => overlay_id)
      requireEachOnce('overlay_ids', overlayIds, all)
      for (const [index, overlayId] of overlayIds.entries()) {
        await tx.run(placeEffect, { channel, overlayId, position: index + 1 })
      }
      await events.appendNew(tx, cause, { kind: 'effect.ordered', data: { overlay_ids: overlayIds } })
    },
  }
}

/** Derived from the name, with a number if the id is taken or was used by a deleted effect. */
async function freeId(tx: Writer, channel: number, name: string, taken: ReadonlySet<string>): Promise<string> {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, maxIdLength - 4)
    .replace(/-+$/, '')
  const base = plain === '' ? 'effect' : plain
  for (let n = 1; ; n++) {
    const id = n === 1 ? base : `${base}-${n}`
    if (!taken.has(id) && (await tx.next(`effect:${id}`, channel)) === 1) return id
  }
}

function written(channel: number, overlayId: string, effect: Omit<StoredEffect, 'overlayId'>): Written {
  return {
    ...{ channel, overlayId, name: effect.name, type: effect.effectType },
    settings: JSON.stringify(effect.effectSettings),
    enabled: effect.isTriggerEnabled ? 1 : 0,
  }
}

function asEffect(row: EffectRow): StoredEffect {
  return {
    overlayId: row.overlay_id,
    name: row.name,
    effectType: row.effect_type,
    effectSettings: JSON.parse(row.effect_settings) as EffectSettings,
    isTriggerEnabled: row.trigger_enabled === 1,
  }
}

function wrong(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}

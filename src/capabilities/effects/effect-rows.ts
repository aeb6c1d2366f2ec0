import { sql } from '../../kernel/storage/database.ts'

export const maxEffects = 200

export interface EffectRow {
  readonly overlay_id: string
  readonly name: string
  readonly effect_type: string
  readonly effect_settings: string
  readonly trigger_enabled: number
}

const columns = 'overlay_id, name, effect_type, effect_settings, trigger_enabled'

export const listEffects = sql<{ channel: number; limit: number }, EffectRow>(
  `SELECT ${columns} FROM effects WHERE channel_id = :channel ORDER BY position, overlay_id LIMIT :limit`,
)
export const findEffect = sql<{ channel: number; overlayId: string }, EffectRow>(
  `SELECT ${columns} FROM effects WHERE channel_id = :channel AND overlay_id = :overlayId`,
)

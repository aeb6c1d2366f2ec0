import type { Migration, ReadRows } from './migration.ts'

// Statements repeat the condition word by word, as that of migration 52.
const kinds = [
  'follow',
  'subscription',
  'subscription.received',
  'subscription.gifts',
  'donation',
  'bits',
  'power-up',
  'raid',
  'likes',
  'redemption.added',
  'stream.online',
  'stream.already-live',
  'stream.offline',
].map((kind) => `kind = '${kind}'`)

/** Gifts are one event, with who gave them and their number. What each recipient got is an event of another kind. */
export const receivedGifts = {
  version: 61,
  name: 'received-gifts',
  statements: [
    `UPDATE events SET kind = 'subscription.received' WHERE kind = 'subscription' AND data LIKE '%"type":"sub_gift"%'`,
    'DROP INDEX events_by_kind',
    `CREATE UNIQUE INDEX events_by_kind ON events (channel_id, kind, seq) WHERE ${kinds.join(' OR ')}`,
    giftTriggers,
  ],
} as const satisfies Migration

/** Automations for gift subscriptions ran for every recipient. They run once for all of them, for whoever gave. */
async function giftTriggers(read: ReadRows): Promise<string[]> {
  const rows = await read(`SELECT channel_id, id, definition FROM automations WHERE definition LIKE '%sub_gift%'`)
  return rows.flatMap(({ channel_id: channel, id, definition }) => {
    const changed = convertedDefinition(String(definition))
    if (changed === undefined) return []
    const text = changed.replaceAll("'", "''")
    return [
      `UPDATE automations SET definition = '${text}' WHERE channel_id = ${Number(channel)} AND id = ${Number(id)}`,
    ]
  })
}

/** Undefined for one that does not wait for gifts alone. */
export function convertedDefinition(definition: string): string | undefined {
  const stored = JSON.parse(definition) as Record<string, unknown>
  const trigger = (stored.trigger ?? {}) as { event?: unknown; where?: Record<string, unknown> }
  const { type, months, ...where } = trigger.where ?? {}
  const isOfGifts = [type].flat().every((one) => one === 'sub_gift')
  if (trigger.event !== 'subscription' || !isOfGifts) return undefined
  const counted = { ...where, ...(months === undefined ? {} : { count: months }) }
  const changed = { ...stored, trigger: { ...trigger, event: 'subscription.gifts', where: counted } }
  return JSON.stringify(changed)
    .replaceAll('$(event.from)', '$(displayname)')
    .replaceAll('$(event.months)', '$(event.count)')
}

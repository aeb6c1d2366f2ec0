import type { Migration, ReadRows } from './migration.ts'

const notDemo = `request_id NOT LIKE 'first-start:%'`
/** Of Super Chats of older versions the currency is not known: they are in no sum. */
const unitByPlatform = `CASE platform WHEN 'kick' THEN 'kicks' WHEN 'tiktok' THEN 'coins' ELSE 'bits' END`
const from = `FROM events WHERE kind = 'bits' AND platform <> 'youtube' AND ${notDemo} GROUP BY 1, 2`
const insert = 'INSERT INTO event_totals (channel_id, name, amount)'

/** Bits, KICKs, Jewels, coins and money are counted for themselves. They were one sum. */
export const unitsOfSupport = {
  version: 62,
  name: 'units-of-support',
  statements: [
    `DELETE FROM event_totals WHERE name = 'bits'`,
    {
      sqlite: `${insert} SELECT channel_id, ${unitByPlatform},
        CAST(round(sum(json_extract(data, '$.amount')) * 100) AS BIGINT) ${from}`,
      postgres: `${insert} SELECT channel_id, ${unitByPlatform},
        CAST(round(sum((data::json->>'amount')::numeric) * 100) AS BIGINT) ${from}`,
    },
    superChatAlerts,
    unitsOfGoals,
  ],
} as const satisfies Migration

/** The variants of alerts for Super Chats went by hundredths of any currency. They go by US dollars. */
async function superChatAlerts(read: ReadRows): Promise<string[]> {
  const rows = await read(`SELECT channel_id, id, definition FROM automations WHERE definition LIKE '%show_alert%'`)
  return rows.flatMap(({ channel_id: channel, id, definition }) => {
    const changed = inDollars(String(definition))
    if (changed === undefined) return []
    const text = changed.replaceAll("'", "''")
    return [
      `UPDATE automations SET definition = '${text}' WHERE channel_id = ${Number(channel)} AND id = ${Number(id)}`,
    ]
  })
}

/** Goals counted all gifts together. Each goes on with the unit that its channel received most of. */
async function unitsOfGoals(read: ReadRows): Promise<string[]> {
  const totals = await read(
    `SELECT channel_id, name, amount FROM event_totals WHERE name IN ('bits', 'kicks', 'coins')`,
  )
  const rows = await read(`SELECT channel_id, id, settings FROM widgets WHERE type = 'goal'`)
  return rows.flatMap(({ channel_id: channel, id, settings }) => {
    const received = totals.filter((total) => Number(total.channel_id) === Number(channel))
    const [most] = received.toSorted((one, other) => Number(other.amount) - Number(one.amount))
    const changed = most && inUnit(String(settings), String(most.name))
    if (changed === undefined) return []
    const text = changed.replaceAll("'", "''")
    return [`UPDATE widgets SET settings = '${text}' WHERE channel_id = ${Number(channel)} AND id = ${Number(id)}`]
  })
}

/** Undefined for a goal that counts something else. */
export function inUnit(settings: string, unit: string): string | undefined {
  const stored = JSON.parse(settings) as { what?: unknown; unit?: unknown }
  return stored.what === 'bits' && stored.unit === undefined ? JSON.stringify({ ...stored, unit }) : undefined
}

interface Step {
  readonly type?: unknown
  readonly amount?: unknown
  readonly variants?: readonly { readonly at_least: number }[]
}

const youtube = ['platformc', 'youtube']

/** Undefined for an automation that is not an alert for Super Chats. */
export function inDollars(definition: string): string | undefined {
  const stored = JSON.parse(definition) as {
    trigger?: { event?: unknown; where?: { platform?: unknown } }
    steps?: readonly Step[]
  }
  const wanted = [stored.trigger?.where?.platform ?? ''].flat().map((name) => String(name).toLowerCase())
  if (stored.trigger?.event !== 'bits' || !wanted.every((name) => youtube.includes(name))) return undefined
  const steps = (stored.steps ?? []).map((step) => {
    if (step.type !== 'show_alert' || step.amount !== '$(event.amount)') return step
    const variants = step.variants?.map((variant) => ({ ...variant, at_least: Math.round(variant.at_least / 100) }))
    return { ...step, amount: '$(event.amount_usd)', ...(variants === undefined ? {} : { variants }) }
  })
  return JSON.stringify({ ...stored, steps })
}

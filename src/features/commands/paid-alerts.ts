import type { Reader } from '../../storage/database.ts'
import type { AlertReference, Alerts } from '../alerts/alerts.ts'
import { stepsOf, typeOf } from './read-steps.ts'

/** The alerts whose prices one run has paid, each as often as its steps play it. */
export type PaidAlerts = ReturnType<typeof createPaidAlerts>

export function createPaidAlerts(prices: readonly { readonly id: number; readonly points: number }[]) {
  const open = [...prices]
  return {
    total: prices.reduce((sum, { points }) => sum + points, 0),

    /** What was paid for this alert and is not used yet; 0 if nobody paid. */
    priceOf: (id: number) => open.find((one) => one.id === id)?.points ?? 0,

    /** The alert was played. */
    use(id: number): void {
      const at = open.findIndex((one) => one.id === id)
      if (at !== -1) open.splice(at, 1)
    },

    /** What was paid for alerts that were not played. */
    unused: () => open.reduce((sum, { points }) => sum + points, 0),
  }
}

/**
 * The prices of the alerts that the steps of a command play. Those inside other steps are not counted, because nobody
 * knows before the run which of them will play; they cost nothing and show no price.
 */
export async function readAlertPrices(reader: Reader, alerts: Alerts, channelId: number, actions: unknown) {
  const prices: { id: number; points: number }[] = []
  for (const reference of alertsIn(actions)) {
    const alert = await alerts.findActive(reader, channelId, reference)
    if (alert !== undefined && alert.points > 0) prices.push({ id: alert.id, points: alert.points })
  }
  return createPaidAlerts(prices)
}

function alertsIn(actions: unknown): readonly AlertReference[] {
  try {
    return stepsOf(actions).flatMap((step): readonly AlertReference[] => {
      if (typeOf(step) !== 'audio_alert') return []
      const { id, name } = step as { id?: unknown; name?: unknown }
      if (typeof id === 'number') return [{ id }]
      return typeof name === 'string' ? [{ name }] : []
    })
  } catch {
    // Steps that cannot be read play nothing; the run reports why.
    return []
  }
}

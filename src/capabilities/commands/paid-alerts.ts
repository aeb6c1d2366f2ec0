import type { WrittenStep } from '../../definitions/define-step.ts'
import type { Reader } from '../../kernel/storage/database.ts'
import type { AlertReference, Alerts } from '../alerts/alerts.ts'
import { stepsOf, typeOf } from '../steps/read-steps.ts'

/** What a viewer has paid for the alerts of one run, and how much of it is left. */
export type PaidAlerts = ReturnType<typeof createPaidAlerts>

/** `total` is paid before the run; `prices` are those of the alerts that it may play. */
export function createPaidAlerts(prices: ReadonlyMap<number, number>, total: number) {
  let left = total
  const priceOf = (id: number) => {
    const price = prices.get(id) ?? 0
    return price <= left ? price : 0
  }
  return {
    total,

    /** What was paid for this alert; 0 if nobody paid. */
    priceOf,

    /** The alert was played. */
    use(id: number): void {
      left -= priceOf(id)
    },

    /** What was paid for alerts that were not played. */
    unused: () => left,
  }
}

/** Deeper than steps can be nested. */
const maxNesting = 10

/**
 * The prices of the alerts that the steps of a command play. Which way through its conditions and choices a run takes is
 * known only afterwards, so the viewer pays for the most expensive one, and gets back what was not played.
 */
export async function readAlertPrices(
  reader: Reader,
  alerts: Alerts,
  channelId: number,
  actions: unknown,
): Promise<PaidAlerts> {
  const prices = new Map<number, number>()

  async function priceOf(step: WrittenStep): Promise<number> {
    const reference = alertOf(step)
    const alert = reference && (await alerts.findActive(reader, channelId, reference))
    if (alert === undefined || alert.points <= 0) return 0
    prices.set(alert.id, alert.points)
    return alert.points
  }

  async function mostIn(steps: unknown, depth: number): Promise<number> {
    if (!Array.isArray(steps) || depth > maxNesting) return 0
    let sum = 0
    for (const step of steps) sum += await mostOf(step as WrittenStep, depth)
    return sum
  }

  async function mostOf(step: WrittenStep, depth: number): Promise<number> {
    const inner = (part: unknown) => mostIn(part, depth + 1)
    switch (typeOf(step)) {
      case 'audio_alert':
        return priceOf(step)
      case 'if':
        return Math.max(await inner(step.then), await inner(step.else))
      case 'repeat':
        // A number that only the run knows counts as one: what is played more often is neither charged nor shown.
        return (typeof step.times === 'number' ? step.times : 1) * (await inner(step.steps))
      case 'choose': {
        let most = 0
        for (const option of Array.isArray(step.options) ? (step.options as readonly (WrittenStep | null)[]) : []) {
          if (option?.weight !== 0) most = Math.max(most, await inner(option?.steps))
        }
        return most
      }
      default:
        return 0
    }
  }

  return createPaidAlerts(prices, await mostIn(readable(actions), 1))
}

/** Steps that cannot be read play nothing; the run reports why. */
function readable(actions: unknown): readonly unknown[] {
  try {
    return stepsOf(actions)
  } catch {
    return []
  }
}

function alertOf({ id, name }: WrittenStep): AlertReference | undefined {
  if (typeof id === 'number') return { id }
  return typeof name === 'string' ? { name } : undefined
}

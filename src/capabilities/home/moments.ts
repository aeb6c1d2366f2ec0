import type { Channel } from '../../kernel/operation/channel.ts'
import type { PanelRole } from '../../kernel/operation/contract/panel-roles.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { readText } from '../../kernel/text/stored-text.ts'
import type { EventKind, LoggedEvent } from '../../registry/events.ts'
import { isPartOfImport } from '../activity/import-entries.ts'
import { requestIdOfRun } from '../automations/chain.ts'
import type { Events } from '../events/events.ts'
import type { CueDelivery } from '../overlay/deliveries.ts'
import { cancelReasons, deliveryReason } from '../overlay/delivery-reasons.ts'
import type { Overlays } from '../overlay/overlays.ts'
import { type MomentGroup, type MomentState, momentKinds } from './contract/moments.ts'

/** As far back as items of the overlay and runs are looked for; older moments show no state. */
const maxScanned = 200

/** Every kind that is listed is the kind of an event. */
const listedKinds: { readonly [Kind in EventKind]?: MomentGroup } = momentKinds

type Wanted = { channel: number; limit: number }

const listHeld = sql<Wanted, { seq: number }>(
  'SELECT seq FROM held_events WHERE channel_id = :channel ORDER BY seq DESC LIMIT :limit',
)
const listRuns = sql<
  Wanted,
  { id: number; depth: number; event_seq: number | null; status: string; error: string | null }
>(
  `SELECT id, depth, event_seq, status, error FROM automation_runs
   WHERE channel_id = :channel ORDER BY id DESC LIMIT :limit`,
)

/** What became of the alert of a moment. */
interface Outcome {
  readonly state: MomentState
  /** Why it was not shown. */
  readonly reason: Text | null
  /** The items of the overlay that are on screen or wait. */
  readonly items: readonly { readonly id: string; readonly isOnScreen: boolean }[]
  /** The places in the log of what can be shown again. */
  readonly replays: readonly number[]
}

export interface Moment extends Outcome {
  readonly event: LoggedEvent
}

export type Moments = ReturnType<typeof createMoments>

/** The newest things that people did, one row each, derived from the event log: nothing is stored for them. */
export function createMoments({ db, events, overlays }: { db: Database; events: Events; overlays: Overlays }) {
  /** The items of the overlay by the request that caused them: that of the event itself, or a run that it started. */
  async function deliveriesByRequest(channel: Channel, role: PanelRole) {
    const [cues, deliveries] = await Promise.all([
      events.page(db, channel.id, {
        role,
        group: 'overlay',
        limit: maxScanned,
        matches: ({ kind }) => kind.startsWith('cue.'),
      }),
      overlays.recent(channel, maxScanned),
    ])
    const requests = new Map(cues.events.map(({ seq, requestId }) => [seq, requestId]))
    return Map.groupBy(deliveries, ({ seq }) => requests.get(seq) ?? '')
  }

  async function outcomes(channel: Channel, role: PanelRole): Promise<(event: LoggedEvent) => Outcome> {
    const wanted = { channel: channel.id, limit: maxScanned }
    const [deliveries, runs, held] = await Promise.all([
      deliveriesByRequest(channel, role),
      db.all(listRuns, wanted),
      db.all(listHeld, wanted),
    ])
    const runsOf = Map.groupBy(runs, ({ event_seq }) => event_seq)
    const heldSeqs = new Set(held.map(({ seq }) => seq))
    return ({ seq, kind, requestId }) => {
      const started = runsOf.get(seq) ?? []
      const requests = [requestId, ...started.map(({ id, depth }) => requestIdOfRun(id, depth))]
      const shown = requests.flatMap((request) => deliveries.get(request) ?? [])
      if (shown.length > 0) return outcomeOf(shown)
      const without = { reason: null, items: [], replays: kind === 'donation' ? [seq] : [] }
      if (heldSeqs.has(seq)) return { ...without, state: 'held' }
      const failed = started.find(({ status }) => status === 'failed')
      if (failed === undefined) return { ...without, state: 'none' }
      return { ...without, state: 'missed', reason: failed.error === null ? null : readText(failed.error) }
    }
  }

  return {
    async list(channel: Channel, role: PanelRole, limit: number): Promise<Moment[]> {
      const [page, outcome] = await Promise.all([
        events.page(db, channel.id, { role, group: 'people', limit, matches: isMoment }),
        outcomes(channel, role),
      ])
      return page.events.map((event) => ({ event, ...outcome(event) }))
    },
  }
}

/** What each recipient of a gift got is part of the gift, unless nobody is known who gave it. */
function isMoment(event: LoggedEvent): boolean {
  if (!Object.hasOwn(listedKinds, event.kind) || isPartOfImport(event)) return false
  return event.kind !== 'subscription.received' || event.data.gift_id === undefined
}

function outcomeOf(deliveries: readonly CueDelivery[]): Outcome {
  const states = new Set(deliveries.map(({ state }) => state))
  const open = deliveries.filter(({ state }) => state === 'shown' || state === 'queued' || state === 'sent')
  const rest = {
    reason: null,
    items: open.map(({ id, state }) => ({ id, isOnScreen: state === 'shown' })),
    replays: deliveries.map(({ seq }) => seq).sort((one, other) => one - other),
  }
  if (states.has('shown')) return { ...rest, state: 'playing' }
  if (open.length > 0) return { ...rest, state: 'waiting' }
  if (states.has('finished')) return { ...rest, state: 'shown' }
  const isSkipped = deliveries.some(({ error }) => endedByPerson.has(error))
  return { ...rest, state: isSkipped ? 'skipped' : 'missed', reason: deliveryReason(deliveries[0]?.error ?? null) }
}

const endedByPerson: ReadonlySet<string | null> = new Set([
  cancelReasons.removed,
  cancelReasons.cleared,
  cancelReasons.skipped,
])

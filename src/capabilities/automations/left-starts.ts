import type { Clock } from '../../kernel/ambient.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Events } from '../events/events.ts'
import { addDropped } from './automation-rows.ts'
import type { Triggers } from './triggers.ts'
import { type LeftStart, type UnmatchedId, unmatched, type WaitingStarts } from './waiting-starts.ts'

/** Steps act on air, where nobody expects what happened longer ago. */
const youngMs = 60_000
const readAtOnce = 2_000

type Left = Awaited<ReturnType<WaitingStarts['listLeft']>>[number]

/** What servers left behind that stopped before the starts of their events had begun: resumed while young, else counted. */
export function createLeftStarts(needs: {
  db: Database
  clock: Clock
  events: Events
  triggers: Pick<Triggers, 'match' | 'onResumed'>
  waiting: WaitingStarts
}) {
  const { db, clock, events, triggers, waiting } = needs

  async function automationsOf(start: Left): Promise<readonly number[]> {
    if (!isUnmatched(start.automationId)) return [start.automationId]
    const [event] = await events.numbered(db, start.channelId, [start.seq])
    if (event === undefined || event.kind === 'unknown') return []
    return (await triggers.match(start.channelId, event, start.automationId)).map(({ id }) => id)
  }

  async function resumeChannel(channelId: number, left: readonly Left[]): Promise<void> {
    const all = await Promise.all(left.map(async (start) => ({ start, ids: await automationsOf(start) })))
    const youngFrom = clock.now() - youngMs
    await db.write(async (tx) => {
      const resumed: LeftStart[] = []
      const counts = new Map<number, number>()
      for (const { start, ids } of all) {
        if (!(await waiting.claim(tx, start))) continue
        for (const automationId of ids) {
          const own = { channelId, seq: start.seq, automationId, at: start.at }
          if (start.at <= youngFrom) counts.set(automationId, (counts.get(automationId) ?? 0) + 1)
          else {
            await waiting.insert(tx, own)
            resumed.push(own)
          }
        }
      }
      for (const [id, count] of counts) await tx.run(addDropped, { channel: channelId, id, count })
      const count = [...counts.values()].reduce((sum, one) => sum + one, 0)
      const cause = { channel: { id: channelId }, actor: 'automations', requestId: '' }
      if (count > 0) await events.appendNew(tx, cause, { kind: 'automation.left-out', data: { count } })
      if (resumed.length > 0) tx.onCommit(() => triggers.onResumed(channelId, resumed))
    })
  }

  return {
    async resume({ isShared }: { readonly isShared: boolean }): Promise<void> {
      for (;;) {
        const left = await waiting.listLeft({ isShared, limit: readAtOnce })
        for (const [channelId, ofChannel] of Map.groupBy(left, (start) => start.channelId)) {
          await resumeChannel(channelId, ofChannel)
        }
        if (left.length < readAtOnce) return
      }
    },
  }
}

function isUnmatched(id: number): id is UnmatchedId {
  return id === unmatched.any || id === unmatched.held
}

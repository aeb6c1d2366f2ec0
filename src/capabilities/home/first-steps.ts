import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Events } from '../events/events.ts'
import { cueKinds } from '../overlay/contract/cues.ts'
import { type FirstStep, firstSteps } from './contract/first-steps.ts'

/** `greeted`: the first start has shown its links. `hidden`: somebody has closed the checklist. */
type StoredStep = FirstStep | 'greeted' | 'hidden'

const insertStep = sql<{ channel: number; step: string; now: number }>(
  `INSERT INTO first_steps (channel_id, step, done_at) VALUES (:channel, :step, :now)
   ON CONFLICT (channel_id, step) DO NOTHING`,
)
const findStep = sql<{ channel: number; step: StoredStep }, { found: number }>(
  'SELECT 1 AS found FROM first_steps WHERE channel_id = :channel AND step = :step',
)
const listSteps = sql<{ channel: number }, { step: string }>('SELECT step FROM first_steps WHERE channel_id = :channel')

export type FirstSteps = ReturnType<typeof createFirstSteps>

/** The checklist of a new channel. A step stays done, so a step that this node has stored is not written again. */
export function createFirstSteps(needs: {
  db: Database
  clock: Clock
  bus: Bus
  log: Log
  events: Events
  isOverlayConnected: (channelId: number) => boolean
}) {
  const { db, clock, bus, log, events, isOverlayConnected } = needs
  const stored = new Set<string>()

  async function mark(tx: Writer, channelId: number, step: StoredStep): Promise<void> {
    await tx.run(insertStep, { channel: channelId, step, now: clock.now() })
    tx.onCommit(() => {
      stored.add(keyOf(channelId, step))
      bus.publish('first-step-done', { channelId })
    })
  }

  function note(channelId: number, step: StoredStep): void {
    if (stored.has(keyOf(channelId, step))) return
    db.write((tx) => mark(tx, channelId, step)).catch((error: unknown) => {
      log.warn('a step of the checklist could not be stored', { channelId, step, error })
    })
  }

  const stops = [
    events.onAppended((channelId, { kind, actor }) => {
      const step = stepsByKind.get(kind)
      if (step !== undefined && (step === 'try' || actor.startsWith('person:'))) note(channelId, step)
    }),
    bus.subscribe('presence-changed', ({ channelId }) => {
      if (isOverlayConnected(channelId)) note(channelId, 'overlay')
    }),
  ]

  return {
    mark,

    /** Whether the links of the first start were shown: until then nobody can have used them. */
    async wasGreeted(reader: Reader, channelId: number): Promise<boolean> {
      return (await reader.get(findStep, { channel: channelId, step: 'greeted' })) !== undefined
    },

    async read(channelId: number): Promise<{ readonly done: readonly FirstStep[]; readonly isHidden: boolean }> {
      const steps = new Set((await db.all(listSteps, { channel: channelId })).map(({ step }) => step))
      return { done: firstSteps.filter((step) => steps.has(step)), isHidden: steps.has('hidden') }
    },

    close(): void {
      for (const stop of stops) stop()
    },
  }
}

const stepsByKind: ReadonlyMap<string, FirstStep> = new Map<string, FirstStep>([
  ...cueKinds.map((kind) => [`cue.${kind}`, 'try'] as const),
  ['command.created', 'command'],
  ['key.created', 'key'],
])

function keyOf(channelId: number, step: StoredStep): string {
  return `${channelId} ${step}`
}

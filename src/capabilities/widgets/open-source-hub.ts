import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import { createLogFollower } from '../events/log-follower.ts'
import { createPeriodSums } from './period-sums.ts'
import { createPeriods } from './periods.ts'
import type { SourceNeeds } from './source.ts'
import { createSourceHub, type SourceHub, type SourceLimits } from './source-hub.ts'

/** The hub with everything that only it uses, in one file that is loaded with the first widget. */
export function openSourceHub(
  needs: Omit<SourceNeeds, 'periods' | 'sums'> & {
    bus: Bus
    log: Log
    channels: Channels
    events: Events
    isShared: boolean
    limits: Partial<SourceLimits> | undefined
  },
): SourceHub {
  const periods = createPeriods(needs)
  const sums = createPeriodSums(needs)
  const follower = createLogFollower(needs)
  return createSourceHub({ ...needs, periods, sums, follower })
}

import { hasLongVersion, isLongRun, isSlow, needs, runsOn } from '../declare.ts'
import { cutOffRuns } from './cut-off-runs.ts'
import { eventStarts } from './event-starts.ts'
import { storm } from './storm.ts'
import { testPart } from './test-part.ts'

runsOn('postgres', { because: 'it runs on both engines itself' })
needs('postgres')
isSlow('it kills and starts servers')
hasLongVersion('four times as much of each proof, and PostgreSQL')

testPart(
  'automations in the middle of which the server is killed repeat nothing and are shown as cut off',
  cutOffRuns,
  {
    count: 10,
    long: 40,
    engine: 'sqlite',
  },
)
if (isLongRun) testPart('the same on PostgreSQL', cutOffRuns, { count: 40, engine: 'postgres' })
testPart(
  'every event that starts automations has its run, waits or is counted, whenever the server stops',
  eventStarts,
  {
    count: 250,
    long: 1_000,
    engine: 'sqlite',
  },
)
if (isLongRun) testPart('the same of events on PostgreSQL', eventStarts, { count: 500, engine: 'postgres' })
testPart('a storm of events starts no more automations than the limits allow', storm, {
  count: 125,
  long: 500,
  engine: 'sqlite',
})

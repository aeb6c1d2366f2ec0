import { hasLongVersion, isSlow, needs, runsOn } from '../declare.ts'
import { cutOffRuns } from './cut-off-runs.ts'
import { storm } from './storm.ts'
import { testPart } from './test-part.ts'

runsOn('postgres', { because: 'it runs on both engines itself' })
needs('postgres')
isSlow('it kills and starts servers')
hasLongVersion('twice as much of each proof')

testPart(
  'automations in the middle of which the server is killed repeat nothing and are shown as cut off',
  cutOffRuns,
  {
    count: 20,
    long: 40,
    engine: 'sqlite',
  },
)
testPart('the same on PostgreSQL', cutOffRuns, { count: 20, long: 40, engine: 'postgres' })
testPart('a storm of events starts no more automations than the limits allow', storm, {
  count: 250,
  long: 500,
  engine: 'sqlite',
})

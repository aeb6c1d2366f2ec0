import { hasLongVersion, isLongRun, isSlow, needs, runsOn } from '../declare.ts'
import { testPart } from './test-part.ts'
import { webhooks } from './webhooks.ts'

runsOn('postgres', { because: 'it runs on both engines itself' })
needs('postgres')
isSlow('it stops and starts servers, and a failed delivery waits for five seconds')
hasLongVersion('four times as much of the proof, and PostgreSQL')

testPart(
  'every event reaches a receiver that fails, breaks off and redirects, whenever the server stops, and nothing else is called',
  webhooks,
  { count: 60, long: 240, engine: 'sqlite' },
)
if (isLongRun) testPart('the same of webhooks on PostgreSQL', webhooks, { count: 240, engine: 'postgres' })

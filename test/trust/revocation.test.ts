import { hasLongVersion, isSlow, needs, runsOn } from '../declare.ts'
import { revocation } from './revocation.ts'
import { testPart } from './test-part.ts'

runsOn('postgres', { because: 'it runs on both engines itself' })
needs('postgres', 'redis')
isSlow('it starts PostgreSQL, Redis and three servers')
hasLongVersion('four times as much of each proof')

testPart('a key that is revoked while it is used is refused at once, however its header is spelt', revocation, {
  count: 8,
  long: 30,
  engine: 'sqlite',
})
testPart('the same on PostgreSQL, and within a second on another node', revocation, {
  count: 10,
  long: 40,
  engine: 'postgres',
})

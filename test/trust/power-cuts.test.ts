import { hasLongVersion, needs, runsOn } from '../declare.ts'
import { powerCuts } from './power-cuts.ts'
import { testPart } from './test-part.ts'

runsOn('sqlite', { because: 'it is about what a killed SQLite leaves behind; PostgreSQL has its own proofs' })
needs('strace')
hasLongVersion('four times as much of each proof')

testPart('a power cut at any moment loses no acknowledged write, and the database is found whole', powerCuts, {
  count: 5,
  long: 20,
})

import { hasLongVersion, isSlow, runsOn } from '../declare.ts'
import { hostile } from './hostile.ts'
import { testPart } from './test-part.ts'

runsOn('sqlite', { because: 'thousands of hostile values end at the border, before anything is stored' })
isSlow('thousands of requests')
hasLongVersion('twice as much of each proof')

testPart(
  'thousands of hostile requests over all operations: no 500, no crash, nothing ill-typed accepted, nothing leaked',
  hostile,
  { count: 2_000, long: 4_000 },
)

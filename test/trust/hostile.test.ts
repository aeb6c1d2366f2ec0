import { hasLongVersion, isSlow, runsOn } from '../declare.ts'
import { hostile } from './hostile.ts'
import { testPart } from './test-part.ts'

runsOn('sqlite', { because: 'thousands of hostile values end at the border, before anything is stored' })
isSlow('thousands of requests')
hasLongVersion('four times as much of each proof')

testPart(
  'hostile requests by the thousand over all operations: no 500, no crash, nothing ill-typed accepted, nothing leaked',
  hostile,
  { count: 1_000, long: 4_000 },
)

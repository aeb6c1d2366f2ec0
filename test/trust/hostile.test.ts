import { isSlow, runsOn } from '../declare.ts'
import { hostile } from './hostile.ts'
import { testPart } from './test-part.ts'

runsOn('sqlite', { because: 'four thousand hostile values end at the border, before anything is stored' })
isSlow('thousands of requests')

testPart(
  'four thousand hostile requests over all operations: no 500, no crash, nothing ill-typed accepted, nothing leaked',
  hostile,
  { count: 4_000 },
)

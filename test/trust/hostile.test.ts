import { isSlow, runsOn } from '../declare.ts'
import { hostile } from './hostile.ts'
import { testPart } from './test-part.ts'

runsOn('sqlite', { because: 'ten thousand hostile values end at the border, before anything is stored' })
isSlow('ten thousand requests')

testPart(
  'ten thousand hostile requests over all operations: no 500, no crash, nothing ill-typed accepted, nothing leaked',
  hostile,
  { count: 10_000 },
)

import { hostile } from './hostile.ts'
import { testPart } from './test-part.ts'

testPart(
  'twenty thousand hostile requests over all operations: no 500, no crash, nothing ill-typed accepted, nothing leaked',
  hostile,
  { count: 20_000 },
)

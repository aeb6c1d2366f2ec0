import { powerCuts } from './power-cuts.ts'
import { testPart } from './test-part.ts'

testPart('a power cut at any moment loses no acknowledged write, and the database is found whole', powerCuts, {
  count: 20,
})

import { hasLongVersion, isSlow, runsOn } from '../declare.ts'
import { shares } from './shares.ts'
import { testPart } from './test-part.ts'

runsOn('sqlite', { because: 'who gets the next turn is decided before the database' })
isSlow('a server, and a neighbour that keeps it busy')
hasLongVersion('more rounds')

testPart('a channel works on while its neighbour has as much under way as its limits allow', shares, {
  count: 3,
  long: 25,
})

import { isSlow, runsOn } from '../declare.ts'
import { slowClients } from './slow-clients.ts'
import { testPart } from './test-part.ts'

runsOn('sqlite', { because: 'it is about HTTP and stores nothing but its keys' })
isSlow('it waits until slow clients are cut off')

testPart(
  'two hundred connections that drip their headers or never read are cut off or held, and nobody else waits',
  slowClients,
  { count: 200 },
)

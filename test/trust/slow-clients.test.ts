import { slowClients } from './slow-clients.ts'
import { testPart } from './test-part.ts'

testPart(
  'two hundred connections that drip their headers or never read are cut off or held, and nobody else waits',
  slowClients,
  { count: 200 },
)

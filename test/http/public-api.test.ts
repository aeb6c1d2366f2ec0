import { useNodeInternals } from '../../src/http/node-internals.ts'

// The promises of these files hold as well when the server uses only the public API of Node.
useNodeInternals(false)
await import('./answers.test.ts')
await import('./bodies.test.ts')
await import('./broken-requests.test.ts')
await import('./drain.test.ts')
await import('./heads.test.ts')

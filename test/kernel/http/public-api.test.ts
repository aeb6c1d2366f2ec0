import { useNodeInternals } from '../../../src/kernel/http/node-internals.ts'
import { isSlow, needsOwnProcess } from '../../declare.ts'

needsOwnProcess('it switches every server of the process, and runs files that are loaded once in each')
isSlow('it runs five files once more, without internals of Node')

// The promises of these files hold as well when the server uses only the public API of Node.
useNodeInternals(false)
await import('./answers.test.ts')
await import('./bodies.test.ts')
await import('./broken-requests.test.ts')
await import('./drain.test.ts')
await import('./heads.test.ts')

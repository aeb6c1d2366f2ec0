import { hasLongVersion, isSlow, needs, runsOn } from '../declare.ts'
import { idempotency } from './idempotency.ts'
import { limits } from './limits.ts'
import { overlay } from './overlay.ts'
import { rebinding } from './rebinding.ts'
import { tenants } from './tenants.ts'
import { testPart } from './test-part.ts'

runsOn('sqlite', { because: 'each of its proofs is run on both engines before a release, and takes minutes' })
needs('postgres')
isSlow('five proofs, each with a server of its own')
hasLongVersion('four times as much of each proof')

// In one file: each needs a server in its own process, and most of the time of a short run is its start.
testPart('of each operation exactly as many calls as allowed are let through, wherever the clock jumps', limits, {
  count: 20,
  long: 80,
})
testPart('of up to fifty twins with one Idempotency-Key one has an effect, and all are answered alike', idempotency, {
  count: 13,
  long: 50,
})
testPart('pages that are cut off again and again are shown every item once, in order', overlay, { count: 10, long: 40 })
testPart('ids of another channel open nothing, and are answered like ids that nobody has', tenants, {
  count: 38,
  long: 150,
})
testPart('under a host name that is not ours nothing is answered but the refusal', rebinding, {
  count: 250,
  long: 1_000,
})

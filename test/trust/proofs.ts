import { bank } from './bank.ts'
import { chaos } from './chaos.ts'
import { crash } from './crash.ts'
import { cutOffRuns } from './cut-off-runs.ts'
import { eventStarts } from './event-starts.ts'
import { eventStream } from './event-stream.ts'
import { hostile } from './hostile.ts'
import { idempotency } from './idempotency.ts'
import { injection } from './injection.ts'
import { limits } from './limits.ts'
import { outages } from './outages.ts'
import { overlay } from './overlay.ts'
import { overload } from './overload.ts'
import { powerCuts } from './power-cuts.ts'
import type { Proof } from './proof.ts'
import { rebinding } from './rebinding.ts'
import { revocation } from './revocation.ts'
import { rollingRestart, rollingUpgrade } from './rolling-restart.ts'
import { shares } from './shares.ts'
import { slowClients } from './slow-clients.ts'
import { soak } from './soak.ts'
import { storm } from './storm.ts'
import { tenants } from './tenants.ts'
import { webhooks } from './webhooks.ts'
import { widgetAttacks } from './widget-attacks.ts'

/** Every promise that has a count. */
export const proofs: readonly Proof[] = [
  hostile,
  crash,
  powerCuts,
  chaos,
  bank,
  idempotency,
  limits,
  revocation,
  rebinding,
  injection,
  cutOffRuns,
  eventStarts,
  overlay,
  storm,
  shares,
  eventStream,
  overload,
  outages,
  rollingRestart,
  rollingUpgrade,
  slowClients,
  soak,
  tenants,
  webhooks,
  widgetAttacks,
]

import { Agent } from 'node:http'
import { nextWish, type Wish } from './crash-world.ts'
import { type Posted, post } from './post.ts'
import type { Faults } from './proof.ts'
import { createRandom } from './random.ts'

/** One thing asked for, however often it had to be asked. */
export interface Action extends Wish {
  readonly idempotencyKey: string | undefined
  /** Every sending has an id of its own, which stands in the history of whatever came of it. */
  readonly requestIds: string[]
  /** `unknown`: the server was killed before it answered. */
  outcome: 'unknown' | 'done' | 'refused'
  answer: string | undefined
  /** Not before its answer was here, on the clock of the wall. */
  doneAt: number | undefined
  /** How often it stands in the history; counted anew after every crash. */
  timesFound: number
}

let serial = 0

export function createSender(port: number, keys: readonly string[], faults: Faults) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })

  function send({ operation, body, idempotencyKey, requestIds }: Action): Promise<Posted> {
    const requestId = `crash-${process.pid}-${++serial}`
    requestIds.push(requestId)
    const once = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
    const authorization = `Bearer ${keys[serial % keys.length]}`
    const to = { agent, port, timeoutMs: 10_000 }
    return post(to, operation, body, { authorization, 'x-request-id': requestId, ...once })
  }

  /** Sends it, as twins now and then, and writes down what is known afterwards. */
  async function ask(action: Action, twins = 1): Promise<void> {
    const sent = Array.from({ length: twins }, () => send(action).catch(() => undefined))
    const answers = await Promise.all(sent)
    for (const answer of answers) note(action, answer)
    // A refusal is not kept, so one twin may be refused and the other done; when all were, nothing happened.
    if (action.outcome !== 'done' && answers.every((answer) => answer !== undefined)) action.outcome = 'refused'
  }

  function note(action: Action, answer: Posted | undefined): void {
    if (answer === undefined) return
    if (answer.status !== 200) {
      if (!expectedRefusals.has(answer.status))
        faults.add(`answered ${answer.status} ${answer.text}: ${describeAction(action)}`)
      return
    }
    if (action.answer !== undefined && action.answer !== answer.text) {
      faults.add(`answered ${action.answer} and then ${answer.text}: ${describeAction(action)}`)
    }
    action.outcome = 'done'
    action.answer = answer.text
    action.doneAt ??= Date.now() + 1
  }

  return {
    ask,

    /** What was done answers the same again, and says that it is a repetition. */
    async repeat(action: Action): Promise<void> {
      const answer = await send(action).catch(() => undefined)
      note(action, answer)
      if (answer === undefined || answer.headers['idempotency-replayed'] === 'true') return
      faults.add(`was done and is not remembered, now ${answer.status}: ${describeAction(action)}`)
    },

    close: () => agent.destroy(),
  }
}

/** An account too poor, or sender and receiver alike; a name that the platform does not know. */
const expectedRefusals = new Set([400, 404])

/** Many writers at once, until asked to stop. Every action stands in `actions` before it is sent. */
export async function writeUntil(
  sender: ReturnType<typeof createSender>,
  options: { writers: number; seed: number; isOver(): boolean },
  actions: Action[],
): Promise<void> {
  const writers = Array.from({ length: options.writers }, async (_, index) => {
    const random = createRandom(options.seed * 1000 + index)
    while (!options.isOver()) {
      const idempotencyKey = random.chance(0.6) ? `action-${process.pid}-${++serial}` : undefined
      const action: Action = {
        ...nextWish(random),
        idempotencyKey,
        requestIds: [],
        outcome: 'unknown',
        answer: undefined,
        doneAt: undefined,
        timesFound: 0,
      }
      actions.push(action)
      const isKeyed = idempotencyKey !== undefined
      await sender.ask(action, isKeyed && random.chance(0.15) ? 2 : 1)
      if (isKeyed && action.outcome === 'done' && random.chance(0.1)) await sender.repeat(action)
    }
  })
  await Promise.all(writers)
}

export function describeAction({ operation, body, idempotencyKey, requestIds, outcome }: Action): string {
  return JSON.stringify({ operation, body, idempotencyKey, requestIds, outcome })
}

import { type Measurement, measureHere, tidyUpHere } from './measured.ts'
import { openSubject } from './open-subject.ts'
import { answerOrders } from './orders.ts'

/** One process for several servers, where the figures mean nothing: to load the code takes longer than to run it. */
export type SharedOrder =
  | { readonly do: 'open'; readonly args: readonly string[] }
  | { readonly do: 'measure' | 'tidy-up' | 'skip' | 'close'; readonly id: number }

export type SharedAnswer = Partial<Measurement> & {
  readonly id?: number
  readonly port?: number
  readonly overlayToken?: string
}

const open = new Map<number, Awaited<ReturnType<typeof openSubject>>>()
let last = 0

answerOrders<SharedOrder, SharedAnswer>(async (order) => {
  if (order.do === 'open') {
    const subject = await openSubject(order.args)
    open.set(++last, subject)
    const { port } = subject
    return { id: last, port, ...('overlayToken' in subject ? { overlayToken: subject.overlayToken } : {}) }
  }
  const subject = open.get(order.id)
  if (subject === undefined) throw new Error(`there is no server ${order.id}`)
  if (order.do === 'measure') return measureHere()
  if (order.do === 'tidy-up') await tidyUpHere()
  if (order.do === 'skip' && 'skip' in subject) await subject.skip()
  if (order.do === 'close') {
    open.delete(order.id)
    await subject.close()
  }
  return {}
})

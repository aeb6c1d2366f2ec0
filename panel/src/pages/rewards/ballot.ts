import type { EventData } from '../../../../src/registry/events.ts'
import type { Answer } from '../../api.ts'
import type { LogEvent } from '../../state.ts'

export type BallotKind = 'poll' | 'prediction'
type Poll = Answer<'list-polls'>['polls'][number]
type Prediction = Answer<'list-polls'>['predictions'][number]

/** A poll or a prediction as its card shows it. */
export interface Ballot {
  readonly id: string
  readonly title: string
  readonly state: 'active' | 'locked' | 'over'
  readonly isCancelled: boolean
  readonly options: readonly BallotOption[]
  /** When voting ends or ended. */
  readonly endsAt: number
  /** The option that came true, or that got the most votes; null without one. */
  readonly winner: string | null
}

export interface BallotOption {
  readonly id: string
  readonly option: string
  /** Votes of a poll, points of a prediction. */
  readonly amount: number
  /** Who predicted; undefined in a poll. */
  readonly users?: number
}

export function ballotOfPoll({ id, title, status, results, ends_at }: Omit<Poll, 'platform'>): Ballot {
  const options = results.map(({ votes, ...option }) => ({ ...option, amount: votes }))
  const most = Math.max(...options.map(({ amount }) => amount))
  const first = options.filter(({ amount }) => amount === most)
  const winner = most > 0 && first.length === 1 ? (first[0]?.option ?? null) : null
  const state = status === 'active' ? 'active' : 'over'
  return { id, title, state, isCancelled: false, options, endsAt: Date.parse(ends_at), winner }
}

export function ballotOfPrediction(prediction: Omit<Prediction, 'platform'>): Ballot {
  const { id, title, status, results, winner, locks_at } = prediction
  const options = results.map(({ points, ...option }) => ({ ...option, amount: points }))
  const state = status === 'active' || status === 'locked' ? status : 'over'
  return { id, title, state, isCancelled: status === 'cancelled', options, endsAt: Date.parse(locks_at), winner }
}

/** What an event of the log says about a ballot of this kind. */
export function ballotOfEvent(kind: BallotKind, event: LogEvent): Ballot | undefined {
  if (!event.kind.startsWith(`${kind}.`)) return undefined
  const iso = (at: number) => new Date(at).toISOString()
  if (kind === 'poll') {
    const data = event.data as EventData<'poll.ended'>
    return ballotOfPoll({ ...data, results: [...data.results], ends_at: iso(data.ends_at) })
  }
  const data = event.data as EventData<'prediction.ended'>
  return ballotOfPrediction({ ...data, results: [...data.results], locks_at: iso(data.locks_at) })
}

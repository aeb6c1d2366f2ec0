import {
  type RoundKind,
  type RoundStatus,
  roundKindTitles,
} from '../../../../src/capabilities/rounds/contract/rounds.ts'
import { call } from '../../api.ts'
import type { LightState } from '../../ui/light.tsx'
import { saveFile } from '../../ui/lists/save-file.ts'
import { roundMessages } from './messages.ts'

export type Round = Awaited<ReturnType<typeof readRounds>>['rounds'][number]

export function readRounds() {
  return call('list-rounds', { limit: 50 })
}

export function kindTitle(kind: RoundKind): string {
  return roundKindTitles[kind]()
}

export const statuses: Readonly<Record<RoundStatus, { readonly light: LightState; readonly title: () => string }>> = {
  open: { light: 'go', title: roundMessages.statusOpen },
  closed: { light: 'standby', title: roundMessages.statusClosed },
  drawn: { light: 'off', title: roundMessages.statusDrawn },
  cancelled: { light: 'off', title: roundMessages.statusCancelled },
}

/** Polls end when they are closed; other rounds wait for their draw. */
export function hasEnded({ kind, status }: Pick<Round, 'kind' | 'status'>): boolean {
  return status === 'drawn' || status === 'cancelled' || (status === 'closed' && kind === 'poll')
}

/** Everything by which a viewer can repeat the draw, as docs/rounds.md describes it. */
export async function saveProof({ id }: Round): Promise<void> {
  const { round, entries: first } = await call('get-round-proof', { id })
  const entries = [...first]
  while (entries.length < round.entries) {
    const { entries: more } = await call('get-round-proof', { id, after: entries.at(-1)?.number ?? 0 })
    if (more.length === 0) break
    entries.push(...more)
  }
  const { title, seed, commitment, winners, opened_at, closed_at, ended_at } = round
  const proof = { id, title, opened_at, closed_at, ended_at, commitment, seed, winners, entries }
  saveFile(new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' }), `round-${id}-proof.json`)
}

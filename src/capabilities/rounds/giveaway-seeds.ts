import { Failure } from '../../kernel/operation/contract/failures.ts'
import { createSeal } from '../../kernel/seal.ts'
import { commitmentOf, newSeed } from './draw.ts'
import { roundErrors } from './messages.ts'
import type { Round } from './round.ts'

export type GiveawaySeeds = ReturnType<typeof createGiveawaySeeds>

/** The seeds of giveaways: encrypted while the round runs, so that nobody who reads the rows knows who will win. */
export function createGiveawaySeeds({ secret }: { secret: () => string }) {
  const seal = createSeal({ secret, purpose: 'round seeds' })
  const placeOf = (channelId: number, id: number) => `round ${channelId} ${id}`

  return {
    /** The seed of a new giveaway, encrypted, and its hash. */
    commit(channelId: number, id: number): { sealedSeed: string; commitment: string } {
      const seed = newSeed()
      return { sealedSeed: seal.close(seed, placeOf(channelId, id)), commitment: commitmentOf(seed) }
    },

    /** Throws where the secret of the server has changed since the round was opened. */
    reveal(channelId: number, round: Round): string {
      const seed = round.seed ?? seal.open(round.sealedSeed ?? '', placeOf(channelId, round.id))
      if (seed === undefined) throw new Failure('round_ended', { message: roundErrors.seedLost.of() })
      return seed
    },
  }
}

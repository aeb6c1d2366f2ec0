import type { Clock } from '../../kernel/ambient.ts'
import { createSeal } from '../../kernel/seal.ts'

/** Longer than anybody stays away from the panel; every sign-in starts it again. */
const lifeMs = 365 * 24 * 60 * 60 * 1000
const place = 'browser'

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/**
 * Proofs that a person has signed in with a browser before. A browser with such a proof has its own share of the
 * password checks, so that a flood from other browsers keeps nobody out. A proof signs nobody in. The technique is
 * known as device cookies: https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export function createKnownBrowsers(needs: { clock: Clock; secret: () => string }) {
  const { clock } = needs
  const seal = createSeal({ secret: needs.secret, purpose: 'known browsers' })
  return {
    lifeSeconds: lifeMs / 1000,

    prove: (person: { readonly id: string }): string => seal.close(`${clock.now() + lifeMs} ${person.id}`, place),

    /** The id of the person who signed in with this browser. */
    find(proof: string | undefined): string | undefined {
      const [expiresAt, personId] = (proof === undefined ? undefined : seal.open(proof, place))?.split(' ') ?? []
      return Number(expiresAt) > clock.now() ? personId : undefined
    },
  }
}

import { randomBytes } from 'node:crypto'

export interface Grant<U> {
  readonly userId: U
  scopes: readonly string[]
  isRevoked: boolean
}

/** What every sign-in keeps: who allowed what, and the tokens that stand for it. */
export function createGrants<U>(makeSecret = () => randomBytes(24).toString('base64url')) {
  const access = new Map<string, { readonly grant: Grant<U>; expiresAt: number }>()
  const refresh = new Map<string, Grant<U>>()
  const secrets: string[] = []
  let renewals = 0
  let isRefusing = false

  function secret(prefix = ''): string {
    const made = prefix + makeSecret()
    secrets.push(made)
    return made
  }

  function find(accessToken: string): Grant<U> | undefined {
    const found = access.get(accessToken)
    return found === undefined || found.expiresAt <= Date.now() || found.grant.isRevoked ? undefined : found.grant
  }

  return {
    secret,
    find,

    accessToken(grant: Grant<U>, seconds: number, prefix?: string): string {
      const token = secret(prefix)
      access.set(token, { grant, expiresAt: Date.now() + seconds * 1000 })
      return token
    },

    refreshToken(grant: Grant<U>, prefix?: string): string {
      const token = secret(prefix)
      refresh.set(token, grant)
      return token
    },

    /** Whom a refresh token stands for, if it still does; one that rotates is used up by it. */
    renew(token: string, { rotates }: { rotates: boolean }): Grant<U> | undefined {
      renewals++
      const grant = refresh.get(token)
      if (rotates) refresh.delete(token)
      return isRefusing || grant?.isRevoked ? undefined : grant
    },

    /** For the tests. */
    controls: {
      findGrant: find,
      /** Every token ever given out. */
      secrets,

      /** How often a token was renewed, or was asked to be. */
      renewals: () => renewals,

      expireTokens(): void {
        for (const one of access.values()) one.expiresAt = 0
      },

      /** Somebody no longer allows this. */
      takeBack(scope: string): void {
        for (const { grant } of access.values()) grant.scopes = grant.scopes.filter((one) => one !== scope)
      },

      refuseRenewals(isSo: boolean): void {
        isRefusing = isSo
      },
    },
  }
}

/** Where consent sends the browser. */
export function sentBack(redirectUri: string, parameters: Readonly<Record<string, string>>): string {
  const back = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value)
  return back.href
}

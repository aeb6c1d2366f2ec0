import { TextError } from '../../kernel/text/text-error.ts'

/** The answer to a code or a refresh token. */
export interface Grant {
  readonly accessToken: string
  /** Absent if the old one remains valid. */
  readonly refreshToken?: string | undefined
  /** Null if the service does not say. */
  readonly expiresAt: number | null
  /** Absent if they are unchanged. */
  readonly scopes?: readonly string[] | undefined
}

/** Exchanges a refresh token for a new grant. */
export type Renew = (refreshToken: string) => Promise<Grant>

/** Thrown by a `Renew` if the service rejects the refresh token: its reason. */
export class RefreshRefused extends TextError {}

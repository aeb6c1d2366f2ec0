import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { RetryTimings } from '../calls/backoff.ts'
import { createConnection } from '../calls/connection.ts'
import { vtsMessages } from './messages.ts'
import { type VtsReport, vtsErrors } from './protocol.external.ts'
import { createVtsRequests, type VtsRequests } from './requests.external.ts'
import type { VtsSettings } from './settings.ts'
import { openVtsLink, type VtsLink, type VtsLinkTimings, VtsRefusal } from './vts-link.ts'

export interface VtsTimings extends RetryTimings, VtsLinkTimings {
  /** While the dialog of an earlier connection is still open in VTube Studio. */
  readonly permissionRetryMs: number
}

export const defaultVtsTimings: VtsTimings = {
  requestMs: 10_000,
  pingMs: 15_000,
  firstRetryMs: 500,
  longestRetryMs: 15_000,
  permissionRetryMs: 10_000,
}

/** The token by which VTube Studio knows that a person has allowed this server. */
export interface VtsToken {
  find(): Promise<string | undefined>
  store(token: string): Promise<void>
}

/**
 * A connection to VTube Studio that reconnects until a person refuses it. The permission is asked for when there is no
 * token, or when VTube Studio no longer accepts it. `prepare` runs after each sign-in: the connection counts as made once
 * it has read what it needs, and returns what the status says.
 */
export function openVtsSocket(needs: {
  clock: Clock
  settings: VtsSettings
  timings?: Partial<VtsTimings>
  token: VtsToken
  prepare: (requests: VtsRequests, version: string) => Promise<Text>
  onReport: (report: VtsReport) => void
  onStatus: (status: ConnectionStatus) => void
  onUnreadable: (error: unknown) => void
}) {
  const { clock, settings, token, prepare, onReport, onStatus, onUnreadable } = needs
  const timings = { ...defaultVtsTimings, ...needs.timings }
  const connection = createConnection({ clock, timings, report: onStatus, connect: open })
  let link: VtsLink | undefined
  let hasGivenUp = false

  function open(): void {
    drop()
    const mine = openVtsLink({
      url: settings.url,
      timings,
      onOpen: () => void signIn(mine),
      onReport,
      onLost(reason) {
        if (link === mine) lost(reason)
      },
      onUnreadable,
    })
    link = mine
  }

  async function signIn(mine: VtsLink): Promise<void> {
    const requests = createVtsRequests(mine.ask)
    try {
      const version = await requests.readVersion()
      await authenticate(mine, requests)
      const message = await prepare(requests, version)
      if (link === mine) connection.up(message)
    } catch (error) {
      if (link === mine) failed(error)
    }
  }

  async function authenticate(mine: VtsLink, requests: VtsRequests): Promise<void> {
    const known = await token.find()
    if (known !== undefined && (await requests.authenticate(known))) return
    // Lost meanwhile: what is said about the next connection stays.
    if (link !== mine) return
    connection.up(vtsMessages.waiting.of(), 'missing_permission')
    const granted = await requests.requestToken()
    await token.store(granted)
    if (!(await requests.authenticate(granted))) throw new VtsRefusal(vtsErrors.tokenDenied, '')
  }

  function failed(error: unknown): void {
    if (!(error instanceof Failure)) onUnreadable(error)
    const errorId = error instanceof VtsRefusal ? error.errorId : undefined
    if (errorId === vtsErrors.tokenDenied) giveUp()
    else if (errorId === vtsErrors.tokenAlreadyRequested) {
      drop()
      const message = vtsMessages.waiting.of()
      connection.down({ state: 'missing_permission', message, waitMs: timings.permissionRetryMs })
    } else lost(error instanceof Failure ? error.text : vtsMessages.noAnswer.of())
  }

  /** Asking again by itself would open the dialog again and again. */
  function giveUp(): void {
    hasGivenUp = true
    connection.close()
    drop()
    onStatus({ state: 'failed', message: vtsMessages.denied.of(), until: null, missing: [] })
  }

  function lost(message: Text): void {
    drop()
    connection.down({ state: 'reconnecting', message })
  }

  function drop(): void {
    const old = link
    link = undefined
    old?.close()
  }

  /** The requests of the connection at this moment. Throws a `Failure` without one. */
  async function use<T>(work: (requests: VtsRequests) => Promise<T>): Promise<T> {
    const mine = link
    if (mine === undefined) throw new Failure('vts_not_connected')
    try {
      return await work(createVtsRequests(mine.ask))
    } catch (error) {
      const errorId = error instanceof VtsRefusal ? error.errorId : undefined
      const isRevoked = errorId === vtsErrors.tokenDenied || errorId === vtsErrors.notAuthenticated
      if (isRevoked && link === mine) giveUp()
      throw error
    }
  }

  connection.start(vtsMessages.connecting.of())
  return {
    use,
    /** A person has refused, so that no further attempt is made. */
    get hasGivenUp(): boolean {
      return hasGivenUp
    },
    close(): void {
      connection.close()
      drop()
    },
  }
}

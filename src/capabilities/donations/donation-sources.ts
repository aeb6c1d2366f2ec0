import type { ShownState } from '../../definitions/connection-state.ts'
import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { isSameSecret } from '../../kernel/same-secret.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { ReceivedDonation } from '../../platforms/donations/received-donation.ts'
import { donationReceivers } from '../../platforms/donations/receivers.ts'
import type { Cause, Events } from '../events/events.ts'
import {
  isWebhookProvider,
  type Provider,
  providerOf,
  providers,
  type WebhookProvider,
} from './contract/donation-providers.ts'
import type { DonationSockets } from './donation-sockets.ts'
import { donationErrors } from './messages.ts'
import type { DonationSource, SourceRows } from './source-rows.ts'

const checkTimeoutMs = 15_000
const hookShape = /^([1-9]\d{0,14})-[0-9A-Za-z]{32}$/

/** A source as the panel shows it. */
export interface SourceView {
  readonly provider: Provider
  readonly isConfigured: boolean
  readonly state: ShownState
  /** When the next attempt begins, while the connection is lost. */
  readonly until: number | null
  readonly webhookUrl: string | null
  readonly lastEventAt: number | null
  readonly lastError: { readonly message: Text; readonly at: number } | undefined
}

/** The result of a check, in a sentence. */
export interface SourceCheck {
  readonly isWorking: boolean
  readonly message: Text
}

export type DonationSources = ReturnType<typeof createDonationSources>

/** Receives donations from providers, verifies them and stores them in the log. */
export function createDonationSources(needs: {
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  events: Events
  rows: SourceRows
  sockets: DonationSockets
  /** Stores a donation with everything that follows from it; a repeat changes nothing. */
  record: (channelId: number, provider: Provider, donation: ReceivedDonation) => Promise<void>
  hookUrl: (provider: WebhookProvider, hook: string) => string
}) {
  const { db, clock, ids, log, events, rows, sockets, record, hookUrl } = needs
  /** Webhook calls with a wrong secret: kept in memory only, since unauthenticated clients must not cause writes. */
  const refusals = new Map<string, number>()

  function viewOf(provider: Provider, source: DonationSource | undefined): SourceView {
    const isConfigured = source?.secret !== undefined
    const webhookUrl = source !== undefined && isWebhookProvider(provider) ? hookUrl(provider, source.hook) : null
    const known = { provider, isConfigured, webhookUrl, until: null, lastEventAt: source?.lastEventAt ?? null }
    if (source === undefined || !isConfigured) return { ...known, state: 'off', lastError: undefined }
    if (!isWebhookProvider(provider)) {
      const { connection, lastError } = sockets.statusOf(source.channelId, provider)
      return { ...known, state: connection.state, until: connection.until, lastError }
    }
    const refusedAt = refusals.get(keyOf(source))
    const { secretLabel, title } = providerOf(provider)
    const message = donationErrors.otherSecret.of({ secret: secretLabel().toLowerCase(), provider: title })
    const lastError = refusedAt === undefined ? undefined : { message, at: refusedAt }
    if (lastError !== undefined) return { ...known, state: 'failed', lastError }
    return { ...known, state: source.lastEventAt === null ? 'waiting' : 'connected', lastError }
  }

  async function take(source: DonationSource, donation: ReceivedDonation): Promise<void> {
    const { channelId, provider } = source
    await record(channelId, provider, donation)
    await rows.noteEvent(channelId, provider, clock.now())
  }

  async function getHook(provider: WebhookProvider, hook: string): Promise<DonationSource & { secret: string }> {
    const channelId = Number(hookShape.exec(hook)?.[1] ?? Number.NaN)
    const source = Number.isSafeInteger(channelId) ? await rows.find(db, channelId, provider) : undefined
    const { secret } = source ?? {}
    if (source === undefined || secret === undefined || !isSameSecret(hook, source.hook)) throw new Failure('not_found')
    return { ...source, secret }
  }

  /** The webhook URL stays the same for as long as the source exists. */
  async function prepare(tx: Writer, channelId: number, provider: Provider): Promise<DonationSource> {
    const found = await rows.find(tx, channelId, provider)
    if (found !== undefined) return found
    const hook = `${channelId}-${ids.secret(32)}`
    const made = { channelId, provider, hook, secret: undefined, account: '' }
    await rows.save(tx, made, clock.now())
    return { ...made, lastEventAt: null }
  }

  return {
    async list(channelId: number): Promise<SourceView[]> {
      const found = await rows.list(channelId)
      return providers.map((provider) =>
        viewOf(
          provider,
          found.find((one) => one.provider === provider),
        ),
      )
    },

    async prepare(tx: Writer, { channel }: Cause, provider: WebhookProvider): Promise<SourceView> {
      return viewOf(provider, await prepare(tx, channel.id, provider))
    },

    async save(
      tx: Writer,
      cause: Cause,
      provider: Provider,
      given: { readonly secret: string; readonly account: string | undefined },
    ): Promise<SourceView> {
      const channelId = cause.channel.id
      const account = accountOf(provider, given)
      if (account === undefined) {
        throw new Failure('invalid_parameter', { message: donationErrors.accountRequired.of() })
      }
      const { hook } = await prepare(tx, channelId, provider)
      const source = { channelId, provider, hook, secret: given.secret, account }
      await rows.save(tx, source, clock.now())
      await events.appendNew(tx, cause, { kind: 'donation-source.saved', data: { provider } })
      tx.onCommit(() => {
        refusals.delete(keyOf(source))
        sockets.open({ ...source, lastEventAt: null })
      })
      const view = viewOf(provider, { ...source, lastEventAt: null })
      if (isWebhookProvider(provider)) return { ...view, state: 'waiting', lastError: undefined }
      return { ...view, state: 'connecting', lastError: undefined }
    },

    async remove(tx: Writer, cause: Cause, provider: Provider): Promise<void> {
      const channelId = cause.channel.id
      if (!(await rows.remove(tx, channelId, provider))) {
        throw new Failure('not_found', {
          message: donationErrors.notSetUp.of({ provider: providerOf(provider).title }),
        })
      }
      await events.appendNew(tx, cause, { kind: 'donation-source.removed', data: { provider } })
      tx.onCommit(() => {
        refusals.delete(keyOf({ channelId, provider }))
        sockets.shut(channelId, provider)
      })
    },

    /**
     * A provider with a socket is called with what was entered, or with what is stored. One with webhooks cannot be
     * called: it has delivered, or it has not.
     */
    async check(
      channelId: number,
      provider: Provider,
      entered: readonly { readonly name: string; readonly value: string }[],
    ): Promise<SourceCheck> {
      const source = await rows.find(db, channelId, provider)
      const textOf = (name: string) => entered.find((one) => one.name === name)?.value.trim() || undefined
      const secret = textOf('secret') ?? source?.secret
      const { title, secretLabel } = providerOf(provider)
      const words = { provider: title, secret: secretLabel().toLowerCase() }
      if (secret === undefined) return { isWorking: false, message: donationErrors.enterSecret.of(words) }
      if (isWebhookProvider(provider)) {
        if (source === undefined || secret !== source.secret) {
          return { isWorking: false, message: donationErrors.saveFirst.of(words) }
        }
        return webhookCheck(viewOf(provider, source), title)
      }
      const account = accountOf(provider, { secret, account: textOf('account') }) ?? source?.account
      if (account === undefined) return { isWorking: false, message: donationErrors.accountRequired.of() }
      try {
        await sockets.check(provider, { secret, account }, AbortSignal.timeout(checkTimeoutMs))
        return { isWorking: true, message: donationErrors.works.of({ provider: title }) }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return { isWorking: false, message: error.text }
      }
    },

    /** Handles a webhook call. A call that cannot be verified writes nothing. */
    async receive(
      provider: WebhookProvider,
      hook: string,
      headers: Readonly<Record<string, string | string[] | undefined>>,
      body: Buffer,
    ): Promise<void> {
      const source = await getHook(provider, hook)
      const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined)
      let donation: ReceivedDonation | undefined
      try {
        donation = donationReceivers[provider].read({ body, secret: source.secret, receivedAt: clock.now(), header })
      } catch (error) {
        if (error instanceof Failure && error.code === 'invalid_signature') {
          refusals.set(keyOf(source), clock.now())
          log.info('a donation with the wrong secret was refused', { provider, channelId: source.channelId })
        }
        throw error
      }
      refusals.delete(keyOf(source))
      if (donation === undefined) await rows.noteEvent(source.channelId, provider, clock.now())
      else await take(source, donation)
    },

    /** Handles a donation from a socket. The provider does not send it again, so storing it is retried. */
    take,

    async start(): Promise<void> {
      for (const source of await rows.listAll()) sockets.open(source)
    },

    close: () => sockets.close(),
  }
}

function webhookCheck({ state, lastError, webhookUrl }: SourceView, provider: string): SourceCheck {
  if (lastError !== undefined) return { isWorking: false, message: lastError.message }
  if (state === 'connected') return { isWorking: true, message: donationErrors.delivered.of({ provider }) }
  const address = webhookUrl ?? ''
  const message = address.startsWith('https://')
    ? donationErrors.waiting.of({ provider })
    : donationErrors.unreachable.of({ provider, address })
  return { isWorking: false, message }
}

/** Undefined if the provider needs an account id and neither the input nor the token contains one. */
function accountOf(
  provider: Provider,
  given: { readonly secret: string; readonly account: string | undefined },
): string | undefined {
  if (providerOf(provider).accountLabel === undefined || isWebhookProvider(provider)) return ''
  return given.account ?? donationReceivers[provider].accountIn?.(given.secret)
}

function keyOf({ channelId, provider }: { channelId: number; provider: Provider }): string {
  return `${channelId}/${provider}`
}

import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { isSameSecret } from '../../kernel/same-secret.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
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
import { accountOf } from './source-account.ts'
import { createSourceCheck } from './source-check.ts'
import type { DonationSource, SourceRows } from './source-rows.ts'
import { createSourceViews, type SourceView } from './source-views.ts'

const hookShape = /^([1-9]\d{0,14})-[0-9A-Za-z]{32}$/

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
  const { db, clock, ids, log, events, rows, sockets, record } = needs
  const { viewOf, noteRefusal, forgetRefusal } = createSourceViews(needs)

  async function take(source: DonationSource, donation: ReceivedDonation): Promise<void> {
    const { channelId, provider } = source
    if (!(await isReportedTwice(channelId, donation))) await record(channelId, provider, donation)
    await rows.noteEvent(channelId, provider, clock.now())
  }

  /** Whether another provider repeats it, while the one where it was made is connected too. */
  async function isReportedTwice(channelId: number, { relayOf }: ReceivedDonation): Promise<boolean> {
    return relayOf !== undefined && (await rows.find(db, channelId, relayOf))?.secret !== undefined
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
        forgetRefusal(source)
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
        forgetRefusal({ channelId, provider })
        sockets.shut(channelId, provider)
      })
    },

    check: createSourceCheck({ db, rows, sockets, viewOf }),

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
          noteRefusal(source, clock.now())
          log.info('a donation with the wrong secret was refused', { provider, channelId: source.channelId })
        }
        throw error
      }
      forgetRefusal(source)
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

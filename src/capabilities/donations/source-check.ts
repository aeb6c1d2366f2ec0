import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { isWebhookProvider, type Provider, providerOf } from './contract/donation-providers.ts'
import { donationSetups } from './contract/donation-setups.ts'
import type { DonationSockets } from './donation-sockets.ts'
import { donationErrors } from './messages.ts'
import { accountOf } from './source-account.ts'
import type { SourceRows } from './source-rows.ts'
import type { SourceView, SourceViews } from './source-views.ts'

const checkTimeoutMs = 15_000

/** The result of a check, in a sentence. */
interface SourceCheck {
  readonly isWorking: boolean
  readonly message: Text
}

/**
 * Checks a source before or after it is saved. A provider with a socket is called with what was entered, or with what is
 * stored. One with webhooks cannot be called: it has delivered, or it has not.
 */
export function createSourceCheck(needs: {
  db: Database
  rows: Pick<SourceRows, 'find'>
  sockets: Pick<DonationSockets, 'check'>
  viewOf: SourceViews['viewOf']
}) {
  const { db, rows, sockets, viewOf } = needs

  return async function check(
    channelId: number,
    provider: Provider,
    entered: readonly { readonly name: string; readonly value: string }[],
  ): Promise<SourceCheck> {
    const source = await rows.find(db, channelId, provider)
    const textOf = (name: string) => entered.find((one) => one.name === name)?.value.trim() || undefined
    const secret = textOf('secret') ?? source?.secret
    const { title } = providerOf(provider)
    const words = { provider: title, secret: donationSetups[provider].secretLabel().toLowerCase() }
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

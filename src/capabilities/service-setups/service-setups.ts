import type { SetupAddress, SetupField } from '../../definitions/define-service-setup.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { checkMessages } from '../../platforms/messages.ts'
import { type Credentials, type CredentialValues, programCredentialsKey } from '../../platforms/services/credentials.ts'
import { type EnteredField, valuesAfter } from '../../platforms/services/entered-values.ts'
import type { GivenValues } from '../../platforms/services/service-settings.ts'
import type { Service } from '../../platforms/services/services.ts'
import { setupErrors } from '../../platforms/services/setup-messages.ts'
import type { Cause, Events } from '../events/events.ts'
import {
  isAccountSetup,
  isChannelSetup,
  type StoredSetupName,
  setupOf,
  storedSetupNames,
} from './contract/service-setups.ts'

const checkTimeoutMs = 15_000
/** A shorter secret would be half known by its last characters. */
const minLengthToShow = 16
const shownCharacters = 4

export interface SetupFieldView {
  readonly name: string
  readonly isSet: boolean
  /** The variable or the line of the settings file that sets it, and that wins over the panel. */
  readonly setBy: string | null
  /** Of a secret only its last characters, if it is long enough. */
  readonly value: string | null
}

export interface SetupView {
  readonly name: StoredSetupName
  /** Whether everything that is needed is there. */
  readonly isConfigured: boolean
  /** Whether something is stored that was entered in the panel. */
  readonly isStored: boolean
  /** Whether what is stored was encrypted with another secret, and has to be entered again. */
  readonly isUnreadable: boolean
  readonly fields: readonly SetupFieldView[]
  readonly addresses: { readonly [A in SetupAddress]?: string }
  readonly permissions: readonly string[]
}

/** The result of a check, in a sentence. */
export interface SetupCheck {
  readonly isWorking: boolean
  readonly message: Text
  /** What the service itself offers for the field that is chosen from a list. */
  readonly choices?: readonly { readonly value: string; readonly title: string }[]
}

/** Whether the service has all that it needs with these values. Throws a `Failure` where they contradict each other. */
export type IsComplete = (name: StoredSetupName, values: CredentialValues) => boolean

export type ServiceSetups = ReturnType<typeof createServiceSetups>

/** The credentials of the server's services, for the panel: what is set and by whom, changes, and checks. */
export function createServiceSetups(needs: {
  credentials: Credentials
  given: GivenValues
  /** Whether the environment sets the programs of this channel: it can name one only, that of the first channel. */
  isGivenFor: (channelId: number) => Promise<boolean>
  events: Events
  log: Log
  /** Loaded on first use, because it needs the code of the speech engines. */
  loadIsComplete: () => Promise<IsComplete>
  /** Makes one real call. Throws a `Failure` that says what is wrong. */
  check: (name: StoredSetupName, values: CredentialValues, signal: AbortSignal) => Promise<SetupCheck>
  permissionsOf: (service: Service) => Promise<readonly string[]>
  redirectUri: (service: Service) => string
  webhookUri: (service: Service) => string
}) {
  const { credentials, events, log, loadIsComplete, check, permissionsOf, redirectUri, webhookUri } = needs

  async function givenFor(name: StoredSetupName, channelId: number): Promise<GivenValues> {
    return !isChannelSetup(name) || (await needs.isGivenFor(channelId)) ? needs.given : {}
  }

  /** The values in use: those of the environment win. */
  function inUse(name: StoredSetupName, stored: CredentialValues, given: GivenValues): CredentialValues {
    const { fields } = setupOf(name)
    const set = fields.flatMap((field) => {
      const text = given[field.variable]?.text ?? stored[field.name]
      return text === undefined ? [] : [[field.name, text] as const]
    })
    return Object.fromEntries(set)
  }

  function fieldView(field: SetupField, stored: CredentialValues, given: GivenValues): SetupFieldView {
    const { name, variable, isSecret } = field
    const setBy = given[variable]?.from ?? null
    const text = given[variable]?.text ?? stored[name]
    return { name, isSet: text !== undefined, setBy, value: text === undefined ? null : shown(text, isSecret) }
  }

  async function view(name: StoredSetupName, channelId: number): Promise<SetupView> {
    const { fields, steps, permissions } = setupOf(name)
    const key = credentialsKey(name, channelId)
    const given = await givenFor(name, channelId)
    const stored = credentials.of(key) ?? {}
    const shows = (address: SetupAddress) => steps.some((step) => step.address === address)
    return {
      name,
      isConfigured: await isUsable(name, inUse(name, stored, given)),
      isStored: credentials.of(key) !== undefined,
      isUnreadable: credentials.isUnreadable(key),
      fields: fields.map((field) => fieldView(field, stored, given)),
      addresses: isAccountSetup(name)
        ? {
            ...(shows('redirect') && { redirect: redirectUri(name) }),
            ...(shows('webhook') && { webhook: webhookUri(name) }),
          }
        : {},
      permissions: isAccountSetup(name) ? await permissionsOf(name) : permissions,
    }
  }

  async function isUsable(name: StoredSetupName, values: CredentialValues): Promise<boolean> {
    const isComplete = await loadIsComplete()
    try {
      return isComplete(name, values)
    } catch {
      return false
    }
  }

  return {
    list: (channelId: number): Promise<SetupView[]> =>
      Promise.all(storedSetupNames.map((name) => view(name, channelId))),

    get: view,

    /**
     * Returns what stores the entered fields in a transaction. They are applied on every node as soon as they are
     * committed.
     */
    async save(
      cause: Cause,
      name: StoredSetupName,
      entered: readonly EnteredField[],
    ): Promise<(tx: Writer) => Promise<void>> {
      const isComplete = await loadIsComplete()
      const setup = setupOf(name)
      const key = credentialsKey(name, cause.channel.id)
      const given = await givenFor(name, cause.channel.id)
      return async (tx) => {
        // Read here, because another node may have changed it just now.
        const values = valuesAfter(setup, (await credentials.find(tx, key)) ?? {}, entered, given)
        if (!isComplete(name, inUse(name, values, given))) {
          throw new Failure('invalid_parameter', { message: setupErrors.incomplete.of({ service: setup.title }) })
        }
        await credentials.save(tx, key, values)
        const fields = entered.map((one) => one.name)
        await events.appendNew(tx, cause, { kind: 'service-setup.saved', data: { service: name, fields } })
      }
    },

    async remove(tx: Writer, cause: Cause, name: StoredSetupName): Promise<void> {
      const key = credentialsKey(name, cause.channel.id)
      if (credentials.of(key) === undefined && !credentials.isUnreadable(key)) {
        throw new Failure('not_found', { message: setupErrors.notStored.of({ service: setupOf(name).title }) })
      }
      await credentials.save(tx, key, {})
      await events.appendNew(tx, cause, { kind: 'service-setup.removed', data: { service: name } })
    },

    /** Resolves once every change so far is applied on this node. */
    settled: credentials.settled,

    /** Checks what was entered together with what is stored, without storing it. */
    async check(channelId: number, name: StoredSetupName, entered: readonly EnteredField[]): Promise<SetupCheck> {
      const { title } = setupOf(name)
      try {
        const given = await givenFor(name, channelId)
        const stored = credentials.of(credentialsKey(name, channelId)) ?? {}
        const values = inUse(name, valuesAfter(setupOf(name), stored, entered, given), given)
        if (!(await loadIsComplete())(name, values))
          return { isWorking: false, message: checkMessages.incomplete.of({ service: title }) }
        return await check(name, values, AbortSignal.timeout(checkTimeoutMs))
      } catch (error) {
        if (error instanceof Failure) return { isWorking: false, message: error.text }
        log.warn('a service could not be checked', { service: name, error })
        return { isWorking: false, message: checkMessages.failed.of({ service: title }) }
      }
    },
  }
}

/** Where the values of a setup are stored. Those of a program of a channel are stored for each channel. */
export function credentialsKey(name: StoredSetupName, channelId: number): string {
  return isChannelSetup(name) ? programCredentialsKey(name, channelId) : name
}

function shown(text: string, isSecret: boolean): string | null {
  if (!isSecret) return text
  return text.length < minLengthToShow ? null : text.slice(-shownCharacters)
}

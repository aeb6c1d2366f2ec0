import type { ServiceSetup, SetupField } from '../../definitions/define-service-setup.ts'
import { createAddressList, listHolds } from '../../kernel/http/address-list.ts'
import { isIP } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { whenNeeded } from '../../kernel/schema/when-needed.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { CredentialValues } from './credentials.ts'
import type { GivenValues } from './service-settings.ts'
import { setupErrors } from './setup-messages.ts'

const maxLength = 4_000

/** What a person sends: fields that are left out keep their value, and an empty text removes it. */
export interface EnteredField {
  readonly name: string
  readonly value: string
}

/** What is stored after these fields were entered. */
export function valuesAfter(
  setup: ServiceSetup,
  stored: CredentialValues,
  entered: readonly EnteredField[],
  given: GivenValues,
): CredentialValues {
  const after: Record<string, string> = { ...stored }
  for (const { name, value } of entered) {
    const field = setup.fields.find((one) => one.name === name)
    if (field === undefined) throw invalid(setupErrors.unknownField.of({ field: name }))
    const source = given[field.variable]?.from
    if (source !== undefined) throw invalid(setupErrors.setByEnvironment.of({ field: field.title(), source }))
    const text = checked(field, value.trim())
    if (text === '') delete after[name]
    else after[name] = text
  }
  requireSecretsAgain(setup, { stored, after, entered, given })
  return after
}

/**
 * A secret is sent only to the address it was entered for. Otherwise whoever may change the address could have it sent to
 * a server of their own, and read what the panel never shows.
 */
function requireSecretsAgain(
  { fields }: ServiceSetup,
  change: {
    readonly stored: CredentialValues
    readonly after: CredentialValues
    readonly entered: readonly EnteredField[]
    readonly given: GivenValues
  },
): void {
  const { stored, after, entered, given } = change
  if (!fields.some((field) => isAddress(field) && stored[field.name] !== after[field.name])) return
  for (const { name, variable, title, isSecret } of fields) {
    const source = given[variable]?.from
    if (!isSecret) continue
    if (source !== undefined) throw invalid(setupErrors.addressOfGiven.of({ field: title(), source }))
    if (after[name] !== undefined && !entered.some((one) => one.name === name)) {
      throw invalid(setupErrors.enterAgain.of({ field: title() }))
    }
  }
}

function isAddress({ name }: SetupField): boolean {
  return name.endsWith('url')
}

function checked(field: SetupField, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (text.length > maxLength || /[\u0000-\u001f\u007f]/.test(text)) {
    throw invalid(setupErrors.invalidText.of({ field: field.title(), max: maxLength }))
  }
  if (isAddress(field) && URL.canParse(text) && isLinkLocal(new URL(text).hostname)) {
    throw invalid(setupErrors.refusedAddress.of({ field: field.title() }))
  }
  return text
}

/**
 * Addresses where the machines of clouds find their own credentials. A speech service or a bridge is never there, and
 * whoever owns a channel is not always who owns the machine. Addresses of the local network are allowed: Piper is there.
 */
const linkLocal = whenNeeded(() => createAddressList(['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254']))
const metadataNames = /^(?:metadata|instance-data)(?:\..*)?$/

export function isLinkLocal(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0) return metadataNames.test(host.replace(/\.$/, ''))
  return listHolds(linkLocal(), host)
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}

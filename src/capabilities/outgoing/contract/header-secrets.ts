import { defineMessages } from '../../../kernel/text/message.ts'

export const headerSecretLimits = { count: 50, nameLength: 40, hostLength: 300, minLength: 8, maxLength: 4000 } as const

export const headerSecretErrors = defineMessages('errors.headerSecrets', {
  plain:
    'headers: the value of {header} must not be stored as plain text. Store it in the panel as a secret of the channel, and write $(secret.name) in its place.',
  name: 'name must have only letters from a to z, digits and underscores.',
  host: 'host must be a host such as api.example.org, or its address without a path, such as http://homeassistant.local:8123.',
  value: 'value must have only characters that a header can have: letters, digits, marks and spaces of ASCII.',
  tooMany: 'name cannot be added: a channel can have at most {max} secrets.',
  notFound: 'There is no secret {name}.',
  notSet: 'headers: there is no secret {name} in this channel.',
  unreadable: 'headers: the secret {name} was stored with another secret of this server. Enter it again.',
  otherHost: 'headers: the secret {name} is sent to {host} only.',
})

/** Headers whose value is a credential, by their names in common use. */
const credentialNames =
  /^(?:proxy-)?authorization$|^cookie$|(?:^|[-_])(?:api[-_]?key|auth[-_]?key|access[-_]?key|subscription[-_]?key|token|secret|password)$/i

/**
 * The first of these lines whose value is a credential, written as it is. A variable or a secret is not a plain value:
 * what it becomes is not stored.
 */
export function plainSecretHeader(lines: unknown): string | undefined {
  if (!Array.isArray(lines)) return undefined
  for (const line of lines) {
    const [name = '', ...value] = String(line).split(':')
    if (credentialNames.test(name.trim()) && !value.join(':').includes('$(')) return name.trim()
  }
  return undefined
}

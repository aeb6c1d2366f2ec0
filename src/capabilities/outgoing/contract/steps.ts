import { defineStep } from '../../../definitions/define-step.ts'
import { encodedText, identifier } from '../../../kernel/schema/open-schema.ts'
import { list, object, oneOf, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { valueLimits } from '../../values/contract/values.ts'
import { headerSecretErrors, plainSecretHeader } from './header-secrets.ts'

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const webSteps = [
  defineStep({
    type: 'http_request',
    group: 'web',
    icon: 'code',
    title: 'Call a web address',
    help: 'Calls an address on a host that the owner has allowed. $(response) is then the answer, or the part of it that the path names.',
    input: object({
      method: withDefault(oneOf(httpMethods, { title: 'Method' }), 'GET'),
      url: encodedText({
        title: 'Address',
        min: 1,
        max: 2000,
        encoding: 'url',
        description: 'Variables are encoded for a URL.',
      }),
      headers: optional(
        list(encodedText({ min: 3, max: 2000, cleaning: 'line', encoding: 'header' }), {
          title: 'Headers (Name: value), one per line',
          max: 20,
          control: 'headers',
        }),
      ),
      body: optional(
        encodedText({
          title: 'Body',
          max: 10_000,
          encoding: 'body',
          control: 'multiline',
          description: 'In a body that is JSON, variables are escaped as part of a text.',
        }),
      ),
      path: optional(
        text({
          title: 'Path in the answer',
          max: 200,
          cleaning: 'line',
          description: 'Such as data[0].name. Empty = the whole answer.',
        }),
      ),
      into: optional(
        identifier({
          max: valueLimits.nameLength,
          title: 'Store in value',
          control: 'value',
          description: 'A named value of the channel; it is created if there is none.',
        }),
      ),
    }),
    needs: [],
    faultOf({ headers }) {
      const header = plainSecretHeader(headers)
      return header === undefined ? undefined : headerSecretErrors.plain.of({ header })
    },
    example: {
      type: 'http_request',
      url: 'https://api.example.org/weather?city=$(args)',
      path: 'current.temperature',
      into: 'temperature',
    },
    sentence: '{method} {url}[, path {path}][ into {into}]',
  }),
] as const

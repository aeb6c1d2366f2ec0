import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { boolean, integer, list, object, type Static, text } from '../../kernel/schema/schema.ts'
import { headerSecretLimits } from './contract/header-secrets.ts'
import type { HeaderSecret } from './header-secret-rows.ts'

const { nameLength, hostLength, minLength, maxLength } = headerSecretLimits

/** A secret in the panel's API: everything but its value. */
const secretRecord = object({
  name: text(),
  host: text({ description: 'The only address it is sent to.' }),
  set_at: integer(),
  unreadable: boolean({ description: 'It was stored with another secret of this server: enter it again.' }),
})

function secretOut({ name, host, setAt, value }: HeaderSecret): Static<typeof secretRecord> {
  return { name, host, set_at: setAt, unreadable: value === undefined }
}

const example = { name: 'weather', host: 'https://api.example.org', set_at: 1_735_689_600_000, unreadable: false }
const name = text({ min: 1, max: nameLength, cleaning: 'name', description: 'The name in $(secret.name).' })

export const listHeaderSecrets = definePanelOperation({
  name: 'list-header-secrets',
  summary: 'Lists the secrets that headers of the step http_request can name, without their values.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ secrets: list(secretRecord) }),
  failures: [],
  example: { input: {}, output: { secrets: [example] } },
  async handle({ caller, ctx }) {
    return { secrets: (await ctx.headerSecrets.list(caller.channel.id)).map(secretOut) }
  },
})

export const saveHeaderSecret = definePanelOperation({
  name: 'save-header-secret',
  summary: 'Stores a secret for headers of the step http_request, encrypted and for one address.',
  role: 'editor',
  grants: 'account',
  effect: 'rows',
  input: object({
    name,
    host: text({
      min: 1,
      max: hostLength,
      cleaning: 'name',
      description: 'The host it is sent to; with http:// and a port where it needs them.',
    }),
    value: text({
      min: minLength,
      max: maxLength,
      cleaning: 'line',
      description: 'The secret. It is never shown again.',
    }),
  }),
  output: object({ secret: secretRecord }),
  failures: ['invalid_parameter'],
  example: {
    input: { name: 'weather', host: 'api.example.org', value: 'example-key-4Jx0mTqYc2LwPz7R' },
    output: { secret: example },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => ({ secret: secretOut(await ctx.headerSecrets.save(tx, caller, input)) }))
  },
})

export const deleteHeaderSecret = definePanelOperation({
  name: 'delete-header-secret',
  summary: 'Deletes a secret for headers. Steps that name it fail from then on.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ name }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { name: 'weather' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.headerSecrets.remove(tx, caller, input.name.toLowerCase())
      return {}
    })
  },
})

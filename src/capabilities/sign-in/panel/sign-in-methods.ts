import type { PanelCaller } from '../../../kernel/operation/caller.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { definePanelOperation } from '../../../kernel/operation/operation.ts'
import { boolean, integer, list, nullable, object, text } from '../../../kernel/schema/schema.ts'
import { addingKey } from '../../people/adding-key.ts'
import { signInMethodErrors } from '../method-messages.ts'
import { codeAddress, makeCodeSecret } from '../one-time-codes.ts'
import { preparePassword } from '../sign-in-methods.ts'
import { passkeyAlgorithms, siteOf } from '../webauthn.ts'

const data = (description: string) => text({ min: 1, max: 4096, description })
const label = text({ min: 1, max: 100, cleaning: 'line', description: 'The name, as you see it in the list.' })

export const listSignInMethods = definePanelOperation({
  name: 'list-sign-in-methods',
  summary: 'Lists your passkeys, and whether you have a password and one-time codes.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    site: nullable(text({ description: 'The name that new passkeys belong to; null at an IP address.' })),
    passkeys: list(
      object({ id: text(), name: text(), site: text(), created_at: integer(), used_at: nullable(integer()) }),
    ),
    password: nullable(object({ name: text(), one_time_codes: boolean() })),
  }),
  failures: [],
  example: { input: {}, output: { site: 'localhost', passkeys: [], password: null } },
  async handle({ caller, ctx }) {
    const { passkeys, password } = await ctx.signInMethods.list(caller.person)
    return {
      site: siteOf(caller.host) ?? null,
      passkeys: passkeys.map(({ id, name, site, createdAt, usedAt }) => ({
        id,
        name,
        site,
        created_at: createdAt,
        used_at: usedAt,
      })),
      password: password && { name: password.name, one_time_codes: password.hasCodes },
    }
  },
})

export const beginAddingPasskey = definePanelOperation({
  name: 'begin-adding-passkey',
  summary: 'Returns what a browser needs to create a passkey.',
  role: 'viewer',
  grants: 'sign-in',
  effect: 'rows',
  input: object({}),
  output: object({
    challenge: text(),
    site: text(),
    user_id: text(),
    user_name: text(),
    algorithms: list(integer()),
    known: list(text(), { description: 'The ids of your passkeys.' }),
  }),
  failures: ['invalid_parameter'],
  example: {
    input: {},
    output: {
      challenge: 'challenge',
      site: 'localhost',
      user_id: 'person_1',
      user_name: 'streamer',
      algorithms: [...passkeyAlgorithms],
      known: [],
    },
  },
  async handle({ caller, ctx, commit }) {
    const site = siteFor(caller)
    const { passkeys } = await ctx.signInMethods.list(caller.person)
    const challenge = await ctx.signInMethods.beginPasskey(addingKey(caller.sessionId))
    return commit(async () => ({
      challenge,
      site,
      user_id: caller.person.id,
      user_name: caller.person.name,
      algorithms: [...passkeyAlgorithms],
      known: passkeys.map(({ id }) => id),
    }))
  },
})

export const addPasskey = definePanelOperation({
  name: 'add-passkey',
  summary: 'Adds a passkey that you can sign in with.',
  role: 'viewer',
  grants: 'sign-in',
  effect: 'rows',
  input: object({
    name: label,
    challenge: data('The challenge of begin-adding-passkey.'),
    client_data: data('The data of the browser, base64url.'),
    authenticator_data: data('The data of the authenticator, base64url.'),
    public_key: data('The public key (SPKI), base64url.'),
  }),
  output: object({}),
  failures: ['invalid_parameter'],
  example: {
    input: { name: 'Laptop', challenge: 'challenge', client_data: 'e30', authenticator_data: 'AA', public_key: 'AA' },
    output: {},
  },
  async handle({ input, caller, ctx, commit }) {
    const bytes = (sent: string) => Buffer.from(sent, 'base64url')
    const { name, challenge } = input
    const site = siteFor(caller)
    const answer = {
      challenge,
      clientData: bytes(input.client_data),
      authenticatorData: bytes(input.authenticator_data),
      publicKey: bytes(input.public_key),
    }
    const browser = addingKey(caller.sessionId)
    const passkey = await ctx.signInMethods.readPasskey(answer, { host: caller.host, browser })
    return commit(async (tx) => {
      await ctx.signInMethods.addPasskey(tx, caller, caller.person, { ...passkey, name, site })
      return {}
    })
  },
})

function siteFor({ host }: PanelCaller): string {
  const site = siteOf(host)
  if (site === undefined) throw new Failure('invalid_parameter', { message: signInMethodErrors.noPasskeyHere.of() })
  return site
}

export const removePasskey = definePanelOperation({
  name: 'remove-passkey',
  summary: 'Removes one of your passkeys. Existing sessions stay open.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: data('The passkey.') }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { id: 'AAAA' }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.signInMethods.removePasskey(tx, caller, caller.person, input.id)
      return {}
    })
  },
})

export const setPassword = definePanelOperation({
  name: 'set-password',
  summary: 'Sets the name and the password that you can sign in with.',
  role: 'viewer',
  grants: 'sign-in',
  effect: 'rows',
  input: object({
    name: text({ min: 2, max: 100, cleaning: 'line', description: 'The name to sign in with.' }),
    password: text({ min: 1, max: 1000, description: 'At least 12 characters.' }),
  }),
  output: object({}),
  failures: ['invalid_parameter', 'overloaded'],
  example: { input: { name: 'streamer', password: 'four random plain words' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    const { name, password } = input
    const hash = await preparePassword(name, password)
    return commit(async (tx) => {
      await ctx.signInMethods.setPassword(tx, caller, caller.person, name, hash)
      return {}
    })
  },
})

export const removePassword = definePanelOperation({
  name: 'remove-password',
  summary: 'Removes your password and its one-time codes. Existing sessions stay open.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'rows',
  input: object({}),
  output: object({}),
  failures: ['not_found'],
  example: { input: {}, output: {} },
  handle({ caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.signInMethods.removePassword(tx, caller, caller.person)
      return {}
    })
  },
})

export const beginOneTimeCodes = definePanelOperation({
  name: 'begin-one-time-codes',
  summary: 'Returns a new secret for an authenticator app. Nothing changes before a code confirms it.',
  role: 'viewer',
  grants: 'sign-in',
  effect: 'none',
  input: object({}),
  output: object({ secret: text(), address: text({ description: 'The same as an otpauth address.' }) }),
  failures: [],
  example: {
    input: {},
    output: { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', address: 'otpauth://totp/Showcaller:streamer?secret=…' },
  },
  async handle({ caller }) {
    const secret = makeCodeSecret()
    return { secret, address: codeAddress(secret, caller.person.name) }
  },
})

export const confirmOneTimeCodes = definePanelOperation({
  name: 'confirm-one-time-codes',
  summary: 'Asks for a one-time code with every sign-in by password from now on.',
  role: 'viewer',
  grants: 'sign-in',
  effect: 'rows',
  input: object({
    secret: text({ min: 32, max: 32, description: 'The secret of begin-one-time-codes.' }),
    code: text({ min: 6, max: 10, cleaning: 'line', description: 'A code of the app.' }),
  }),
  output: object({}),
  failures: ['invalid_parameter'],
  example: { input: { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', code: '123456' }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.signInMethods.turnOnCodes(tx, caller, caller.person, input.secret, input.code)
      return {}
    })
  },
})

export const removeOneTimeCodes = definePanelOperation({
  name: 'remove-one-time-codes',
  summary: 'Asks for no one-time code any more.',
  role: 'viewer',
  // It weakens the sign-in, so whoever took over a session must not do it.
  grants: 'sign-in',
  effect: 'rows',
  input: object({}),
  output: object({}),
  failures: ['not_found'],
  example: { input: {}, output: {} },
  handle({ caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.signInMethods.turnOffCodes(tx, caller, caller.person)
      return {}
    })
  },
})

import { defineMessages } from '../../kernel/text/message.ts'
import { platformMessages } from '../messages.ts'

/** Why a model gave no usable answer. `{provider}` is the name that the owner gave it, `{reason}` its own words. */
export const modelErrors = defineMessages('errors.aiModel', {
  refused: '{provider} refused the request: {reason}.',
  keyRefused: '{provider} refused the key: {reason}.',
  rateLimited: '{provider} is limiting requests: {reason}.',
  serverError: '{provider} has a server error (status {status}).',
  unreadable: '{provider} sent an answer that is not of the chat-completions protocol.',
  empty: '{provider} sent an empty answer.',
  outOfTokens:
    '{provider} used all {tokens:number} tokens for reasoning and wrote no answer. Raise “Longest answer in tokens”, or choose a model that does not reason.',
  unreachable: '{provider}: {reason}',
  noReason: platformMessages.noReason,
})

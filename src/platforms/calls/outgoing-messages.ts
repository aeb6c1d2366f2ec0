import { defineMessages } from '../../kernel/text/message.ts'

/** Why a call to an address that a person entered was not made, or has no usable answer. */
export const outgoingErrors = defineMessages('errors.outgoing', {
  notAnAddress: 'url must be an address that starts with https:// or http://.',
  credentials: 'url must not contain a user name or a password. Send them in a header.',
  dotSegment: 'url must not contain . or .. as a part of its path.',
  hostNotAllowed: 'url: {host} is not on the list of allowed hosts. The owner adds it under Settings › Channel.',
  notPublic: 'url: {host} is not a public address. The operator can allow it with SHOWCALLER_OUTGOING_ALLOW.',
  unknownHost: 'url: there is no host {host}.',
  header: 'headers: {header} is not a header that can be sent.',
  tooMany: 'Too many web addresses are being called. Try again in a moment.',
  unreachable: '{host} could not be reached.',
  timedOut: '{host} did not answer within {seconds} s.',
  redirected: '{host} answered with a redirect, which is not followed. Use the address it points to.',
  tooLarge: '{host} answered with more than {kilobytes} KiB.',
  encoded: '{host} answered with a compressed body, which was not asked for.',
})

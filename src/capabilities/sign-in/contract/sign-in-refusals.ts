import { defineMessages } from '../../../kernel/text/message.ts'

/** Why a sign-in is refused, by the code in the address of the sign-in page. Codes of failures have their own texts. */
export const signInRefusals = defineMessages('sign-in.refusals', {
  sandbox_closed:
    'The sandbox signs nobody in on this server, because a real platform account is connected. Use a sign-in link: npx showcaller link',
  other_machine:
    'The sandbox signs in only in a browser on the machine that Showcaller runs on. Use a sign-in link: npx showcaller link',
  channel_exists:
    'A channel with this name already exists. Choose another name, or use a sign-in link: npx showcaller link --channel NAME',
  channel_limit: 'This server already has as many channels as its operator allows.',
  channels_off: 'The operator of this server does not allow new channels.',
})

export type SignInRefusal = keyof typeof signInRefusals

import { defineMessages } from '../../kernel/text/message.ts'

/** Errors about settings. `{setting}` is the environment variable, or the key and the settings file. */
export const configMessages = defineMessages('config', {
  redisNeedsDatabase: 'REDIS_URL requires DATABASE_URL: all nodes of a cluster use the same PostgreSQL database.',
  redisNeedsSecret: 'REDIS_URL requires SHOWCALLER_SECRET: all nodes of a cluster use the same secret.',
  incompleteApp: 'Set both {first} and {second}: only one of them is set.',
  incompleteTunnel: '{second} requires {first}: the lasting public address of the tunnel.',
  tunnelUrl: '{setting} must be an address without a path (https://show.example.org), not {value}.',
  command: '{setting} must be a list of words, for example ["cloudflared", "tunnel", "run", "show"].',
  unreadableFile: '{file} cannot be read: {reason}',
  unknownKey: '{file} has an unknown setting {key}. docs/settings.md lists the settings.',
  misspeltKey: '{file} has an unknown setting {key}. Did you mean {meant}?',
  unknownVariable: '{variable} is not a setting. docs/settings.md lists the settings.',
  misspeltVariable: '{variable} is not a setting. Did you mean {meant}?',
  port: '{setting} must be a port from 0 to 65535, not {value}.',
  portOrAddress: '{setting} must be a port or an address with a port (0.0.0.0:9464), not {value}.',
  positiveInteger: '{setting} must be a whole number above 0, not {value}.',
  atMost: '{setting} must be at most {max}, not {value}.',
  megabytes: '{setting} must be a whole number of megabytes, not {value}.',
  oneOf: '{setting} must be one of {values}, not {value}.',
  invalid: '{setting}: {reason}.',
  url: '{setting} must be an address that begins with {beginnings}, not {value}.',
  hostName:
    '{setting} must be host names without http:// and port, separated by commas (stream.example.org), not {value}.',
  databaseUrl: '{setting} must be an address that begins with postgres://.',
  secret: '{setting} must have at least 32 characters.',
  passphrase: '{setting} must have at least {min:number} characters.',
  setUpCode: '{setting} must have at least {min:number} letters and digits.',
  oneOfTwo: 'Set only one of {first} and {second}.',
  unreadableSecret: '{setting}: the file {path} cannot be read.',
  publicKey: '{setting} must be a public key that begins with -----BEGIN PUBLIC KEY-----.',
})

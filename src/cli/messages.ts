import { defineMessages } from '../kernel/text/message.ts'

/** Every text of the command line. The names of commands and flags are part of its interface and are not translated. */
export const cliMessages = defineMessages('cli', {
  usage: `Usage: showcaller <command>

  serve [--only api,gateway,jobs]        start the server; several nodes can share the work
  key create --name N --scopes all|a,b [--expires 30d] [--address A]… [--test] [--json]
  key list [--json]
  key revoke ID
  key roll ID [--overlap 24h] [--json]   create a new key with the same scopes; the old key expires after the overlap
  overlay url | roll [--test] [--json]   show or replace the overlay link for OBS; --test: that of the test channel
  link [--json]                          create a sign-in link for the panel
  call <operation> ['<json>']            run an operation and print its response
  mcp [--scopes a,b] [--test]            serve an assistant over the Model Context Protocol, by standard input and output
  listen [--types a,b] [--platform P] [--forward URL] [--test]
                                         print events as they happen; --forward posts them to an address of yours
  category add --name N [--alias A]…     add your own category; search-games finds it immediately
  viewer export --platform P --username N | --userid I
                                         print everything that is stored about a viewer, as JSON
  viewer erase --platform P --username N | --userid I --yes
                                         erase a viewer with all linked accounts; points stay as numbers without a name
  backup FILE [--encrypt] [--force]      back up the database and the uploads next to it; works while the server runs
                                         --encrypt: one file, encrypted with a passphrase that is asked for
  restore FILE                           restore a backup; stop the server first
  migrate --from A --to B                move all data from a data folder to postgres://… or back
  doctor [--full]                        check the installation and the database; --full reads every page and balance
  version                                print the version

  --channel C selects a channel; the default is the first one. Data and settings are read from the current folder.
`,
  unknownCommand: 'there is no command {command}.',
  misspeltCommand: 'there is no command {command}. Did you mean {meant}?',
  misspeltOption: '{reason}. Did you mean {meant}?',
  listenNeedsServer: 'no server runs with this data folder. Start one with: npm start',
  serverClosed: 'the server has closed the connection.',
  invalidForward: '--forward must be an address that starts with http:// or https://.',
  forwarding: 'Posting each event to {url}, signed with the secret {secret}',
  forwarded: '{type} {id}: {result}',
  notReached: 'not reached',
  unreadableOptions: 'the options cannot be read.',
  callNeedsOperation: 'call needs an operation, for example: showcaller call get-points-top',

  keyCreated: '{key}\n\nThe key is shown only once. Its id is {id}.',
  keyRevoked: 'Revoked {id}.',
  noKeys: 'There are no keys.',
  keyIsRevoked: 'revoked',
  keyNeverUsed: 'never used',
  keyLastUsed: 'used {at}',
  viewerErased: {
    plural: 'accounts',
    one: 'Erased {accounts:number} account. Backups that were made before still contain it.',
    other: 'Erased {accounts:number} linked accounts. Backups that were made before still contain them.',
  },
  eraseNeedsYes: 'This erases {accounts} for good. Add --yes to confirm.',
  platformRequired: '--platform is required: one of {platforms}.',
  viewerRequired: '--username or --userid is required.',
  unknownViewer: 'No viewer {name} is known on this platform.',
  categoryAdded: 'Added {name}.',
  backedUp: 'Saved to {path}.',
  backedUpEncrypted: 'Saved to {path}, encrypted. Without its passphrase it cannot be restored.',
  passphraseNeeded:
    'a passphrase is needed: set SHOWCALLER_BACKUP_PASSPHRASE or SHOWCALLER_BACKUP_PASSPHRASE_FILE, or run this in a terminal.',
  passphraseTooShort: 'the passphrase must have at least {min:number} characters.',
  passphrasesDiffer: 'the two passphrases are different.',
  passphraseCancelled: 'cancelled.',
  enterPassphrase: 'Passphrase of the backup: ',
  repeatPassphrase: 'The passphrase again: ',
  backedUpWithUploads: {
    plural: 'files',
    one: 'Saved to {path}. {files:number} uploaded file is in {path}-uploads.',
    other: 'Saved to {path}. {files:number} uploaded files are in {path}-uploads.',
  },

  unknownChannel: 'There is no channel {name}.',
  fileRequired: '{command} needs the name of a file.',
  nameRequired: '--name is required.',
  nameTooLong: '--name must have at most {max:number} characters.',
  keyIdRequired: 'The id of the key is required.',
  scopesRequired: '--scopes is required: "all", or names separated by commas.',
  unknownScope: '{word} is not a scope. Scopes are: {scopes}.',
  invalidAddress: '--address: {problem}.',
  invalidDuration: '{option} must be a duration such as 30d, 12h or 15m, not {text}.',
  overlapTooLong: '--overlap must be at most 24h.',
  expiresAtOnce: '--expires must be longer than {text}: the key would have expired already.',
  fileExists: '{path} exists already. Choose another name, or replace it with --force.',
  diskFull: 'the disk of the data folder {folder} is full: free some space and try again.',
  serverDidNotAnswer: 'the server did not respond within {seconds:number} seconds',

  onlyFormat: 'serve accepts only the option --only with a comma-separated list of {roles}.',
  portInUse: 'port {port} on {host} is in use. Set {variable} to another port.',
  portNotAllowed: 'this user is not allowed to use port {port} on {host}. Set {variable} to a port above 1023.',
  hostNotLocal: 'HOST {host} is not an address of this machine.',
  cannotListen: 'cannot listen on {host}:{port}: {reason}',

  ready: `Showcaller is ready.
  Panel     {base}/          (npx showcaller link creates a sign-in link)
  Overlay   {base}/overlay   (npx showcaller overlay url prints the full link)
  API       {base}/v1/       ({base}/openapi.json){setUp}`,
  setUpWithCode: `
  Or open {base}/ and enter the set-up code {code}`,
  setUpWithFile: `
  Or open {base}/ and enter the set-up code in {file}`,
  upgraded: 'Upgraded the data. The backup from before is {backup}.',
  upgradedWithoutBackup: 'Upgraded the data. There is no backup from before, because backups are off.',
  browserOpens: 'The panel opens in your browser.',
  readyFirstTime: `Showcaller is ready. The links and the key are shown only once:

  Sign in (one use, valid for one hour)
    {signInUrl}{setUp}

  Overlay: add it to OBS as a browser source, 1920 x 1080
    {overlayUrl}

  Your first API call{keyLife}
    curl -X POST {base}/v1/send-message -H "Authorization: Bearer {key}" -H "Content-Type: application/json" -d '{{"message":"Hello from Showcaller"}'

  After signing in, see the message at {base}/sandbox.`,
  keyLastsOneDay: ' (the key expires after 24 hours, because logs keep this text)',
  firstKeyName: 'First key',

  filesOpenToOthers: 'showcaller: other users of this machine may read {paths}, and this user may not change that.',
  fileMissing: '{file} does not exist.',
  folderMissing: 'the folder {folder} does not exist: create it first.',
  notABackup: '{file} is not a backup of Showcaller: {reason}.',
  cannotRestore: '{file} cannot be restored: {reason}.',
  restoreFromBefore:
    '{problem}. To go back to this one, restore the backup from before the upgrade, which loses what happened since: npx showcaller restore {backup}',
  restored: 'Restored {file}.',
  restoredKeepingOld: 'Restored {file}. The previous data is in {kept}.',

  migrateNeedsBoth: 'migrate needs --from and --to.',
  migrateNeedsFolderAndUrl: 'one of --from and --to must be a data folder, the other one must start with postgres://.',
  migratedTable: '{table} {rows} rows  {hash}',
  nothingMigrated: 'no data was moved: {reason}.',
  migrated: 'Moved {rows} rows of {tables} tables. Each table was read back and compared.',
  noDatabaseIn: 'there is no database in {folder}',
  databaseExistsIn: '{folder} already contains a database',

  checkPassed: 'ok    {text}',
  checkFailed: 'fail  {text}',
  versions: 'Node {node}, SQLite {sqlite}',
  dataFolder: 'Data folder {folder}',
  noServer: 'No server is running on this data folder',
  serverRunning: 'A server is running at {url}; stop it to check the database',
  noDatabaseYet: 'There is no database yet; the first start creates it',
  databaseIntact: 'The database is intact and every balance equals its ledger',
  databaseStructureIntact: 'The tables of the database are intact; doctor --full also checks indexes and balances',
  databaseDamaged: 'The database has a problem: {fault}. {advice}',
  serverFails: 'A server is running but cannot respond: {reason}',
  checkNotMade: 'A check could not be made: {reason}',
  freeSpace: '{megabytes:number} MiB free on the disk of the data folder',
})

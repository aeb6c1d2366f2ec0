/** A writer was used after its transaction. That is a programming error, so it is not a Failure that a caller gets. */
export class FinishedTransaction extends Error {
  constructor() {
    super('the transaction has ended: await every statement inside write(), and keep no writer beyond it')
  }
}

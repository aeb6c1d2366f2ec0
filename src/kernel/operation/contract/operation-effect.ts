/**
 * `none`: reads only. `rows`: all changes are in one transaction. `outside`: an action on a platform or an overlay that
 * cannot be rolled back, so that a retry after a crash must not repeat it.
 */
export type OperationEffect = 'none' | 'rows' | 'outside'

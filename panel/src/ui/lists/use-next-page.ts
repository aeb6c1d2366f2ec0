import { useLocation } from 'preact-iso'

/** Leads to another page after something was done, unless the person has gone elsewhere meanwhile. */
export function useNextPage(): (path: string, replaces?: boolean) => void {
  const { route } = useLocation()
  const { pathname: from } = location
  return (path, replaces = false) => {
    if (location.pathname === from) route(path, replaces)
  }
}

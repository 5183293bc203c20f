import type { Redirected } from "#app/domain/basics/answers.ts";

type Address = { pathname: string; search: string };

/**
 * Where the page goes after a redirect. The person may have searched, opened a dialog or closed one since: the page stays
 * there, and takes over only what the redirect changed in the search of the list's address. Null on another screen.
 */
export function addressAfter({ from, to }: Redirected["redirected"], goesTo: Address): Address | null {
  const before = new URL(from);
  const { pathname, search, searchParams } = new URL(to, from);
  if (pathname !== before.pathname) return { pathname, search };
  if (!`${goesTo.pathname}/`.startsWith(`${pathname}/`)) return null;
  const params = new URLSearchParams(goesTo.search);
  for (const name of new Set([...before.searchParams.keys(), ...searchParams.keys()])) {
    const value = searchParams.get(name);
    if (value === before.searchParams.get(name)) continue;
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return { pathname: goesTo.pathname, search: `${params}` };
}

/** Whether two addresses name the same page, whatever the order and encoding of their parameters. */
export const isSame = (one: Address, other: Address) =>
  one.pathname === other.pathname && `${new URLSearchParams(one.search)}` === `${new URLSearchParams(other.search)}`;

/** The router: addresses in, pages out. Five pages need no library. */
export type Route =
  | { page: "home" }
  | { page: "new"; slug: string }
  | { page: "table"; code: string }
  | { page: "replay"; code: string | null; n: number | null; as: string; review: boolean }
  | { page: "rules"; slug: string; section: string }
  | { page: "here"; code: string }
  | { page: "nowhere" };

/** The page an address names. */
export function parse(address: { pathname: string; search: string; hash: string }): Route {
  const [first, second, ...rest] = address.pathname.split("/").filter(Boolean).map(decode);
  if (rest.length > 0) return { page: "nowhere" };
  if (first === undefined) return { page: "home" };
  if (first === "new" && second) return { page: "new", slug: second };
  if (first === "t" && second) return { page: "table", code: second.toUpperCase() };
  if (first === "rules" && second) return { page: "rules", slug: second, section: decode(address.hash.slice(1)) };
  if (first === "here" && !second) return { page: "here", code: decode(address.hash.slice(1)) };
  if (first === "replay") {
    const query = new URLSearchParams(address.search);
    const n = Number.parseInt(query.get("n") ?? "", 10);
    return {
      page: "replay",
      code: second ? second.toUpperCase() : null,
      n: Number.isFinite(n) && n >= 0 ? n : null,
      as: query.get("as") ?? "",
      review: query.has("review"),
    };
  }
  return { page: "nowhere" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A page without a server keeps its address in the fragment: the host of its files knows no other. */
const IN_FRAGMENT = import.meta.env.MODE === "site";

/** Where the visitor is. */
function here(): { pathname: string; search: string; hash: string } {
  return IN_FRAGMENT ? new URL(location.hash.slice(1) || "/", location.origin) : location;
}

const shown = (path: string): string => (IN_FRAGMENT ? `#${path}` : path);

class Router {
  route: Route = $state.raw(parse(here()));

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  /** Go to a page of the client. */
  go(path: string, how: { replace?: boolean } = {}): void {
    if (how.replace) history.replaceState(null, "", shown(path));
    else history.pushState(null, "", shown(path));
    this.#read();
  }

  /** Change the address without leaving the page, so that a copied link leads here. */
  note(path: string): void {
    history.replaceState(history.state, "", shown(path));
  }

  #read(): void {
    this.route = parse(here());
  }

  /** Handle ordinary links without reloading the page; the browser handles clicks with a modifier key. */
  #follow(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash) {
      if (!IN_FRAGMENT) return;
      event.preventDefault();
      this.go(here().pathname + link.hash);
      return;
    }
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();

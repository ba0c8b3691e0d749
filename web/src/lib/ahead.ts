/** Load something before it is needed. Without a connection it is loaded when it is needed. */
export function ahead(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}

/** The part of Node that the tests use. */
declare module "node:crypto" {
  export function createHash(name: "sha256"): { update(text: string): { digest(form: "hex"): string } };
}

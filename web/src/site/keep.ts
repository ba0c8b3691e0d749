/** What the page keeps in this browser: the visitor's token, and everything that was appended to the tables' log. */
const NAME = "parlour";
const LOG = "log";
const ABOUT = "about";

/** A database request as a promise. */
function promised<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error ?? new Error("The browser's storage failed."));
  });
}

export class Kept {
  #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  static async open(): Promise<Kept> {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(LOG, { autoIncrement: true });
      asked.result.createObjectStore(ABOUT);
    };
    return new Kept(await promised(asked));
  }

  /** The visitor's token, made on the first visit. */
  async token(): Promise<string> {
    const about = this.#database.transaction(ABOUT, "readwrite").objectStore(ABOUT);
    const known: unknown = await promised(about.get("token"));
    if (typeof known === "string") return known;
    const made = [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16)).join("");
    const token = made.padEnd(32, "0");
    await promised(about.put(token, "token"));
    return token;
  }

  /** Everything appended so far, in order. */
  all(): Promise<string[]> {
    return promised(this.#database.transaction(LOG).objectStore(LOG).getAll() as IDBRequest<string[]>);
  }

  /** Append; the browser finishes writing after this returns, even if the page is closed at once. */
  append(text: string): void {
    const writing = this.#database.transaction(LOG, "readwrite");
    writing.objectStore(LOG).add(text);
    writing.commit();
  }
}

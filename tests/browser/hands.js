// What a person at the table can see and reach, found in the page itself; nothing here knows a game.
// Installed before the page's own script, as window.__hands.
(() => {
  const DISTANCE = 3;
  const prompt = () => document.querySelector('[data-testid="prompt"]');
  const isStaged = (element) => element.dataset.look === "staged" || element.getAttribute("aria-pressed") === "true";

  /** A point of the element, near its middle, where a tap hits it and nothing else; null if it is covered. */
  function point(element) {
    const box = element.getBoundingClientRect();
    const points = [];
    for (let x = box.left + 2; x < box.right - 1; x += DISTANCE) {
      for (let y = box.top + 2; y < box.bottom - 1; y += DISTANCE * 2) {
        points.push([Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2), x, y]);
      }
    }
    points.sort((a, b) => a[0] - b[0]);
    for (const [, x, y] of points) {
      if (element.contains(document.elementFromPoint(x, y))) return { x, y };
    }
    return null;
  }

  /** The same after scrolling there, as a person would. */
  function spot(element) {
    for (const block of ["nearest", "center", "start"]) {
      element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
      const found = point(element);
      if (found) return found;
    }
    return null;
  }

  /** How wide and how high the part of an element is that a finger can hit, once it is scrolled to. */
  function reach(element) {
    const hits = (x, y) => element.contains(document.elementFromPoint(x, y));
    const run = (at, dx, dy) => {
      let far = 0;
      while (far < 64 && hits(at.x + dx * (far + 1), at.y + dy * (far + 1))) far += 1;
      return far;
    };
    let best = { width: 0, height: 0 };
    for (const block of ["center", "start", "nearest"]) {
      element.scrollIntoView({ block, inline: "center", behavior: "instant" });
      const at = point(element);
      if (!at) continue;
      const found = {
        width: 1 + run(at, -1, 0) + run(at, 1, 0),
        height: 1 + run(at, 0, -1) + run(at, 0, 1),
      };
      if (Math.min(found.width, found.height) > Math.min(best.width, best.height)) best = found;
    }
    return best;
  }

  const quoted = (text) => CSS.escape(String(text));
  const inTable = (selector) => document.querySelector(`.table ${selector}`);

  /** A place of a grid: empty, or with a card on it. */
  function cell([row, column]) {
    const at = `[data-row="${row}"][data-column="${column}"]`;
    return inTable(`[data-cell]${at}`) ?? inTable(`[data-layout="grid"] [data-pid]${at}`);
  }

  /** The thing to point at for a piece, zone, seat, cell or word of a choice. */
  function find([kind, name]) {
    if (kind === "piece") return inTable(`[data-pid="${quoted(name)}"]`);
    if (kind === "seat") return inTable(`[data-seat="${quoted(name)}"] .who`);
    if (kind === "option") return inTable(`[data-option="${quoted(name)}"]`);
    if (kind === "cell") return cell(name);
    const zone = inTable(`[data-zone-id="${quoted(name)}"]`);
    // While a player can be chosen, their whole panel stands for them.
    const panel = zone?.closest(".others [data-seat]");
    if (panel && !["idle", "off"].includes(panel.dataset.look)) return panel.querySelector(".who");
    return (
      inTable(`[data-target="${quoted(name)}"]`) ??
      zone?.querySelector("header button") ??
      [...(zone?.querySelectorAll("[data-pid]") ?? [])].at(-1) ??
      null
    );
  }

  /** Can this be pointed at, and was it not yet? A pile is pointed at by its top card, which then stands for the pile. */
  function isOpen([kind, element, name]) {
    if (!element || isStaged(element)) return false;
    return kind !== "zone" || inTable(`[data-zone-id="${quoted(name)}"]`)?.dataset.look !== "staged";
  }

  const buttonOf = (choice) => prompt()?.querySelector(`.buttons [data-action="${choice.action}"]`) ?? null;

  /**
   * What to do next for a choice: answer the question, press its button, or point at something of it.
   * `targets` are its pieces, zones, seats and word in the order this person points at them; `eager` presses the
   * button as soon as there is one, else things are pointed at first.
   */
  function next({ choice, targets, eager }) {
    const question = prompt()?.querySelector("[data-confirm]");
    if (question) return { act: "confirm", element: question };
    const button = buttonOf(choice);
    const staged = [...document.querySelectorAll('.table [data-pid][data-look="staged"]')];
    const anything = Boolean(prompt()?.querySelector("[data-cancel]"));
    if (button && (eager || anything)) return { act: "press", element: button };
    // A choice that names a place is made there; the cards it touches follow.
    const place = targets.filter(([kind, name]) => kind === "cell" && cell(name));
    const open = (place.length ? place : targets).map((name) => [name[0], find(name), name[1]]).filter(isOpen);
    if (staged.length > choice.pieces.length && !place.length) {
      return { act: "tap", element: staged.find((each) => !choice.pieces.includes(each.dataset.pid)) ?? staged[0] };
    }
    const other = open.find(([kind]) => kind !== "piece");
    const goal = staged.length < choice.pieces.length ? open[0] : (other ?? open[0]);
    if (goal) return { act: "tap", element: goal[1] };
    return button ? { act: "press", element: button } : null;
  }

  /** The next thing to do and where on the screen. */
  function step(wish) {
    const found = next(wish);
    if (!found) return { act: "stuck", what: prompt()?.innerText ?? document.body.innerText.slice(0, 400) };
    const at = spot(found.element);
    [target, hit] = [found.element, false];
    const what = found.element.getAttribute("aria-label") ?? found.element.innerText.trim();
    return at ? { act: found.act, what, ...at } : { act: "covered", what };
  }

  // A notice may come or go, and move everything, between aiming and tapping: a tap that would hit something else is not
  // made, and the person aims again.

  let target = null;
  let hit = false;
  let astray = false;

  function guard(event) {
    const aimed = target !== null && target.contains(event.target);
    if (event.type === "pointerdown") astray = target !== null && !aimed;
    if (event.type === "click" && aimed && !astray) [target, hit] = [null, true];
    else if (astray || (event.type === "click" && target)) {
      event.stopImmediatePropagation();
      if (event.cancelable) event.preventDefault();
    }
  }
  for (const type of ["pointerdown", "mousedown", "touchstart", "pointerup", "mouseup", "touchend", "click"]) {
    window.addEventListener(type, guard, { capture: true, passive: false });
  }

  /** Has the last tap hit what it was aimed at, and is that all there is to do? */
  function done() {
    [target, astray] = [null, false];
    // After the last move of a game there is no prompt any more.
    return hit && !prompt()?.querySelector("[data-confirm]");
  }

  // By keyboard

  let goal = null;

  /** The next thing to do; remembers it as the place to reach. */
  function aim(wish) {
    const found = next(wish);
    goal = found?.element ?? null;
    if (!found) return { act: "stuck", what: prompt()?.innerText ?? "" };
    const buttons = [...(prompt()?.querySelectorAll(".buttons [data-action]") ?? [])];
    const here = document.activeElement;
    return {
      act: found.act,
      what: goal.getAttribute("aria-label") ?? goal.innerText.trim(),
      letter: here?.closest(".table") ? (goal.dataset.key ?? null) : null,
      // Enter confirms what is staged; with nothing staged it points at what has the focus.
      enter:
        found.act === "press" &&
        buttons.length === 1 &&
        Boolean(prompt()?.querySelector("[data-cancel]")) &&
        (here?.matches(".table [data-pid], .table .who") ?? false),
    };
  }

  /** Which key brings the focus nearer to the place to reach; null when it is there. */
  function key(tries) {
    // A redraw while walking may have put another element in its place.
    const { pid, row, column } = goal.dataset;
    const place = pid ? `[data-pid="${CSS.escape(pid)}"]` : `[data-row="${row}"][data-column="${column}"]`;
    if (!goal.isConnected && (pid || row)) goal = document.querySelector(place) ?? goal;
    const here = document.activeElement;
    if (here === goal) return null;
    const group = goal.closest("[data-walk], .pieces");
    if (group?.contains(here)) {
      const items = [...group.querySelectorAll("[data-pid], [data-cell]")];
      if (group.dataset.walk !== "grid") return items.indexOf(goal) > items.indexOf(here) ? "ArrowRight" : "ArrowLeft";
      const down = Number(goal.dataset.row) - Number(here.dataset.row);
      const right = Number(goal.dataset.column) - Number(here.dataset.column);
      // Gaps can throw one off the straight way; then try the other direction first.
      const rowFirst = tries % 7 < 4;
      if (down && (rowFirst || !right)) return down > 0 ? "ArrowDown" : "ArrowUp";
      return right > 0 ? "ArrowRight" : "ArrowLeft";
    }
    const where = here.compareDocumentPosition(group ?? goal);
    return where & Node.DOCUMENT_POSITION_PRECEDING && here !== document.body ? "Shift+Tab" : "Tab";
  }

  // What the person knows

  const PATIENCE = 120_000;
  const ask = (path) => (window.__ask ?? window.fetch)(path);

  /** The person's view as text; with `have` and `wait`, the next one as soon as it is there. Null if none comes. */
  async function look(code, have = null, wait = 0) {
    const answer = await ask(`/api/tables/${code}/view${have === null ? "" : `?have=${have}&wait=${wait}`}`);
    return answer.status === 200 ? await answer.text() : null;
  }

  function isCalm({ table, scene, prompt: asked }, answered) {
    if (table.status !== "playing") return table.status === "over" || answered === null;
    if (answered !== null && asked === answered) return false;
    return !scene.waiting.some(({ seat }) => table.seats[seat].level);
  }

  let checked = "";

  /**
   * The update after which no bot acts out of turn. The bots that may are asked at every update, before anything that
   * comes later is decided: even this, which changes nothing. In a page without a server they have acted by now.
   */
  async function lastReaction(code, seq, { you, prompt: mine }) {
    const here = `${code} ${seq}`;
    if (window.__ask || you.seat === null || mine === null || checked === here) return seq;
    checked = here;
    const body = JSON.stringify({ t: "do", id: `calm-${seq}`, do: { c: "back" } });
    const headers = { "content-type": "application/json" };
    return (await (await fetch(`/api/tables/${code}/do`, { method: "POST", headers, body })).json()).seq;
  }

  /** Waits until no bot acts, what was answered is done, and the page shows it and has come to rest. */
  async function calm([code, answered]) {
    let text = await look(code);
    let { seq, view } = JSON.parse(text);
    for (let silent = 0; !isCalm(view, answered) || (await lastReaction(code, seq, view)) > seq; ) {
      const before = seq;
      text = (await look(code, before, 20)) ?? text;
      ({ seq, view } = JSON.parse(text));
      silent = seq > before ? 0 : silent + 1;
      if (silent === 6) return { text, silent: true };
    }
    const late = performance.now() + PATIENCE;
    while (!(window.__table?.seq >= seq)) {
      if (performance.now() > late) throw new Error(`the page shows ${window.__table?.seq}, not ${seq}`);
      await new Promise((go) => setTimeout(go, 5));
    }
    await window.__table.idle();
    return { text, silent: false };
  }

  window.__hands = {
    look,
    calm,
    step,
    aim,
    key,
    reach,
    done,
    asking: () => Boolean(prompt()?.querySelector("[data-confirm]")),
    focus: () => {
      const here = document.activeElement;
      return here === document.body ? "BODY" : (here?.getAttribute("aria-label") ?? here?.tagName ?? "nothing");
    },
  };

  // A browser that goes offline keeps the sockets it has; this cuts them, as a lost network does in the end.
  const sockets = [];
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...wishes) {
      super(...wishes);
      sockets.push(this);
    }
  };
  window.__cut = () => sockets.splice(0).forEach((socket) => socket.close());

  document.addEventListener("securitypolicyviolation", (event) => {
    console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`);
  });
})();

// Keys, live updates and the why panel of the desk.  Every form works without this file.
"use strict";
(() => {
  const body = document.body;
  const main = document.getElementById("main");
  const KEYS = { 1: "1", 0: "0", "=": "=", "+": "+", "-": "-" };
  let state = body.dataset.state || "";
  let queue = Promise.resolve();
  let waiting = 0;
  let stale = false;

  const here = new URL(location.href);
  here.searchParams.delete("done");
  if (location.search !== here.search) history.replaceState(null, "", here);

  // ---- A message that does not go away by itself.
  function tell(text) {
    let bar = document.getElementById("tell");
    if (!text) return bar && bar.remove();
    if (!bar) {
      bar = document.createElement("p");
      bar.id = "tell";
      bar.className = "bad-news";
      bar.setAttribute("role", "alert");
      main.before(bar);
    }
    bar.textContent = text;
  }

  // ---- The page as the server has it now.
  function take(text, keep) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const other = fresh.getElementById("main");
    if (!other) return;
    const focus = keep || (document.activeElement.closest("[id]") || {}).id;
    const panel = document.getElementById("panel");
    main.replaceChildren(...other.childNodes);
    if (panel && !panel.hidden) document.getElementById("panel")?.replaceWith(panel);
    state = fresh.body.dataset.state || state;
    start();
    const place = focus && document.getElementById(focus);
    if (place) place.focus({ preventScroll: true });
  }

  async function refresh() {
    if (busy()) return void (stale = true);
    stale = false;
    const answer = await fetch(location.href);
    if (!busy()) take(await answer.text());
  }

  function busy() {
    const at = document.activeElement;
    return waiting > 0 || main.querySelector("details[open]") ||
      (at && at.matches("input:not([type=checkbox]), textarea, select"));
  }

  async function send(form, button, keep) {
    const data = new URLSearchParams(new FormData(form));
    if (button && button.name) data.set(button.name, button.value);
    const answer = await fetch(form.action, { method: "POST", body: data });
    const text = await answer.text();
    return { answer, text, keep };
  }

  // ---- Results by keys: one key, and on to the next blank board.
  const boards = () => [...main.querySelectorAll(".board[data-was]")];
  const current = () => document.activeElement.closest(".board[data-was]");
  const blank = (one) => one.dataset.was === "" && !one.classList.contains("saving");

  function go(to) {
    if (!to) return;
    to.tabIndex = -1;
    to.focus();
    to.scrollIntoView({ block: "nearest" });
  }

  function enter(board, value) {
    const form = board.querySelector("form.result");
    if (!form || !blank(board)) return;
    const button = form.querySelector(`button[value="${value}"]`);
    board.classList.add("saving");
    board.querySelector(".outcome").textContent = button.textContent;
    const all = boards();
    const place = all.indexOf(board);
    go([...all.slice(place + 1), ...all.slice(0, place)].find(blank) || board);
    waiting += 1;
    queue = queue.then(() => send(form, button)).then(({ answer, text }) => {
      waiting -= 1;
      if (!answer.ok) return take(text, "main");
      tell("");
      if (waiting === 0) take(text);
    }).catch(() => {
      waiting -= 1;
      board.classList.remove("saving");
      board.querySelector(".outcome").textContent = "";
      go(board);
      tell(body.dataset.lost);
    });
  }

  // ---- Why: a panel beside the boards.
  let opener = null;
  async function why(address) {
    const panel = document.getElementById("panel");
    if (!panel) return void (location.href = address);
    const url = new URL(address, location.href);
    url.searchParams.set("part", "1");
    try {
      const answer = await fetch(url);
      if (!answer.ok) return void (location.href = address);
      panel.innerHTML = await answer.text();
    } catch {
      return tell(body.dataset.lost);
    }
    const close = document.createElement("button");
    close.className = "close";
    close.textContent = body.dataset.close;
    close.addEventListener("click", shut);
    panel.prepend(close);
    panel.hidden = false;
    panel.tabIndex = -1;
    panel.focus();
  }

  function shut() {
    const panel = document.getElementById("panel");
    if (!panel || panel.hidden) return;
    panel.hidden = true;
    panel.replaceChildren();
    const back = opener && document.getElementById(opener);
    if (back) go(back);
    if (stale) refresh();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.why");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && document.getElementById("panel")) {
      event.preventDefault();
      opener = (link.closest(".board") || {}).id;
      return why(link.href);
    }
    const seat = event.target.closest(".draft .seat[data-player]");
    if (seat && !event.target.closest("a")) choose(seat);
  });

  // ---- The draft: two players clicked are two players asked about.
  function choose(seat) {
    const form = document.getElementById("swap");
    if (!form) return;
    const chosen = main.querySelector(".seat.chosen");
    if (chosen === seat) return seat.classList.remove("chosen");
    if (!chosen) return seat.classList.add("chosen");
    form.elements.a.value = chosen.dataset.player;
    form.elements.b.value = seat.dataset.player;
    if (form.elements.a.value !== "" && form.elements.b.value !== "") form.requestSubmit();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    const panel = form.closest("#panel");
    if (panel) {
      event.preventDefault();
      const url = new URL(form.action);
      url.search = new URLSearchParams(new FormData(form, event.submitter));
      return why(url);
    }
    if (form.matches(".presence form, .board form.result")) {
      const button = event.submitter;
      if (button && button.value === "clear") return;
      event.preventDefault();
      if (form.dataset.sent) return;
      form.dataset.sent = "1";
      const row = form.closest("[id]");
      if (row) row.tabIndex = -1;
      send(form, button).then(({ answer, text }) => take(text, answer.ok && row ? row.id : "main")).catch(() => {
        delete form.dataset.sent;
        tell(body.dataset.lost);
      });
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return shut();
    if (event.target.matches("input, textarea, select") || event.target.closest("#panel")) return;
    const at = current();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const all = boards();
      if (!all.length) return;
      event.preventDefault();
      const place = at ? all.indexOf(at) + (event.key === "ArrowDown" ? 1 : -1) : 0;
      return go(all[Math.max(0, Math.min(all.length - 1, place))]);
    }
    if (!at) return;
    if (event.key in KEYS) {
      event.preventDefault();
      enter(at, KEYS[event.key]);
    } else if (event.key === "w") {
      const link = at.querySelector("a.why");
      opener = at.id;
      if (link) why(link.href);
    }
  });

  // ---- What others do shows by itself.
  function start() {
    for (const board of main.querySelectorAll(".board")) board.tabIndex = -1;
    main.querySelector(".boards-list.draft")?.classList.add("can-choose");
  }

  start();
  const place = location.hash && document.getElementById(location.hash.slice(1));
  if (place && place.matches(".board[data-was]")) go(blank(place) ? place : boards().find(blank) || place);
  else go(boards().find(blank));

  if (state && "EventSource" in window) {
    const source = new EventSource("/events");
    source.onopen = () => tell("");
    source.onerror = () => tell(body.dataset.lost);
    source.onmessage = (event) => {
      if (event.data === state || (here.pathname.startsWith("/round/") && here.searchParams.has("a"))) return;
      state = event.data;
      refresh().catch(() => tell(body.dataset.lost));
    };
    document.addEventListener("focusout", () => setTimeout(() => stale && refresh(), 50));
    window.addEventListener("pagehide", () => source.close());
  }
})();

// The page's own script: swaps fragments that the server sends, keeps focus and what is chosen, turns chosen
// controls into moves, and reconnects. It knows no game: a move is a list of keys, a control has a key.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  // Texts of the page's language, with gaps.
  const words = JSON.parse(document.body.dataset.words || "{}");
  const fill = (text, ...parts) => text.replace(/\{(\d)\}/g, (_, at) => parts[at] ?? "");
  const language = $("language");
  language?.addEventListener("submit", () => {
    language.elements.from.value = location.pathname + location.search + location.hash;
  });

  // Light or dark: the system's choice unless the person has chosen.
  const stored = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const store = (key, value) => { try { localStorage.setItem(key, value); } catch { /* no storage, no memory */ } };
  const theme = stored("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  $("theme")?.addEventListener("click", () => {
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark"
      || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    const next = dark ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    store("theme", next);
  });

  // My games: ids and tokens stay in this browser.
  const games = () => { try { return JSON.parse(stored("games") || "[]"); } catch { return []; } };
  const remember = (id, token, name) => {
    const rest = games().filter((game) => game.id !== id);
    store("games", JSON.stringify([{ id, token, name, at: Date.now() }, ...rest].slice(0, 50)));
  };

  const update = (id, state, status) => {
    const all = games();
    const game = all.find((one) => one.id === id);
    if (!game || (game.state === state && game.status === status)) return;
    Object.assign(game, { state, status, at: Date.now() });
    store("games", JSON.stringify(all));
  };

  const list = $("mine-list");
  if (list) {
    const say = $("mine").dataset;
    const element = (tag, name, text) => {
      const made = document.createElement(tag);
      if (name) made.className = name;
      if (text) made.textContent = text;
      return made;
    };
    const draw = () => {
      const order = { turn: 0, wait: 1, over: 2 };
      const mine = games().sort((a, b) => (order[a.state] ?? 1) - (order[b.state] ?? 1) || b.at - a.at);
      $("mine-none").hidden = mine.length > 0;
      list.replaceChildren(...mine.slice(0, 24).map((game) => {
        const row = element("li");
        const told = element("div", "grow");
        const line = element("b", "", game.name);
        const tag = element("span", game.state === "turn" ? "tag hot" : "tag line", say[game.state ?? "wait"]);
        const when = element("small", "", [new Date(game.at).toLocaleString([], { dateStyle: "short", timeStyle: "short" }), game.status].filter(Boolean).join(" \u00b7 "));
        told.append(line, " ", tag, when);
        const link = element("a", "btn", say.open);
        link.href = `/t/${game.id}#${game.token}`;
        link.setAttribute("aria-label", `${say.open} ${game.name}, ${when.textContent}`);
        const gone = element("button", "btn quiet tight", "\u00d7");
        gone.type = "button";
        gone.setAttribute("aria-label", `${say.forget}: ${game.name}, ${when.textContent}`);
        gone.addEventListener("click", () => {
          store("games", JSON.stringify(games().filter((other) => other.id !== game.id)));
          draw();
        });
        row.append(told, link, gone);
        return row;
      }));
    };
    draw();
    addEventListener("storage", draw);
  }

  // A finished game: arrows step through it, and the page grows while it is judged.
  const studied = document.querySelector("main.study");
  if (studied) {
    const now = document.querySelector(".turns [aria-current]");
    if (now) now.closest(".turns").scrollTop = now.offsetTop - now.closest(".turns").offsetTop - 60;
    addEventListener("keydown", (event) => {
      const step = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
      if (step && !event.target.closest("input, textarea, [tabindex]")) $(step)?.click();
    });
  }

  // A page that is not finished, an analysis or a running match, is asked for again until it is.
  const growing = document.querySelector("main[data-grow]");
  if (growing) {
    const grow = async () => {
      try {
        const page = await fetch(location.href, { headers: { Accept: "text/html" } });
        const next = new DOMParser().parseFromString(await page.text(), "text/html").querySelector("main");
        const focus = document.activeElement?.id;
        const place = scrollY;
        const open = all("main details").map((details) => details.open);
        growing.innerHTML = next.innerHTML;
        all("main details").forEach((details, at) => { details.open = open[at] ?? false; });
        if (focus) $(focus)?.focus({ preventScroll: true });
        scrollTo(0, place);
        if (next.dataset.grow) setTimeout(grow, 3000);
        else delete growing.dataset.grow;
      } catch { setTimeout(grow, 5000); }
    };
    setTimeout(grow, 1500);
  }

  // A link to the page that is shown.
  document.querySelector("[data-here]")?.addEventListener("click", (event) => {
    const button = event.currentTarget;
    const was = button.textContent;
    navigator.clipboard?.writeText(location.href).then(() => {
      button.textContent = words.copied;
      setTimeout(() => { button.textContent = was; }, 2500);
    }, () => {});
  });

  // Controls that go round a few values: each value has a drawing.
  for (const button of all("[data-cycle]")) {
    button.addEventListener("click", () => {
      const input = button.querySelector("input");
      input.value = (Number(input.value) + 1) % Number(button.dataset.cycle);
      for (const part of all("[data-at]", button)) part.hidden = part.dataset.at !== input.value;
    });
  }

  // The analysis board: the ranking grows until the search ends or is stopped.
  const board = document.querySelector("main[data-board]");
  if (board?.dataset.position) {
    let search = null;
    const ask = () => {
      search?.close();
      search = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/board/ws`);
      search.addEventListener("open", () => search.send(JSON.stringify({
        game: board.dataset.board, rules: board.dataset.rules, position: board.dataset.root, line: JSON.parse(board.dataset.line),
      })));
      search.addEventListener("message", (event) => {
        const told = JSON.parse(event.data);
        $("ranking").innerHTML = told.ranking;
        $("stop").disabled = told.done;
        board.dataset.done = told.done;
      });
      $("stop").disabled = false;
    };
    if ($("stop")) {
      $("stop").addEventListener("click", () => search?.send("stop"));
      $("again").addEventListener("click", ask);
      ask();
    }
  }

  const main = document.querySelector("main[data-table], main[data-lesson]");
  if (!main) return;

  const lesson = main.dataset.lesson;
  const id = main.dataset.table;
  const fresh = location.hash.slice(1);
  const known = games().find((game) => game.id === id);
  const token = fresh || known?.token || null;
  if (token && !lesson) remember(id, token, main.dataset.game);

  let socket = null;
  let version = 0;
  let wait = 500;
  let closed = false;
  let latest = {};
  let sent = null;

  const toast = (text) => {
    const box = document.createElement("p");
    box.className = "toast";
    box.textContent = text;
    $("toasts").replaceChildren(box);
    setTimeout(() => box.remove(), 4000);
  };

  const say = (message) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    else toast(words.offline);
  };

  const play = (text) => {
    sent = performance.now();
    if (!lesson) return say({ do: "move", text, v: version });
    fetch(`${lesson}?text=${encodeURIComponent(text)}`).then((answer) => answer.json()).then((frame) => {
      version = frame.v;
      chosen = [];
      receive(frame.parts);
      show();
    }).catch(() => toast(words.offline));
    return undefined;
  };

  // What is chosen: keys in the order they were chosen, a key as often as its controls are.
  let chosen = [];
  const moves = () => all("#moves > li").map((row) => ({
    keys: row.dataset.k.split(" "), text: row.dataset.m, label: row.textContent,
  }));
  const count = (keys, key) => keys.filter((other) => other === key).length;
  const within = (some, keys) => some.every((key) => count(some, key) <= count(keys, key));
  const group = (key) => key.slice(0, key.indexOf(":"));

  const choose = (key, on) => {
    const legal = moves();
    if (!on) {
      const at = chosen.lastIndexOf(key);
      if (at >= 0) chosen.splice(at, 1);
      return;
    }
    // The newest wish counts most: earlier ones stay as far as some move has all of them.
    const next = [key];
    for (const other of [...chosen].reverse()) {
      const tried = [...next, other];
      if (legal.some((move) => within(tried, move.keys))) next.push(other);
    }
    chosen = next.reverse();
  };

  // Moves that name cards must name ticked ones; in moves that name ranks the ticked cards take their places.
  const ticked = (move) => move.text.split(" ").every((word) => {
    const input = document.querySelector(`#mat input[data-card="${CSS.escape(word)}"]`);
    return !input || input.checked;
  });
  const named = (text) => {
    if (text.startsWith("bomb ")) return text;
    const cards = all("#mat input[data-card]:checked");
    return text.split(" ").map((word) => {
      const at = cards.findIndex((input) => input.dataset.key === `c:${word}`);
      return at < 0 ? word : cards.splice(at, 1)[0].dataset.card;
    }).join(" ");
  };

  const show = () => {
    const legal = moves();
    const open = legal.filter((move) => within(chosen, move.keys));
    // Controls that are ticked stay so before others of the same key are: which very card matters to people.
    const left = [...chosen];
    const inputs = all("#mat input[data-key]");
    for (const input of [...inputs.filter((one) => one.checked), ...inputs.filter((one) => !one.checked)]) {
      const at = left.indexOf(input.dataset.key);
      input.checked = at >= 0 && !input.disabled;
      if (input.checked) left.splice(at, 1);
    }
    for (const input of inputs) {
      const fits = input.checked || open.some((move) => within([...chosen, input.dataset.key], move.keys));
      input.parentElement.classList.toggle("dim", legal.length > 0 && !fits);
    }
    for (const square of all("#mat [data-keys]")) {
      const [from, to] = square.dataset.keys.split(" ");
      const is = chosen.includes(from) || chosen.includes(to);
      const can = !is && chosen.some((key) => group(key) === group(from))
        && open.some((move) => within([...chosen, to], move.keys));
      const lit = !is && !chosen.some((key) => group(key) === group(from)) && chosen.length > 0
        && open.some((move) => within([...chosen, from], move.keys));
      square.classList.toggle("sel", is);
      square.classList.toggle("can", can);
      square.classList.toggle("lit", lit);
      if (is) square.setAttribute("aria-pressed", "true"); else square.removeAttribute("aria-pressed");
      square.setAttribute("aria-label", square.dataset.label + (is ? words.selected : can ? words.can_move : ""));
    }
    const tip = document.querySelector("#moves > li[data-hint]");
    const told = tip ? tip.dataset.k.split(" ") : [];
    const cards = tip ? tip.dataset.m.split(" ") : [];
    const fit = (input) => cards.includes(input.dataset.card);
    for (const input of [...inputs.filter(fit), ...inputs.filter((one) => !fit(one))]) {
      const at = told.indexOf(input.dataset.key);
      if (at >= 0) told.splice(at, 1);
      input.parentElement.classList.toggle("hinted", at >= 0);
    }
    const box = $("choices");
    if (!box) return open;
    const full = open.filter((move) => move.keys.length === chosen.length);
    const meant = full.filter(ticked);
    const found = meant.length ? meant : full.length ? full : open.length === 1 && chosen.length ? open : [];
    const buttons = found.slice(0, 6).map((move, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn go";
      button.id = at === 0 ? "go" : `go-${at}`;
      button.textContent = move.label;
      button.addEventListener("click", () => play(named(move.text)));
      return button;
    });
    if (!buttons.length) {
      const idle = document.createElement("button");
      idle.type = "button";
      idle.className = "btn go";
      idle.id = "go";
      idle.disabled = true;
      idle.textContent = box.dataset.idle;
      buttons.push(idle);
    }
    box.replaceChildren(...buttons);
    return found;
  };

  main.addEventListener("change", (event) => {
    const input = event.target;
    if (input.dataset.key) {
      choose(input.dataset.key, input.checked);
      show();
    } else if (input.dataset.do === "speed") {
      say({ do: "speed", arg: input.value });
    }
  });

  main.addEventListener("click", (event) => {
    const square = event.target.closest("#mat [data-keys]");
    if (square) {
      const [from, to] = square.dataset.keys.split(" ");
      const legal = moves();
      if (chosen.includes(from)) choose(from, false);
      else if (chosen.includes(to)) choose(to, false);
      else if (chosen.some((key) => group(key) === group(from))
        && legal.some((move) => within([...chosen, to], move.keys))) choose(to, true);
      else if (legal.some((move) => move.keys.includes(from))) {
        chosen = chosen.filter((key) => group(key) !== group(from) && group(key) !== group(to));
        choose(from, true);
      } else return;
      const found = show();
      const quick = square.closest("[data-quick]") && chosen.includes(to) && found.length === 1;
      if (quick) play(found[0].text);
      return;
    }
    const button = event.target.closest("button");
    if (!button || button.disabled) return;
    if (button.dataset.move !== undefined) play(button.dataset.move);
    else if (button.dataset.copy) {
      navigator.clipboard?.writeText(button.dataset.copy).then(() => toast(words.copied), () => toast(button.dataset.copy));
    } else if (button.dataset.do) {
      if (button.dataset.sure && button.dataset.asked !== "yes") {
        button.dataset.asked = "yes";
        (button.querySelector(".lbl") || button).textContent = words.sure;
        button.classList.add("sure");
        setTimeout(() => { delete button.dataset.asked; }, 4000);
        toast(fill(words.again, button.dataset.sure));
        return;
      }
      if (button.dataset.sure) $("toasts").replaceChildren();
      const message = { do: button.dataset.do };
      if (button.dataset.arg !== undefined) message.arg = button.dataset.arg;
      say(message);
    }
  });

  main.addEventListener("submit", (event) => {
    if (event.target.method === "post") return;
    event.preventDefault();
    const box = event.target.querySelector("input[name=move]");
    if (box?.value.trim()) play(box.value.trim());
  });

  // Enter plays what is chosen; arrows walk over a board and along a hand.
  main.addEventListener("keydown", (event) => {
    const at = event.target;
    if (event.key === "Enter" && at.matches("#mat input")) {
      const go = $("go");
      if (go && !go.disabled) go.click();
      event.preventDefault();
      return;
    }
    if (event.key === "Escape") { chosen = []; show(); return; }
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!steps || !at.matches("#mat [data-keys], #mat input[type=checkbox]")) return;
    const [dx, dy] = steps;
    const here = at.getBoundingClientRect();
    const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
    const [x, y] = middle(here);
    let best = null;
    for (const other of all("#mat [data-keys], #mat input[type=checkbox]:not(:disabled)")) {
      if (other === at) continue;
      const [ox, oy] = middle(other.getBoundingClientRect());
      const ahead = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (ahead > 4 && (!best || ahead + 2 * aside < best.far)) best = { other, far: ahead + 2 * aside };
    }
    if (best) { best.other.focus(); event.preventDefault(); }
  });

  // Fragments.
  const name = (on) => {
    const seen = new Set();
    for (const element of all("#mat [data-vt]")) {
      const vt = element.dataset.vt.replace(/[^A-Za-z0-9-]/g, "_");
      element.style.viewTransitionName = on && !seen.has(vt) ? vt : "";
      seen.add(vt);
    }
  };

  const swap = (parts) => {
    const focus = document.activeElement?.id;
    const typed = $("typed-move")?.value;
    const pane = $("pane");
    const low = !pane || $("chances") || pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 8;
    // Where everything is in one column, whoever looks at what is below the mat goes on seeing it in its place.
    const before = $("side")?.getBoundingClientRect().top;
    if (parts.status !== latest.status) $("status").outerHTML = parts.status;
    if (parts.mat !== latest.mat) $("mat").innerHTML = parts.mat;
    if (parts.act !== latest.act) $("act").outerHTML = parts.act;
    if (parts.side !== undefined && parts.side !== latest.side) $("side").outerHTML = parts.side;
    const after = $("side")?.getBoundingClientRect().top;
    if (before < innerHeight / 2 && after !== before) scrollBy({ top: after - before, behavior: "instant" });
    if (parts.title) document.title = parts.title;
    if (parts.state) update(id, parts.state, parts.state === "over" ? $("status").textContent.trim() : "");
    const moved = parts.mat !== latest.mat || parts.act !== latest.act;
    latest = parts;
    if (typed && $("typed-move") && !sent) $("typed-move").value = typed;
    if (low && $("pane") && !$("chances")) $("pane").scrollTop = $("pane").scrollHeight;
    if (moved) {
      const legal = moves();
      if (!legal.some((move) => within(chosen, move.keys))) chosen = [];
      show();
    }
    if (lesson && version > 0) $("next")?.focus({ preventScroll: true });
    else if (focus && document.activeElement?.id !== focus) {
      const again = $(focus);
      if (again && !again.disabled) again.focus({ preventScroll: true });
      else if (focus !== "typed-move") ($("go") && !$("go").disabled ? $("go") : null)?.focus({ preventScroll: true });
    }
    sent = null;
    main.dataset.version = version;
  };

  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let moving = null;
  const receive = (parts) => {
    const still = calm.matches || !document.startViewTransition || document.hidden || parts.mat === latest.mat || !latest.mat;
    if (moving) { moving.skipTransition(); moving = null; }
    if (still) { name(false); swap(parts); return; }
    name(true);
    const change = document.startViewTransition(() => { swap(parts); name(true); });
    moving = change;
    change.finished.catch(() => {}).finally(() => { if (moving === change) moving = null; });
    change.ready.catch(() => {});
  };

  const connect = () => {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${id}/ws`);
    socket.addEventListener("open", () => {
      wait = 500;
      socket.send(JSON.stringify({ token }));
    });
    socket.addEventListener("message", (event) => {
      const frame = JSON.parse(event.data);
      if (frame.parts) {
        // What was chosen belongs to the table as it was; a move that is refused leaves it.
        if (version !== frame.v) chosen = [];
        version = frame.v;
        receive(frame.parts);
      }
      if (frame.note) toast(frame.note);
      if (frame.go) { closed = true; socket.close(); location.assign(frame.go); if (location.pathname === frame.go.split("#")[0]) location.reload(); }
      if (frame.bad) {
        closed = true;
        $("status").className = "status away";
        $("status").textContent = frame.bad;
      }
    });
    socket.addEventListener("close", () => {
      if (closed) return;
      $("status").className = "status away";
      $("status").textContent = fill(words.retry, Math.ceil(wait / 1000));
      latest = {};
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, 8000);
    });
  };
  addEventListener("pagehide", () => { closed = true; socket?.close(); });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  if (lesson) { latest = { mat: $("mat").innerHTML }; show(); } else connect();
})();
